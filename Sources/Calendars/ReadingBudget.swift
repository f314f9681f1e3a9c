/// The limits for evaluating a file, whose rules may never end.
struct ReadingBudget {
  /// Steps between occurrences, including those before the evaluated period.
  private var steps = 500_000
  private var windows = CalendarFile.mostWindows
  private let end: ContinuousClock.Instant

  init(timeout: Duration) { end = .now + timeout }

  mutating func consumeStep(line: Int) throws(CalendarFault) {
    steps -= 1
    guard steps >= 0 else {
      throw CalendarFault(
        line: line, cause: "too many repetitions since DTSTART; set a later DTSTART, or add UNTIL")
    }
    // A single step of libical may take long.
    try checkTime(line: line)
  }

  mutating func consumeWindow(line: Int) throws(CalendarFault) {
    windows -= 1
    guard windows >= 0 else {
      throw CalendarFault(
        line: line, cause: "more than \(CalendarFile.mostWindows) events, including repetitions")
    }
  }

  func checkTime(line: Int) throws(CalendarFault) {
    guard ContinuousClock.now > end else { return }
    throw CalendarFault(line: line, cause: "the recurrence rules take too long to evaluate")
  }
}
