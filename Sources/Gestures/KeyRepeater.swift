public import VitrineTiming

/// Tracks keys from press to release, and repeats those that are held.
///
/// The repeats of the kernel and of remotes have other rates and must not be fed in. Like on a
/// keyboard, only the last pressed key repeats. A value type without timers: `deadline` is when to
/// call `timePassed` if nothing else happens.
///
/// Keys are identified by their action: one that is down on two devices, or pressed again after a
/// lost release, counts as one press, which the first release ends. `KeyAction.none` is ignored.
public struct KeyRepeater: Sendable {
  /// The time from the press to the first repeat.
  public static let delay = Duration.milliseconds(400)
  public static let interval = Duration.milliseconds(100)
  public static let longPress = Duration.milliseconds(600)

  private var clock = MonotonicClock()
  /// In the order of pressing; each action at most once.
  private var keys: [HeldKey] = []

  public init() {}

  /// When to call `timePassed` at the latest; nil if no key is down.
  public var deadline: HostTime? {
    var earliest: HostTime?
    for key in keys {
      for due in [key.longPress, key.next] {
        if let due { earliest = min(earliest ?? due, due) }
      }
    }
    return earliest
  }

  public mutating func press(_ action: KeyAction, at time: HostTime) -> [KeyPress] {
    var (now, news) = pass(to: time)
    guard action != .none, !keys.contains(where: { $0.action == action }) else { return news }
    for index in keys.indices { keys[index].stopRepeating() }
    keys.append(HeldKey(action, at: now))
    news.append(KeyPress(action, .pressed))
    return news
  }

  public mutating func release(_ action: KeyAction, at time: HostTime) -> [KeyPress] {
    var news = pass(to: time).news
    guard let index = keys.firstIndex(where: { $0.action == action }) else { return news }
    keys.remove(at: index)
    news.append(KeyPress(action, .released))
    return news
  }

  /// A late call returns one repeat, without those missed; the next one is on schedule.
  public mutating func timePassed(_ now: HostTime) -> [KeyPress] {
    pass(to: now).news
  }

  /// The devices were disconnected, so no releases will follow.
  public mutating func releaseAll(except kept: KeyAction = .none) -> [KeyPress] {
    let gone = keys.filter { $0.action != kept }
    keys.removeAll { $0.action != kept }
    return gone.map { KeyPress($0.action, .released) }
  }

  private mutating func pass(to time: HostTime) -> (now: HostTime, news: [KeyPress]) {
    let (now, isAnother) = clock.follow(time)
    // After a clock change, hold times are unknown.
    if isAnother { return (now, releaseAll()) }
    var news: [KeyPress] = []
    for index in keys.indices { news += keys[index].pass(to: now) }
    return (now, news)
  }
}
