internal import VitrinePlayback
internal import VitrineTiming

/// Whether a visitor is there, as far as a display can know: when it was used last, how long it has
/// stood as a visitor has left it, and the seconds that are counted down before that ends. It knows
/// no clock: time comes with each call, and `deadline` says when to call again.
struct Presence: Sendable {
  private var idle: IdleTime
  /// Since when there is a touchscreen.
  private var touchSince: HostTime?
  private(set) var countdown = Countdown()
  private(set) var latestUse: HostTime
  /// Since when it is not as the operator has it.
  private var leftSince: HostTime?
  /// When that is to end, or the attract loop to begin.
  private var due: HostTime?
  /// Whether the program was asked for something of its own: it alone knows what that has changed.
  private(set) var hasAskedProgram = false
  /// How often a visitor has gone.
  private(set) var departures = 0
  private var wakeRequests = WakeRequests()

  init(_ idle: IdleTime, now: HostTime) { (self.idle, latestUse) = (idle, now) }

  // Use.

  /// A finger, a key or the operator has done something.
  mutating func noteUse(at now: HostTime) { latestUse = now }

  mutating func noteProgramAsked() { hasAskedProgram = true }

  /// There is a touchscreen, which is news at the first time.
  mutating func noteTouchscreen(at now: HostTime) { touchSince = touchSince ?? now }

  /// Another time counts, from now on.
  mutating func setIdle(_ idle: IdleTime, at now: HostTime) { (self.idle, latestUse) = (idle, now) }

  /// Has a display that is off switched on, and any other stay on for as long.
  mutating func keepAwake(at now: HostTime) -> [InterfaceRequest] { wakeRequests.request(at: now) }

  mutating func displaySwitchedOff() { wakeRequests.displaySwitchedOff() }

  // Time.

  /// Takes how things are now: whether a visitor has changed anything, and when the attract loop
  /// begins, if it is awaited.
  mutating func settle(isLeft: Bool, attractDue: HostTime?, at now: HostTime) {
    leftSince = isLeft ? leftSince ?? now : nil
    due = [departureTime, attractDue].compactMap(\.self).min()
    countdown.settle(until: due, since: latestUse, at: now)
  }

  /// When all goes back; nil where nothing has to.
  private var departureTime: HostTime? {
    guard let leftSince, let limit = idle.limit(hasTouch: touchSince != nil) else { return nil }
    // Where the touchscreen is why it goes back at all, it has not been long since it came.
    let start = idle == .automatic ? touchSince : nil
    return max(leftSince, latestUse, start ?? leftSince) + limit
  }

  /// All that is wanted about what was left has been asked for. Should it be left all the same, it is
  /// asked for again.
  mutating func noteDeparture(at now: HostTime) {
    (leftSince, hasAskedProgram) = (now, false)
    departures += 1
  }

  func hasLeft(at now: HostTime) -> Bool { departureTime.map { $0 <= now } ?? false }

  func deadline(at now: HostTime) -> HostTime? {
    due.map { countdown.nextChange(until: $0, since: latestUse, after: now) }
  }
}
