internal import VitrineCalendars
internal import VitrinePlaylists
internal import VitrineSchedules

/// The events of a calendar with a name or category.
struct CalendarQuery: Hashable {
  let path: String
  let event: String?
}

// A fault in a calendar is a fault of the playlist: the current playlist stays, and no item is
// shown at a wrong time.
extension ListExpansion {
  /// Adds the times of the calendar events that `words` name.
  mutating func scheduled(_ words: ItemFields, in list: String, line: Int) -> ItemFields {
    guard let path = words.showing.calendar else {
      if words.showing.event != nil {
        add(
          ListFault(line: line, cause: "event requires calendar: name the calendar file"), in: list)
      }
      return words
    }
    var words = words
    let query = CalendarQuery(path: plainPath(path), event: words.showing.event)
    if calendarTimes[query] == nil, let calendar = calendar(path, in: list, line: line) {
      calendarTimes[query] = calendar.times(of: query.event)
    }
    // Empty times never show the item. A playlist with a fault is not used anyway.
    words.showing.times = calendarTimes[query] ?? CalendarTimes(moments: [], civil: [])
    return words
  }

  /// Each can take seconds to read.
  private static var mostCalendars: Int { 50 }

  /// Reads each file only once.
  private mutating func calendar(_ path: String, in list: String, line: Int) -> CalendarFile? {
    if let known = calendars[plainPath(path)] { return known }
    guard calendars.count < Self.mostCalendars else {
      let cause = "more than \(Self.mostCalendars) calendars: merge some of them"
      add(ListFault(line: line, cause: cause), in: list)
      return nil
    }
    addOrigin(path)
    let calendar = read(path, in: list, line: line)
    calendars[plainPath(path)] = .some(calendar)
    return calendar
  }

  private mutating func read(_ path: String, in list: String, line: Int) -> CalendarFile? {
    let bytes: [UInt8]
    do throws(ListFileError) {
      bytes = try files.bytes(of: path, count: CalendarFile.largest + 1)
    } catch {
      let cause = "cannot read calendar \(quoted(path)): \(error.cause)"
      add(ListFault(line: line, cause: cause), in: list)
      return nil
    }
    guard countBytes(bytes.count, in: list, line: line) else { return nil }
    do throws(CalendarFault) {
      let files = files
      return try CalendarFile(bytes, for: files.calendarSpan) { files.zone(named: $0) }
    } catch {
      add(ListFault(line: error.line, cause: error.cause), in: path)
      return nil
    }
  }
}
