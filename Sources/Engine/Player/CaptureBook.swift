internal import VitrineLinux
internal import VitrineTiming

/// The wishes for pictures of the screen. Each counts from its beginning until its picture has been
/// written: pictures are as large as the screen. A value.
struct CaptureBook {
  private var waiting: [CaptureWish] = []
  private var inHandCount = 0

  static let most = 8

  /// False where there are too many.
  mutating func add(_ wish: CaptureWish) -> Bool {
    guard waiting.count + inHandCount < Self.most else { return false }
    waiting.append(wish)
    return true
  }

  /// The picture of a wish has come. It counts until `finish`. False for one that is not awaited.
  mutating func take(_ wish: CaptureWish) -> Bool {
    guard let index = waiting.firstIndex(of: wish) else { return false }
    waiting.remove(at: index)
    inHandCount += 1
    return true
  }

  /// One that was taken has been dealt with.
  mutating func finish() { inHandCount -= 1 }

  /// Those whose picture has not come in time.
  mutating func takeOverdue(_ now: HostTime) -> [CaptureWish] {
    defer { waiting.removeAll { $0.deadline <= now } }
    return waiting.filter { $0.deadline <= now }
  }

  /// When the first of them is overdue.
  var deadline: HostTime? { waiting.map(\.deadline).min() }
}
