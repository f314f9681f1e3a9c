internal import Timing

/// When connectors are looked at: soon after news of them, and now and then without any, since
/// not every bridge tells. Pure.
struct ProbeSchedule {
  private var news: (first: HostTime, last: HostTime)?
  private var safety: HostTime?

  /// A plug touches its contacts several times; news within this time are one.
  static let debounce = Duration.milliseconds(200)
  /// However much news comes, it is looked at after this time.
  static let patience = Duration.seconds(1)
  /// Between two looks without news, while there is no display and while there is one.
  static let darkInterval = Duration.seconds(2)
  static let litInterval = Duration.seconds(10)

  /// When to look next.
  var next: HostTime? {
    let due = news.map { min($0.last + Self.debounce, $0.first + Self.patience) }
    return [due, safety].compactMap(\.self).min()
  }

  mutating func noteNews(at now: HostTime) { news = (news?.first ?? now, now) }

  /// Somebody cannot wait for news.
  mutating func hurry(to time: HostTime) { safety = min(safety ?? time, time) }

  mutating func noteSurvey(isLit: Bool, at now: HostTime) {
    news = nil
    safety = now + (isLit ? Self.litInterval : Self.darkInterval)
  }
}
