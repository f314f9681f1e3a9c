/// The limits for evaluating a file, whose rules may never end. They count work and not time, so
/// that a file is accepted by all machines or by none.
struct ReadingBudget {
  /// Steps between occurrences, including those before the evaluated period.
  private var steps: Int
  private var windows = CalendarFile.mostWindows

  init(steps: Int = 500_000) { self.steps = steps }

  mutating func consumeSteps(_ count: Int, line: Int) throws(CalendarFault) {
    steps -= count
    guard steps >= 0 else {
      throw CalendarFault(
        line: line, cause: "too many repetitions since DTSTART; set a later DTSTART, or add UNTIL")
    }
  }

  mutating func consumeWindow(line: Int) throws(CalendarFault) {
    windows -= 1
    guard windows >= 0 else {
      throw CalendarFault(
        line: line, cause: "more than \(CalendarFile.mostWindows) events, including repetitions")
    }
  }
}
