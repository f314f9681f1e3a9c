internal import VitrineTiming

/// When a transfer sends its request, and when the response has to begin or continue.
struct TransferSchedule {
  private let limits: TransferLimits
  /// Set until the request is sent.
  private var due: HostTime?
  /// When the response has to begin or continue; nil while nothing is expected.
  private(set) var deadline: HostTime?
  private var begun: HostTime?
  /// Whether open connections may be dead.
  private(set) var isHurried = false

  /// A younger request is not repeated after a network change.
  private static let patience = Duration.seconds(1)
  /// The timeout for the short body of a redirect.
  private static let redirectTimeout = Duration.seconds(1)

  init(due: HostTime, _ limits: TransferLimits) {
    self.due = due
    self.limits = limits
  }

  /// The next time to act.
  var next: HostTime? { due ?? deadline }

  func isDue(at now: HostTime) -> Bool { due.map { $0 <= now } ?? false }

  /// Records that the request is sent.
  mutating func begin(at now: HostTime) {
    due = nil
    begun = now
    deadline = now + limits.connectTimeout + limits.responseTimeout
  }

  /// Reacts to a network change: returns whether to send the request now, because it waits for a
  /// retry, or is old and has no response. Connections from before the change are slow to fail.
  mutating func hurry(at now: HostTime, awaitsResponse: Bool) -> Bool {
    let isOld = begun.map { now - $0 >= Self.patience } ?? false
    guard due != nil || awaitsResponse && isOld else { return false }
    due = now
    deadline = nil
    isHurried = true
    return true
  }

  /// Records data of the response.
  mutating func recordProgress(at now: HostTime) { deadline = now + limits.idleTimeout }

  mutating func recordRedirect(at now: HostTime) { deadline = now + Self.redirectTimeout }

  /// Expects nothing while the sink accepts no data, so the server may be silent.
  mutating func pause() { deadline = nil }

  /// The response has ended.
  mutating func end() { deadline = nil }

  /// Sends the request to a redirect's target.
  mutating func follow(at now: HostTime) { due = now }

  /// Stops waiting.
  mutating func leave() {
    due = nil
    deadline = nil
  }
}
