internal import VitrineLinux
internal import VitrineTiming

/// The requested screenshots. Each counts against the limit until its picture has been written,
/// because pictures are as large as the screen.
struct CaptureBook {
  private var waiting: [CaptureWish] = []
  private var inHandCount = 0
  private(set) var isClosed = false

  static let most = 8

  /// Adds a request; returns why it is refused, or nil.
  mutating func add(_ wish: CaptureWish) -> CaptureRefusal? {
    guard !isClosed else { return .over }
    guard waiting.count + inHandCount < Self.most else { return .tooMany }
    waiting.append(wish)
    return nil
  }

  /// Marks a request's picture as received; it counts until `finish`. Returns false for an unknown
  /// request.
  mutating func take(_ wish: CaptureWish) -> Bool {
    guard !isClosed, let index = waiting.firstIndex(of: wish) else { return false }
    waiting.remove(at: index)
    inHandCount += 1
    return true
  }

  /// Call once a received picture has been handled.
  mutating func finish() { inHandCount -= 1 }

  /// Refuses further requests.
  mutating func close() { isClosed = true }

  /// Removes the requests whose picture did not arrive in time, or will not arrive.
  mutating func takeOverdue(_ now: HostTime) -> [CaptureWish] {
    let overdue = waiting.filter { isClosed || $0.deadline <= now }
    waiting.removeAll { isClosed || $0.deadline <= now }
    return overdue
  }

  /// The earliest deadline.
  var deadline: HostTime? { waiting.map(\.deadline).min() }
}
