internal import VitrinePlayback

/// The wall's time.
public struct ClockFacts: Hashable, Sendable {
  public var year: Int
  /// Whether the kernel counts it as right, which who sets it from a network tells it.
  public var isSynchronised = true
  /// Whether anything says that it was set since the machine began.
  public var isTrusted = true
  /// Whether the configuration has times of day.
  public var isNeeded = false

  public init(year: Int) { self.year = year }
}

extension Facts {
  /// Whether time tables would be kept. Films follow another clock, which always runs.
  var clockFindings: [Finding] {
    clock.findings(.clock) { clock in
      let cure = "sudo timedatectl set-ntp true"
      // No machine that runs this was set before it was written.
      guard clock.year >= 2024 else {
        let verdict: Verdict = clock.isNeeded ? .bad(.configuration) : .advice
        return [
          Finding(
            .clock, verdict, "the clock is wrong: it says \(clock.year)",
            cause: "no battery-backed clock, and no time server reached yet; schedules are off",
            cure: cure)
        ]
      }
      guard clock.isTrusted else {
        return [
          Finding(
            .clock, clock.isNeeded ? .bad(.configuration) : .advice, "the clock is not set yet",
            cause: "no battery-backed clock, and no time server reached yet; schedules are off",
            cure: "timedatectl timesync-status")
        ]
      }
      guard clock.isSynchronised else {
        return [
          Finding(
            .clock, .advice, "no service synchronises the clock",
            cause: clock.isNeeded
              ? "it drifts by seconds a day, and the schedule with it"
              : "it drifts by seconds a day", cure: cure)
        ]
      }
      return [Finding(.clock, .good, "synchronised with a time server")]
    }
  }
}
