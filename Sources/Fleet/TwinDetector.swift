import VitrineTiming

/// Finds another screen with the same identity, such as one with a copy of the card: its messages have another boot
/// number. A value type.
struct TwinDetector: Sendable {
  private let boot: String
  private var other: String?
  private var firstHeard: HostTime?
  private var lastHeard: HostTime?
  private var isConfirmed = false
  private var replies = TokenBucket(burst: 2, interval: .seconds(20))
  private var announcement: HostTime?

  /// One message may be the last one of an earlier start.
  private static let proof = Duration.seconds(1)
  private static let interval = Duration.seconds(300)
  private static let memory = Duration.seconds(660)

  /// The problem that is reported.
  static let text = "another screen has the same identity (fleet.id)"

  init(boot: String) { self.boot = boot }

  mutating func connect() { announcement = isConfirmed ? nil : announcement }

  var problem: String? {
    isConfirmed ? Self.text : nil
  }

  var deadline: HostTime? {
    [announcement, isConfirmed ? lastHeard.map { $0 + Self.memory } : nil].compactMap(\.self).min()
  }

  /// Takes a message on the screen's own topic. Returns whether to announce this screen, and an event for the log.
  mutating func receive(
    _ presence: Presence, isRetained: Bool, at now: HostTime
  ) -> (repliesNow: Bool, event: FleetEvent?) {
    // The broker has sent the will of an earlier connection.
    guard presence.isOnline else { return (!isRetained && replies.take(at: now), nil) }
    // This screen's own message, or what an earlier start has left.
    guard presence.boot != boot, !isRetained else { return (false, nil) }
    if other != presence.boot { (other, firstHeard) = (presence.boot, now) }
    lastHeard = now
    var event: FleetEvent?
    if !isConfirmed, let firstHeard, now - firstHeard >= Self.proof {
      isConfirmed = true
      event = .duplicate
    }
    if announcement == nil { announcement = now + (isConfirmed ? Self.interval : .seconds(2)) }
    return (replies.take(at: now), event)
  }

  /// Whether to announce this screen now, so that the other one finds it, too.
  mutating func takeAnnouncement(at now: HostTime) -> Bool {
    guard let due = announcement, due <= now else { return false }
    let isNear = lastHeard.map { now - $0 < Self.memory } ?? false
    announcement = isNear && isConfirmed ? now + Self.interval : nil
    return true
  }

  /// The event once the other screen was not heard for some minutes.
  mutating func takeEnd(at now: HostTime) -> FleetEvent? {
    guard isConfirmed, let lastHeard, now - lastHeard >= Self.memory else { return nil }
    (isConfirmed, other, firstHeard) = (false, nil, nil)
    return .isUnique
  }
}
