package import VitrineTiming

/// Tracks keys from press to release, and repeats those that are held.
///
/// The repeats of the kernel and of remotes have other rates and must not be fed in. Like on a
/// keyboard, only the last pressed key repeats. A value type without timers: `deadline` is when to
/// call `timePassed` if nothing else happens.
///
/// Keys are identified by their action: one that is down on two devices, or pressed again after a
/// lost release, counts as one press, which the first release ends. `KeyAction.none` is ignored.
package struct KeyRepeater: Sendable {
  /// The time from the press to the first repeat.
  package static let delay = Duration.milliseconds(400)
  package static let interval = Duration.milliseconds(100)
  package static let longPress = Duration.milliseconds(600)

  private var clock = MonotonicClock()
  /// In the order of pressing; each action at most once.
  private var keys: [HeldKey] = []

  package init() {}

  /// When to call `timePassed` at the latest; nil if no key is down.
  package var deadline: HostTime? {
    var earliest: HostTime?
    for key in keys {
      for due in [key.longPress, key.next] {
        if let due { earliest = min(earliest ?? due, due) }
      }
    }
    return earliest
  }

  package mutating func press(_ action: KeyAction, at time: HostTime) -> [KeyPress] {
    var (now, presses) = pass(to: time)
    guard action != .none, !keys.contains(where: { $0.action == action }) else { return presses }
    for index in keys.indices { keys[index].stopRepeating() }
    keys.append(HeldKey(action, at: now))
    presses.append(KeyPress(action, .pressed))
    return presses
  }

  package mutating func release(_ action: KeyAction, at time: HostTime) -> [KeyPress] {
    var presses = pass(to: time).presses
    guard let index = keys.firstIndex(where: { $0.action == action }) else { return presses }
    keys.remove(at: index)
    presses.append(KeyPress(action, .released))
    return presses
  }

  /// A late call returns one repeat, without those missed; the next one is on schedule.
  package mutating func timePassed(_ now: HostTime) -> [KeyPress] {
    pass(to: now).presses
  }

  /// The devices were disconnected, so no releases will follow.
  package mutating func releaseAll(except kept: KeyAction = .none) -> [KeyPress] {
    let gone = keys.filter { $0.action != kept }
    keys.removeAll { $0.action != kept }
    return gone.map { KeyPress($0.action, .released) }
  }

  private mutating func pass(to time: HostTime) -> (now: HostTime, presses: [KeyPress]) {
    let (now, isAnother) = clock.follow(time)
    // After a clock change, hold times are unknown.
    if isAnother { return (now, releaseAll()) }
    var presses: [KeyPress] = []
    for index in keys.indices { presses += keys[index].pass(to: now) }
    return (now, presses)
  }
}

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
    var presses: [KeyPress] = []
    if let due = next, due <= now {
      repeats += 1
      let interval = KeyRepeater.interval.nanoseconds
      let missed = (now - due).nanoseconds / interval
      next = due + .nanoseconds((missed + 1) * interval)
      presses.append(KeyPress(action, .repeated(repeats)))
    }
    if let due = longPress, due <= now {
      longPress = nil
      presses.append(KeyPress(action, .held))
    }
    return presses
  }
}
