internal import VitrineLinux
internal import VitrineTiming

/// The wishes for pictures of the screen. Each counts from its beginning until its picture has been
/// written: pictures are as large as the screen. A value.
struct CaptureBook {
  private var waiting: [CaptureWish] = []
  private var inHandCount = 0
  private(set) var isClosed = false

  static let most = 8

  /// Why there is no picture for it; nil where one is awaited.
  mutating func add(_ wish: CaptureWish) -> CaptureRefusal? {
    guard !isClosed else { return .over }
    guard waiting.count + inHandCount < Self.most else { return .tooMany }
    waiting.append(wish)
    return nil
  }

  /// The picture of a wish has come. It counts until `finish`. False for one that is not awaited.
  mutating func take(_ wish: CaptureWish) -> Bool {
    guard !isClosed, let index = waiting.firstIndex(of: wish) else { return false }
    waiting.remove(at: index)
    inHandCount += 1
    return true
  }

  /// One that was taken has been dealt with.
  mutating func finish() { inHandCount -= 1 }

  /// No more pictures come.
  mutating func close() { isClosed = true }

  /// Those whose picture has not come in time, or does not come any more.
  mutating func takeOverdue(_ now: HostTime) -> [CaptureWish] {
    let overdue = waiting.filter { isClosed || $0.deadline <= now }
    waiting.removeAll { isClosed || $0.deadline <= now }
    return overdue
  }

  /// When the first of them is overdue.
  var deadline: HostTime? { waiting.map(\.deadline).min() }
}
