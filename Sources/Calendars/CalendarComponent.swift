/// A component of a calendar, from a `BEGIN` to its `END`.
struct CalendarComponent {
  let name: String
  /// The line of its `BEGIN`.
  let line: Int
  private(set) var lines: [ContentLine] = []
  private(set) var parts: [CalendarComponent] = []

  /// Deep enough for an alarm in an event in a calendar, which takes three levels.
  private static let deepest = 8

  private init(_ begin: ContentLine) {
    (name, line) = (begin.value.uppercased(), begin.number)
  }

  /// Returns the first line with a name.
  func first(_ name: String) -> ContentLine? { lines.first { $0.name == name } }

  func all(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }

  /// Returns the calendars of a file; most have one.
  static func read(_ bytes: [UInt8]) throws(CalendarFault) -> [CalendarComponent] {
    var calendars: [CalendarComponent] = []
    var open: [CalendarComponent] = []
    for (number, bytes) in unfolded(bytes) {
      let line = try ContentLine(bytes, number: number)
      if line.name == "BEGIN" {
        open.append(try begun(line, in: open))
      } else if line.name == "END" {
        guard let ended = open.popLast(), ended.name == line.value.uppercased() else {
          throw CalendarFault(line: number, cause: "END does not match the last BEGIN")
        }
        if open.isEmpty {
          calendars.append(ended)
        } else {
          open[open.count - 1].parts.append(ended)
        }
      } else {
        guard !open.isEmpty else { throw noCalendar(number) }
        open[open.count - 1].lines.append(line)
      }
    }
    if let last = open.last {
      throw CalendarFault(line: last.line, cause: "BEGIN without END")
    }
    guard !calendars.isEmpty else { throw noCalendar(1) }
    return calendars
  }

  private static func begun(
    _ line: ContentLine, in open: [CalendarComponent]
  ) throws(CalendarFault) -> CalendarComponent {
    let component = CalendarComponent(line)
    if open.isEmpty, component.name != "VCALENDAR" { throw noCalendar(line.number) }
    guard open.count < deepest else {
      throw CalendarFault(
        line: line.number, cause: "components nested more than \(deepest) levels deep")
    }
    return component
  }

  private static func noCalendar(_ line: Int) -> CalendarFault {
    CalendarFault(line: line, cause: "not a calendar: expected BEGIN:VCALENDAR")
  }

  /// Returns the lines with their numbers. A line that starts with a space or tab continues the
  /// previous one.
  private static func unfolded(_ bytes: [UInt8]) -> [(number: Int, bytes: [UInt8])] {
    var lines: [(number: Int, bytes: [UInt8])] = []
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    let split = text.split(separator: 10, omittingEmptySubsequences: false)
    for (index, raw) in split.enumerated() {
      let line = raw.last == 13 ? raw.dropLast() : raw
      if let first = line.first, first == 32 || first == 9, !lines.isEmpty {
        lines[lines.count - 1].bytes += line.dropFirst()
      } else if !line.isEmpty {
        lines.append((index + 1, Array(line)))
      }
    }
    return lines
  }
}
