/// The events of a display. Repetitions are dropped: a disconnected display may be retried for
/// months.
struct NewsQueue {
  private var waiting: [DisplayNews] = []
  /// The reported reason why there is no picture.
  private var darkReason: String?

  var isDarkTold: Bool { darkReason != nil }

  mutating func note(_ item: DisplayNews) {
    if case .dark(let reason) = item {
      guard reason != darkReason else { return }
      darkReason = reason
    } else if case .lit = item {
      darkReason = nil
    }
    waiting.append(item)
  }

  mutating func take() -> [DisplayNews] {
    defer { waiting = [] }
    return waiting
  }
}
