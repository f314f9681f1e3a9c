/// A day of each year, such as the 24th of December.
struct YearDay: Hashable, Sendable {
  let month: Int
  let day: Int

  /// Nil for a day that no year has.
  init?(month: Int, day: Int) {
    guard CivilDate(year: 2024, month: month, day: day) != nil else { return nil }
    (self.month, self.day) = (month, day)
  }

  init(_ date: CivilDate) {
    let parts = date.parts
    (month, day) = (parts.month, parts.day)
  }

  /// Since 1970-01-01; the 1st of March where the year has no 29th of February.
  func day(in year: Int) -> Int {
    let date = CivilDate(year: year, month: month, day: day)
    return (date ?? CivilDate(year: year, month: 3, day: 1))?.day ?? 0
  }

  /// Whether it is one of the days from one to another, which may lie in the next year.
  func lies(from first: YearDay, to last: YearDay) -> Bool {
    first.number <= last.number
      ? (first.number...last.number).contains(number)
      : number >= first.number || number <= last.number
  }

  /// In the order of the year.
  private var number: Int { month * 32 + day }
}
