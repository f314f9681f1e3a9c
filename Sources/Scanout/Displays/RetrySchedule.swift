internal import VitrineTiming

/// When a display that failed is tried again, and one that has not said what it takes is asked again.
/// A value.
struct RetrySchedule {
  /// When to try again; nil while nothing is to be.
  private(set) var due: HostTime?
  /// How often a display was asked that does not say what it takes.
  private var questions = 0
  private var pace = RetryPace()

  /// How often in a row it failed.
  var failures: Int { pace.failures }

  /// The display failed.
  mutating func noteFailure(at now: HostTime) { due = now + pace.failed() }

  /// There is no device.
  mutating func noteNoDevice(at now: HostTime) { due = now + .seconds(1) }

  /// A link that failed again waits.
  mutating func noteLink(due link: HostTime) { due = min(due ?? link, link) }

  mutating func noteLit() { due = nil }

  /// A picture has come on screen by a flip.
  mutating func noteFlip() { pace.flipped() }

  /// The display was asked; `isProvisional` is whether it has not said what it takes.
  mutating func noteQuestion(isProvisional: Bool, at now: HostTime) {
    guard isProvisional else { return questions = 0 }
    guard due == nil else { return }
    due = now + ProbeSchedule.provisionalInterval(after: questions)
    questions += 1
  }

  /// Whether it is time, which it is once.
  mutating func takeDue(now: HostTime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
