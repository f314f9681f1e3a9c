internal import VitrinePlayback

/// The state of the system clock.
package struct ClockFacts: Hashable, Sendable {
  package var year: Int
  /// Whether the kernel's clock status, which an NTP client sets, is synchronised.
  package var isSynchronised = true
  /// Whether there is evidence that it was set since boot.
  package var isTrusted = true
  /// Whether the configuration depends on the time of day.
  package var isNeeded = false

  package init(year: Int) { self.year = year }
}

extension ClockFacts {
  /// Whether schedules can work. Playback uses another clock, which always runs.
  var findings: [Finding] {
    let cure = "sudo timedatectl set-ntp true"
    // This program was written in 2024 or later, so no earlier time can be right.
    guard year >= 2024 else {
      let verdict: Verdict = isNeeded ? .bad(.configuration) : .advice
      return [
        Finding(
          .clock, verdict, "the clock is wrong: it says \(year)",
          cause: "no battery-backed clock, and no time server reached yet; schedules are off",
          cure: cure)
      ]
    }
    guard isTrusted else {
      return [
        Finding(
          .clock, isNeeded ? .bad(.configuration) : .advice, "the clock is not set yet",
          cause: "no battery-backed clock, and no time server reached yet; schedules are off",
          cure: "timedatectl timesync-status")
      ]
    }
    guard isSynchronised else {
      return [
        Finding(
          .clock, .advice, "no service synchronises the clock",
          cause: isNeeded
            ? "it drifts by seconds a day, and the schedule with it"
            : "it drifts by seconds a day", cure: cure)
      ]
    }
    return [Finding(.clock, .good, "synchronised with a time server")]
  }
}
