public import VitrineTiming

/// Follows keys from their pressing to their releasing, and repeats what is held.
///
/// The kernel's and the remotes' own repeats all have other rhythms and must not be fed. As on a
/// keyboard, only the key that was pressed last repeats. A value without timers: `deadline` says
/// when to call `timePassed` if nothing else comes.
///
/// Keys are told apart by what they do: one that is down on two devices, or pressed again without
/// a release that got lost, is one press, and the first release ends it. `KeyAction.none` is no
/// key.
public struct KeyRepeater: Sendable {
  /// From the pressing to the first repeat.
  public static let delay = Duration.milliseconds(400)
  public static let interval = Duration.milliseconds(100)
  public static let longPress = Duration.milliseconds(600)

  private var clock = MonotonicClock()
  /// In the order of pressing; each action once at most.
  private var keys: [HeldKey] = []

  public init() {}

  /// When to call `timePassed` at the latest; nil while no key is down.
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

  /// A caller that is late gets one repeat, not all that it missed; the next comes in rhythm.
  public mutating func timePassed(_ now: HostTime) -> [KeyPress] {
    pass(to: now).news
  }

  /// The devices went away: no release of their keys will come.
  public mutating func releaseAll(except kept: KeyAction = .none) -> [KeyPress] {
    let gone = keys.filter { $0.action != kept }
    keys.removeAll { $0.action != kept }
    return gone.map { KeyPress($0.action, .released) }
  }

  private mutating func pass(to time: HostTime) -> (now: HostTime, news: [KeyPress]) {
    let (now, isAnother) = clock.follow(time)
    // How long a key has been held by another clock cannot be told.
    if isAnother { return (now, releaseAll()) }
    var news: [KeyPress] = []
    for index in keys.indices { news += keys[index].pass(to: now) }
    return (now, news)
  }
}
