import VitrineSchedules

/// An event, component VEVENT: RFC 5545, section 3.6.1.
final class CalendarEvent {
  let line: Int
  /// Nil if no other event shares it.
  let uid: String?
  /// The lower-case title and categories, which lists select events by.
  let names: Set<String>
  /// Of several events with the same UID, the highest sequence counts.
  let sequence: Int
  let isCancelled: Bool
  let begin: EventTime
  let end: EventTime?
  let length: EventLength?
  private(set) var repetition = Repetition()
  /// The occurrence of the series that this event replaces.
  let replaced: EventTime?
  /// Whether it also replaces all later occurrences.
  let replacesFollowing: Bool

  /// The recurrence rules, additional times and exceptions.
  struct Repetition {
    var rules: [RecurrenceRule] = []
    var additions: [Addition] = []
    var exceptions: [EventTime] = []
  }

  /// An additional time of the event.
  final class Addition {
    let begin: EventTime
    let end: EventTime?
    let length: EventLength?

    init(begin: EventTime, end: EventTime?, length: EventLength?) {
      self.begin = begin
      self.end = end
      self.length = length
    }
  }

  init(_ component: CalendarComponent) throws(CalendarFault) {
    line = component.line
    uid = component.first("UID")?.value
    let words = [component.first("SUMMARY")?.text].compactMap(\.self)
    let categories = component.all("CATEGORIES").flatMap(\.texts)
    names = Set((words + categories).map(Self.name))
    sequence = component.first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    isCancelled = component.first("STATUS")?.value.uppercased() == "CANCELLED"
    guard let start = component.first("DTSTART") else {
      throw CalendarFault(line: line, cause: "an event needs DTSTART")
    }
    begin = try EventTime(start)
    end = try component.first("DTEND").map(EventTime.init)
    length = try component.first("DURATION").map { line throws(CalendarFault) in
      try EventLength(line.value[...], line: line.number)
    }
    let id = component.first("RECURRENCE-ID")
    replaced = try id.map(EventTime.init)
    replacesFollowing = id?.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
    if let line = component.first("EXRULE") {
      throw CalendarFault(line: line.number, cause: "EXRULE is not supported; use EXDATE")
    }
    try readRepetition(component)
  }

  private func readRepetition(_ component: CalendarComponent) throws(CalendarFault) {
    for line in component.all("RRULE") {
      repetition.rules.append(try RecurrenceRule(line, isWholeDay: begin.isDay))
    }
    for line in component.all("EXDATE") {
      for word in line.value.split(separator: ",") {
        repetition.exceptions.append(try EventTime(word, of: line))
      }
    }
    for line in component.all("RDATE") {
      for word in line.value.split(separator: ",") {
        repetition.additions.append(try Self.addition(word, line))
      }
    }
  }

  /// Parses a time or a period, which is a time with an end or a duration after a slash.
  private static func addition(
    _ word: Substring, _ line: ContentLine
  ) throws(CalendarFault) -> Addition {
    let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let begin = try EventTime(parts[0], of: line)
    guard parts.count == 2 else { return Addition(begin: begin, end: nil, length: nil) }
    guard parts[1].utf8.first.map({ $0 | 0x20 }) == UInt8(ascii: "p") else {
      return Addition(begin: begin, end: try EventTime(parts[1], of: line), length: nil)
    }
    return Addition(
      begin: begin, end: nil, length: try EventLength(parts[1], line: line.number))
  }

  /// Ignores case and surrounding space.
  static func name(_ text: String) -> String {
    let words = text.lowercased().split(omittingEmptySubsequences: false) { $0.isWhitespace }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
