internal import VitrineTiming

/// When to retry a failed display, and when to probe a monitor again that has not been identified.
struct RetrySchedule {
  /// When to retry; nil if nothing is pending.
  private(set) var due: HostTime?
  /// The number of probes of an unidentified monitor.
  private var questions = 0
  private var pace = RetryPace()

  /// The number of failures in a row.
  var failures: Int { pace.failures }

  /// Records a failure of the display.
  mutating func noteFailure(at now: HostTime) { due = now + pace.failed() }

  /// Records that there is no device.
  mutating func noteNoDevice(at now: HostTime) { due = now + .seconds(1) }

  /// Records a pending check of a failed link.
  mutating func noteLink(due link: HostTime) { due = min(due ?? link, link) }

  mutating func noteLit() { due = nil }

  /// A flip has brought a picture to the screen.
  mutating func noteFlip() { pace.flipped() }

  /// Records a probe; `isProvisional` is whether the monitor was not identified.
  mutating func noteQuestion(isProvisional: Bool, at now: HostTime) {
    guard isProvisional else { return questions = 0 }
    guard due == nil else { return }
    due = now + ProbeSchedule.provisionalInterval(after: questions)
    questions += 1
  }

  /// Returns true once when a retry is due.
  mutating func takeDue(now: HostTime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
