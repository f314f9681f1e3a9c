/// A day of each year, such as 24 December.
struct YearDay: Hashable, Sendable {
  let month: Int
  let day: Int

  /// Returns nil for a day that no year has.
  init?(month: Int, day: Int) {
    guard CivilDate(year: 2024, month: month, day: day) != nil else { return nil }
    self.month = month
    self.day = day
  }

  init(_ date: CivilDate) {
    let parts = date.parts
    (month, day) = (parts.month, parts.day)
  }

  /// Days since 1970-01-01; 1 March if the year has no 29 February.
  func day(in year: Int) -> Int {
    let date = CivilDate(year: year, month: month, day: day)
    return (date ?? CivilDate(year: year, month: 3, day: 1))?.day ?? 0
  }

  /// Whether the day is in a range, which may extend into the next year.
  func isWithin(from first: YearDay, to last: YearDay) -> Bool {
    first.number <= last.number
      ? (first.number...last.number).contains(number)
      : number >= first.number || number <= last.number
  }

  /// Increases through the year.
  private var number: Int { month * 32 + day }
}
