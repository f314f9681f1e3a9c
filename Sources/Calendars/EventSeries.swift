import VitrineSchedules
import VitrineTiming

/// The events with the same UID: a recurring event, and those that replace some of its occurrences.
struct EventSeries {
  /// Nil if the file only has replacements.
  private var main: CalendarEvent?
  private var others: [CalendarEvent] = []

  /// The period of an occurrence.
  struct Window {
    let names: Set<String>
    /// In seconds of UTC, or of `CivilTime` if it is floating.
    let span: Range<Int64>
    let isCivil: Bool
  }

  /// An occurrence, in the time zone of the series.
  private struct Occurrence {
    var begin: CivilTime
    var event: CalendarEvent
    /// The additional time that it comes from, if any.
    var addition: CalendarEvent.Addition?
  }

  /// Groups events by UID, in the order of the file.
  static func grouped(_ events: [CalendarEvent]) -> [EventSeries] {
    var series: [EventSeries] = []
    var places: [String: Int] = [:]
    for event in events {
      if let uid = event.uid, let place = places[uid] {
        series[place].add(event)
      } else {
        if let uid = event.uid { places[uid] = series.count }
        series.append(EventSeries())
        series[series.count - 1].add(event)
      }
    }
    return series
  }

  private mutating func add(_ event: CalendarEvent) {
    if event.replaced != nil {
      others.append(event)
    } else if event.sequence >= main?.sequence ?? .min {
      main = event
    }
  }

  func windows(
    in span: Range<Int64>, _ zones: inout CalendarZones, _ budget: inout ReadingBudget
  ) throws(CalendarFault) -> [Window] {
    var occurrences: [Occurrence] = []
    if let main {
      guard !main.isCancelled else { return [] }
      occurrences = try self.occurrences(of: main, span, &zones, &budget)
    } else {
      occurrences = others.filter { !$0.isCancelled }
        .map { Occurrence(begin: $0.begin.civil, event: $0) }
    }
    var windows: [Window] = []
    for occurrence in occurrences {
      try budget.consumeSteps(1, line: occurrence.event.line)
      let place = main?.begin.place ?? occurrence.event.begin.place
      let window = try self.window(occurrence, in: place, &zones)
      guard Self.isNear(window.span, span, window.isCivil) else { continue }
      try budget.consumeWindow(line: occurrence.event.line)
      windows.append(window)
    }
    return windows
  }

  /// Extends the period for floating times, since no two clocks differ by two days.
  private static func isNear(_ span: Range<Int64>, _ other: Range<Int64>, _ isCivil: Bool) -> Bool {
    let slack: Int64 = isCivil ? 2 * 86_400 : 0
    return span.upperBound > other.lowerBound -| slack && span.lowerBound < other.upperBound
      +| slack
  }
}

// Occurrences.
extension EventSeries {
  private func occurrences(
    of main: CalendarEvent, _ span: Range<Int64>, _ zones: inout CalendarZones,
    _ budget: inout ReadingBudget
  ) throws(CalendarFault) -> [Occurrence] {
    let (begin, place) = (main.begin.civil, main.begin.place)
    let end = CivilTime(seconds: span.upperBound +| 2 * 86_400)
    var found = [begin: Occurrence(begin: begin, event: main)]
    let earliest = try earliest(of: main, span, &zones)
    for rule in main.repetition.rules {
      let last = try rule.until.map { until throws(CalendarFault) in
        try Self.last(until, of: main, &zones)
      }
      let times = try rule.occurrences(from: begin, to: end, &budget) { time in
        last.map { time > $0 } ?? false
      }
      for time in times where time.seconds > earliest {
        found[time] = Occurrence(begin: time, event: main)
      }
    }
    for addition in main.repetition.additions {
      let time = try zones.civil(of: addition.begin, in: place, line: main.line)
      found[time] = Occurrence(begin: time, event: main, addition: addition)
    }
    let days = Self.days(of: main, others, found)
    for exception in Set(main.repetition.exceptions) {
      for key in try Self.keys(exception, main, days, &zones) {
        try budget.consumeSteps(1, line: main.line)
        found[key] = nil
      }
    }
    return try replaced(found, of: main, days, &zones, &budget)
  }

  /// Returns the earliest start of an occurrence that can reach into the period. Without a limit if
  /// an event moves later occurrences.
  private func earliest(
    of main: CalendarEvent, _ span: Range<Int64>, _ zones: inout CalendarZones
  ) throws(CalendarFault) -> Int64 {
    if others.contains(where: \.replacesFollowing) { return .min }
    let whole = Occurrence(begin: main.begin.civil, event: main)
    let length =
      switch try Self.length(of: whole, in: main.begin.place, &zones) {
      case .wall(let length): length
      case .exact(let days, let length): days *| 86_400 +| length
      }
    return span.lowerBound -| 4 * 86_400 -| max(0, length)
  }

  /// Returns the latest start of an occurrence. A date includes the whole day.
  private static func last(
    _ until: EventTime, of main: CalendarEvent, _ zones: inout CalendarZones
  ) throws(CalendarFault) -> CivilTime {
    if until.isDay { return CivilTime(seconds: until.civil.seconds +| 86_399) }
    return try zones.civil(of: until, in: main.begin.place, line: main.line)
  }

  /// Groups the occurrences by day, if exceptions of a timed event are given as dates.
  private static func days(
    of main: CalendarEvent, _ others: [CalendarEvent], _ found: [CivilTime: Occurrence]
  ) -> [CivilDate: [CivilTime]] {
    let dates = main.repetition.exceptions + others.compactMap(\.replaced)
    guard !main.begin.isDay, dates.contains(where: \.isDay) else { return [:] }
    return Dictionary(grouping: found.keys, by: \.date)
  }

  /// Returns the occurrences that a time refers to. A date refers to all that start on it.
  private static func keys(
    _ time: EventTime, _ main: CalendarEvent, _ days: [CivilDate: [CivilTime]],
    _ zones: inout CalendarZones
  ) throws(CalendarFault) -> [CivilTime] {
    if main.begin.isDay { return [CivilTime(time.civil.date)] }
    if time.isDay { return days[time.civil.date] ?? [] }
    return [try zones.civil(of: time, in: main.begin.place, line: main.line)]
  }

  /// The replacement of an occurrence.
  private struct Change {
    let key: CivilTime
    let begin: CivilTime
    let event: CalendarEvent
  }

  /// Applies replacements and cancellations. Of several for the same occurrence, the highest
  /// sequence counts.
  private func replaced(
    _ found: [CivilTime: Occurrence], of main: CalendarEvent, _ days: [CivilDate: [CivilTime]],
    _ zones: inout CalendarZones, _ budget: inout ReadingBudget
  ) throws(CalendarFault) -> [Occurrence] {
    var (single, following): ([CivilTime: Change], [Change]) = ([:], [])
    for event in others.sorted(by: { $0.sequence < $1.sequence }) {
      guard let time = event.replaced else { continue }
      let place = main.begin.place
      let change = Change(
        key: try zones.civil(of: time, in: place, line: event.line),
        begin: try zones.civil(of: event.begin, in: place, line: event.line), event: event)
      if event.replacesFollowing { following.append(change) }
      let keys = try Self.keys(time, main, days, &zones)
      // A replacement without a matching occurrence is added, as calendar programs do.
      for key in keys.isEmpty ? [change.key] : keys where !event.replacesFollowing {
        try budget.consumeSteps(1, line: event.line)
        single[key] = change
      }
    }
    following.sort { $0.key < $1.key }
    var all: [Occurrence] = []
    for (key, old) in found where single[key] == nil {
      try budget.consumeSteps(1, line: main.line)
      guard let change = Self.last(of: following, until: key) else {
        all.append(old)
        continue
      }
      let shift = change.begin.seconds -| change.key.seconds
      all.append(Occurrence(begin: CivilTime(seconds: key.seconds +| shift), event: change.event))
    }
    all += single.values.map { Occurrence(begin: $0.begin, event: $0.event) }
    return all.filter { !$0.event.isCancelled }
  }

  /// Returns the last change at or before a time. The changes are in order.
  private static func last(of changes: [Change], until time: CivilTime) -> Change? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].key <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : changes[low - 1]
  }
}

// Periods.
extension EventSeries {
  private func window(
    _ occurrence: Occurrence, in place: EventTime.Place, _ zones: inout CalendarZones
  ) throws(CalendarFault) -> Window {
    let event = occurrence.event
    var (days, seconds) = (Int64(0), Int64(0))
    switch try Self.length(of: occurrence, in: place, &zones) {
    case .wall(let length): days = length
    case .exact(let number, let length): (days, seconds) = (number *| 86_400, length)
    }
    // Days and local time count in civil time, the rest in elapsed time.
    let begin = occurrence.begin
    let end = CivilTime(seconds: begin.seconds +| days)
    guard let first = try zones.moment(of: begin, in: place, line: event.line),
      let last = try zones.moment(of: end, in: place, line: event.line)
    else {
      let length = max(0, days +| seconds)
      return Window(
        names: event.names, span: begin.seconds..<begin.seconds +| length, isCivil: true)
    }
    // bound: the end is never before the start
    return Window(names: event.names, span: first..<max(first, last +| seconds), isCivil: false)
  }

  /// Returns the duration. Without an end, a date lasts one day and a time has no length.
  private static func length(
    of occurrence: Occurrence, in place: EventTime.Place, _ zones: inout CalendarZones
  ) throws(CalendarFault) -> EventLength {
    let event = occurrence.event
    var (begin, end, length) = (event.begin, event.end, event.length)
    if let own = occurrence.addition, own.end != nil || own.length != nil {
      (begin, end, length) = (own.begin, own.end, own.length)
    }
    if let length { return length }
    guard let end else { return .wall(begin.isDay ? 86_400 : 0) }
    let first = try zones.civil(of: begin, in: place, line: event.line)
    let last = try zones.civil(of: end, in: place, line: event.line)
    guard last >= first else {
      throw CalendarFault(line: event.line, cause: "an event ends before it starts")
    }
    return .wall(last.seconds -| first.seconds)
  }
}
