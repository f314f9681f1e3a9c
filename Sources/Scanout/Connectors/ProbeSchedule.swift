internal import VitrineTiming

/// When connectors are looked at, and how: soon after news of them, and now and then without any.
/// Pure.
///
/// Asking a display takes its time and disturbs its driver, for months. While one is lit only the
/// kernel is asked, unless it has been found out not to tell.
struct ProbeSchedule {
  /// Whom a look asks: the kernel for what it knows, or each display for what it says.
  enum Look: Equatable { case kernel, displays }

  private var news: (first: HostTime, last: HostTime)?
  private var safety: HostTime?
  /// When displays are asked although there is no news.
  private var probe: HostTime?
  /// Whether the kernel tells of displays that come and go.
  private var isTold: Bool

  /// A plug touches its contacts several times; news within this time are one.
  static let debounce = Duration.milliseconds(200)
  /// However much news comes, it is looked at after this time.
  static let patience = Duration.seconds(1)
  /// Between two looks without news, while there is no display and while there is one.
  static let darkInterval = Duration.seconds(2)
  static let litInterval = Duration.seconds(10)
  /// How often displays are asked while one is lit and the kernel tells.
  static let probeInterval = Duration.seconds(3600)
  private static let longestWait = Duration.seconds(60)

  /// `isTold` is whether the kernel's news are heard at all.
  init(isTold: Bool = true) { self.isTold = isTold }

  /// How long to wait with the next question to a display that has not said what it takes, after
  /// so many of them. Some never do.
  static func provisionalInterval(after count: Int) -> Duration {
    min(darkInterval * (1 << max(0, min(count, 5))), longestWait)
  }

  /// When to look next; nil waits for news.
  var next: HostTime? {
    [newsDue, safety].compactMap(\.self).min()
  }

  private var newsDue: HostTime? {
    news.map { min($0.last + Self.debounce, $0.first + Self.patience) }
  }

  mutating func noteNews(at now: HostTime) { news = (news?.first ?? now, now) }

  /// How to look now; nil while it is not time. `isHurried` is who cannot wait for news.
  func look(at now: HostTime, isHurried: Bool = false) -> Look? {
    if isHurried { return .displays }
    if let newsDue, newsDue <= now { return .displays }
    guard let safety, safety <= now else { return nil }
    // News that is not quiet yet is dealt with, too.
    return news != nil || probe.map { $0 <= now } ?? true ? .displays : .kernel
  }

  /// There was a look. `isSurprise` is whether displays said what the kernel had not told of.
  mutating func noteSurvey(
    isLit: Bool, _ look: Look = .displays, isSurprise: Bool = false, at now: HostTime
  ) {
    if isSurprise, look == .displays, news == nil { isTold = false }
    news = nil
    safety = now + (isLit ? Self.litInterval : Self.darkInterval)
    if !isLit || !isTold {
      probe = nil
    } else if look == .displays {
      probe = now + Self.probeInterval
    }
  }

  /// There is no subscriber to look for until one hurries.
  mutating func rest() { (news, safety) = (nil, nil) }
}
