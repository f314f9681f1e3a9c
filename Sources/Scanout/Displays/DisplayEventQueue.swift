/// The events of a display. Repetitions are dropped: a disconnected display may be retried for
/// months.
struct DisplayEventQueue {
  private var events: [DisplayEvent] = []
  /// The reported reason why there is no picture.
  private var darkReason: String?

  var isDarkReported: Bool { darkReason != nil }

  mutating func append(_ event: DisplayEvent) {
    if case .dark(let reason) = event {
      guard reason != darkReason else { return }
      darkReason = reason
    } else if case .lit = event {
      darkReason = nil
    }
    events.append(event)
  }

  mutating func drain() -> [DisplayEvent] {
    defer { events = [] }
    return events
  }
}
