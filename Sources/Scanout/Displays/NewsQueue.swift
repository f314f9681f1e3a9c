/// What has to be told of a display. What is no news is not told again: a display that stays away is
/// tried for months.
struct NewsQueue {
  private var waiting: [DisplayNews] = []
  /// Why there is no picture, as it was told.
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
