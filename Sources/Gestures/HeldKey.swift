import VitrineTiming

/// A key that is down, with its pending reports.
struct HeldKey: Sendable {
  let action: KeyAction
  /// When it becomes a long press; nil once reported.
  private(set) var longPress: HostTime?
  /// When it repeats next; nil once another key was pressed.
  private(set) var next: HostTime?
  private var repeats = 0

  init(_ action: KeyAction, at time: HostTime) {
    self.action = action
    longPress = time + KeyRepeater.longPress
    next = time + KeyRepeater.delay
  }

  mutating func stopRepeating() { next = nil }

  /// Returns the presses that are due: at most one repeat, however much time has passed.
  mutating func pass(to now: HostTime) -> [KeyPress] {
    var news: [KeyPress] = []
    if let due = next, due <= now {
      repeats += 1
      let interval = KeyRepeater.interval.nanoseconds
      let missed = (now - due).nanoseconds / interval
      next = due + .nanoseconds((missed + 1) * interval)
      news.append(KeyPress(action, .repeated(repeats)))
    }
    if let due = longPress, due <= now {
      longPress = nil
      news.append(KeyPress(action, .held))
    }
    return news
  }
}
