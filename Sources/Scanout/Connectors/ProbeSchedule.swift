internal import VitrineTiming

/// Decides when and how connectors are surveyed: soon after hot-plug events, and occasionally
/// without. Pure.
///
/// Probing a monitor takes time and disturbs its driver. While one is lit, only the kernel's latest
/// results are read, unless the kernel is known to miss events.
struct ProbeSchedule {
  /// How to survey: read the kernel's latest results, or probe each monitor.
  enum Method: Equatable { case kernel, displays }

  private var pendingEvents: (first: HostTime, last: HostTime)?
  /// The latest event of a device that appeared.
  private var appeared: HostTime?
  private var safety: HostTime?
  /// When to probe without an event.
  private var probe: HostTime?
  /// Whether the kernel reports hot-plug events.
  private var receivesEvents: Bool

  /// A plug's contacts bounce; events within this time count as one.
  static let debounce = Duration.milliseconds(200)
  /// A driver adds a device and then its connectors within this time.
  static let registration = Duration.milliseconds(20)
  /// The maximum delay, however many events follow.
  static let maximumDelay = Duration.seconds(1)
  /// The interval between surveys without events, without a monitor and with one. Another program may
  /// turn the monitor off, and a still picture has no flips that would fail.
  static let darkInterval = Duration.seconds(2)
  static let litInterval = Duration.seconds(4)
  /// The interval between probes with a monitor if the kernel reports no events.
  static let blindInterval = Duration.seconds(10)
  /// The interval between probes while a monitor is lit and the kernel reports events.
  static let probeInterval = Duration.seconds(3600)
  private static let longestWait = Duration.seconds(60)

  /// `receivesEvents` is whether hot-plug events are received at all.
  init(receivesEvents: Bool = true) { self.receivesEvents = receivesEvents }

  /// The back-off of probes for a monitor that has not been identified, after this many of them.
  /// Some never are.
  static func provisionalInterval(after count: Int) -> Duration {
    min(darkInterval * (1 << max(0, min(count, 5))), longestWait)
  }

  /// The time of the next survey; nil waits for events.
  var next: HostTime? {
    [eventsDue, safety].compactMap(\.self).min()
  }

  private var eventsDue: HostTime? {
    guard let pendingEvents else { return nil }
    let usual = min(pendingEvents.last + Self.debounce, pendingEvents.first + Self.maximumDelay)
    return appeared.map { min($0 + Self.registration, usual) } ?? usual
  }

  /// Records a hot-plug event. `isNew` is whether a device or a connector appeared, which no contact can bounce.
  mutating func recordEvent(isNew: Bool = false, at now: HostTime) {
    pendingEvents = (pendingEvents?.first ?? now, now)
    if isNew { appeared = now }
  }

  /// How to survey now; nil if it is not due. `isUrgent` requests it immediately.
  func surveyMethod(at now: HostTime, isUrgent: Bool = false) -> Method? {
    if isUrgent { return .displays }
    if let eventsDue, eventsDue <= now { return .displays }
    guard let safety, safety <= now else { return nil }
    // Pending events are handled as well.
    return pendingEvents != nil || probe.map { $0 <= now } ?? true ? .displays : .kernel
  }

  /// Records a survey. `foundUnreportedChanges` is whether it found changes that the kernel had not reported.
  mutating func recordSurvey(
    isLit: Bool, _ method: Method = .displays, foundUnreportedChanges: Bool = false,
    at now: HostTime
  ) {
    if foundUnreportedChanges, method == .displays, pendingEvents == nil { receivesEvents = false }
    (pendingEvents, appeared) = (nil, nil)
    let litInterval = receivesEvents ? Self.litInterval : Self.blindInterval
    safety = now + (isLit ? litInterval : Self.darkInterval)
    if !isLit || !receivesEvents {
      probe = nil
    } else if method == .displays {
      probe = now + Self.probeInterval
    }
  }

  /// Stops the periodic surveys until one is requested.
  mutating func rest() { (pendingEvents, appeared, safety) = (nil, nil, nil) }
}
