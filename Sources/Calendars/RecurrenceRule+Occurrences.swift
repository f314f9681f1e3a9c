import VitrineSchedules

extension RecurrenceRule {
  /// Returns the occurrences between two times, in order. `isOver` returns whether an occurrence is
  /// after the last one.
  func occurrences(
    from begin: CivilTime, to end: CivilTime, _ budget: inout ReadingBudget,
    isOver: (CivilTime) -> Bool
  ) throws(CalendarFault) -> [CivilTime] {
    var periods = RecurrencePeriods(self, from: begin)
    var found: [CivilTime] = []
    while let period = periods.next(), period.begin <= end {
      // A list of all places may be long.
      let places = places(of: period.count)
      let count = places?.count ?? period.count
      // A comparison takes a fraction of the time of an occurrence.
      let comparisons = period.comparisons + self[.position].count
      try budget.consumeSteps(comparisons / 32 + (count == 0 ? 1 : 0), line: line)
      for index in 0..<count {
        try budget.consumeSteps(1, line: line)
        let time = period[places?[index] ?? index]
        guard time >= begin else { continue }
        if time > end || isOver(time) || self.count.map({ found.count >= $0 }) == true {
          return found
        }
        found.append(time)
      }
    }
    return found
  }

  /// Returns the places of the occurrences that count, of those in a period; nil for all.
  private func places(of count: Int) -> [Int]? {
    guard !self[.position].isEmpty else { return nil }
    let places = self[.position].map { $0 > 0 ? $0 - 1 : count + $0 }
    return Set(places).filter((0..<count).contains).sorted()
  }
}
