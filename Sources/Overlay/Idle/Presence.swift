internal import VitrinePlayback
internal import VitrineTiming

/// Decides whether a visitor is still there: tracks the last use, since when the display is not in
/// its default state, and the countdown. It reads no clock: callers pass the time, and `deadline`
/// is when to call again.
struct Presence: Sendable {
  private var idle: IdleTime
  /// Since when there is a touchscreen.
  private var touchSince: HostTime?
  private(set) var countdown = Countdown()
  private(set) var latestUse: HostTime
  /// Since when the display is not in its default state.
  private var leftSince: HostTime?
  /// When the display returns to its default state, or the attract loop starts.
  private var due: HostTime?
  /// Whether the program received input for its own drawings: only it knows what that has changed.
  private(set) var hasProgramInput = false
  /// How often a visitor has left.
  private(set) var departures = 0
  private var wakeRequests = WakeRequests()

  init(_ idle: IdleTime, now: HostTime) { (self.idle, latestUse) = (idle, now) }

  // Use.

  /// Records a touch, a key or a command of the operator.
  mutating func recordUse(at now: HostTime) { latestUse = now }

  mutating func recordProgramInput() { hasProgramInput = true }

  /// Records that there is a touchscreen; only the first time matters.
  mutating func recordTouchscreen(at now: HostTime) { touchSince = touchSince ?? now }

  /// Sets another idle timeout, counting from now.
  mutating func setIdle(_ idle: IdleTime, at now: HostTime) { (self.idle, latestUse) = (idle, now) }

  /// Turns the display on, or keeps it on.
  mutating func keepAwake(at now: HostTime) -> [InterfaceRequest] { wakeRequests.request(at: now) }

  mutating func displaySwitchedOff() { wakeRequests.displaySwitchedOff() }

  // Time.

  /// Updates the state. `isLeft` is true if a visitor has changed anything; `attractDue` is the time
  /// of the next attract loop.
  mutating func settle(isLeft: Bool, attractDue: HostTime?, at now: HostTime) {
    leftSince = isLeft ? leftSince ?? now : nil
    due = [departureTime, attractDue].compactMap(\.self).min()
    countdown.settle(until: due, since: latestUse, at: now)
  }

  /// The time of the return to the default state; nil in the default state.
  private var departureTime: HostTime? {
    guard let leftSince, let limit = idle.limit(hasTouch: touchSince != nil) else { return nil }
    // With the automatic timeout, the time counts from the appearance of the touchscreen.
    let start = idle == .automatic ? touchSince : nil
    return max(leftSince, latestUse, start ?? leftSince) + limit
  }

  /// Records that all requests for the return to the default state were made. They are repeated if
  /// the display does not reach that state.
  mutating func recordDeparture(at now: HostTime) {
    (leftSince, hasProgramInput) = (now, false)
    departures += 1
  }

  func hasLeft(at now: HostTime) -> Bool { departureTime.map { $0 <= now } ?? false }

  func deadline(at now: HostTime) -> HostTime? {
    due.map { countdown.nextChange(until: $0, since: latestUse, after: now) }
  }
}

/// Turns the display on, or keeps it on, when a finger or a key is used; at most once per
/// `interval`.
struct WakeRequests: Sendable {
  /// Nil after the display was turned off.
  private var latest: HostTime?

  private static let interval = Duration.seconds(1)

  init() {}

  mutating func request(at now: HostTime) -> [InterfaceRequest] {
    if let latest, now < latest + Self.interval { return [] }
    latest = now
    return [.perform(.power(.wake))]
  }

  /// The next use makes a request at once.
  mutating func displaySwitchedOff() { latest = nil }
}
