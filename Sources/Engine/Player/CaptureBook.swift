internal import Linux
internal import Scanout
internal import Timing

/// Who waits for pictures of the screen. Each order counts from its beginning until its picture
/// has been written: pictures are as large as the screen.
struct CaptureBook<Order> {
  private var waiting: [(wish: CaptureWish, order: Order)] = []
  private var inHandCount = 0
  private var lastNumber = 0

  static var most: Int { 8 }

  /// The wish that the picture will bear; nil where there are too many.
  mutating func add(_ order: Order, until deadline: HostTime) -> CaptureWish? {
    guard waiting.count + inHandCount < Self.most else { return nil }
    lastNumber += 1
    let wish = CaptureWish(number: lastNumber, deadline: deadline)
    waiting.append((wish, order))
    return wish
  }

  /// Whose picture has come. It counts until `finish`.
  mutating func take(_ wish: CaptureWish) -> Order? {
    guard let index = waiting.firstIndex(where: { $0.wish == wish }) else { return nil }
    inHandCount += 1
    return waiting.remove(at: index).order
  }

  /// One that was taken has been dealt with.
  mutating func finish() { inHandCount -= 1 }

  /// Those whose picture has not come in time.
  mutating func takeOverdue(_ now: HostTime) -> [Order] {
    defer { waiting.removeAll { $0.wish.deadline <= now } }
    return waiting.filter { $0.wish.deadline <= now }.map(\.order)
  }

  /// When the first of them is overdue.
  var deadline: HostTime? { waiting.map(\.wish.deadline).min() }
}
