/// An event of a display.
package enum DisplayEvent: Sendable {
  /// It shows pictures, for the first time or in another way.
  case lit(DisplayDescription, reason: String)
  /// It shows no pictures, with the reason.
  case dark(reason: String)
  /// A problem that does not affect the picture.
  case warning(String)
  /// It is connected, and off as requested.
  case off(DisplayDescription)
  /// Another process or the driver had turned it off or on, and the requested state was restored.
  case reasserted(isOn: Bool)
}

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
