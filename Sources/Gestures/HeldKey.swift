import VitrineTiming

/// A key that is down, and what is still to be told of it.
struct HeldKey: Sendable {
  let action: KeyAction
  /// When it will have been held for as long as a long press; nil once that was told.
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

  /// What is due by now: one repeat at most, however much time has passed.
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
