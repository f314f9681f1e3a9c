internal import VitrineLinux
internal import VitrineTiming

/// The requested screenshots. Each counts against the limit until its picture has been written,
/// because pictures are as large as the screen.
struct CaptureQueue {
  private var waiting: [CaptureRequest] = []
  private var deliveringCount = 0
  private(set) var isClosed = false

  static let limit = 8

  /// Adds a request; returns why it is refused, or nil.
  mutating func add(_ request: CaptureRequest) -> CaptureRefusal? {
    guard !isClosed else { return .over }
    guard waiting.count + deliveringCount < Self.limit else { return .tooMany }
    waiting.append(request)
    return nil
  }

  /// Marks a request's picture as received; it counts until `finish`. Returns false for an unknown
  /// request.
  mutating func beginDelivery(of request: CaptureRequest) -> Bool {
    guard !isClosed, let index = waiting.firstIndex(of: request) else { return false }
    waiting.remove(at: index)
    deliveringCount += 1
    return true
  }

  /// Call once a received picture has been handled.
  mutating func finish() { deliveringCount -= 1 }

  /// Refuses further requests.
  mutating func close() { isClosed = true }

  /// Removes the requests whose picture did not arrive in time, or will not arrive.
  mutating func removeOverdue(_ now: HostTime) -> [CaptureRequest] {
    let overdue = waiting.filter { isClosed || $0.deadline <= now }
    waiting.removeAll { isClosed || $0.deadline <= now }
    return overdue
  }

  /// The earliest deadline.
  var deadline: HostTime? { waiting.map(\.deadline).min() }
}
