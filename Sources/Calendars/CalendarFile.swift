package import VitrineSchedules
import VitrineTiming

/// The events of an iCalendar file (RFC 5545).
///
/// Each event that is not cancelled is a period of time, even if it is marked as free. To-dos,
/// journals and alarms are ignored.
package struct CalendarFile: Sendable {
  let windows: [EventSeries.Window]

  /// The maximum file size, in bytes.
  package static let largest = 1024 * 1024
  /// The maximum number of occurrences in the evaluated period.
  package static let mostWindows = 20_000

  /// `zone` returns the machine's rules for a time zone that the file does not define. It is called
  /// before the initialiser returns.
  package init(
    _ bytes: [UInt8], for span: CalendarSpan, zone: @escaping (String) -> ZoneRules?
  ) throws(CalendarFault) {
    guard bytes.count <= Self.largest else {
      throw CalendarFault(line: 1, cause: "larger than \(Self.largest / 1024 / 1024) MiB")
    }
    let calendars = try CalendarComponent.read(bytes)
    var budget = ReadingBudget()
    var windows: [EventSeries.Window] = []
    let end = CivilTime(seconds: span.seconds.upperBound +| 2 * 86_400)
    var zones = try CalendarZones(calendars, to: end, machine: zone, &budget)
    var events: [CalendarEvent] = []
    for component in calendars.flatMap(\.parts) where component.name == "VEVENT" {
      events.append(try CalendarEvent(component))
    }
    for series in EventSeries.grouped(events) {
      windows += try series.windows(in: span.seconds, &zones, &budget)
    }
    self.windows = windows
  }

  /// Returns the periods of all events, or only of those with this title or category.
  package func times(of event: String?) -> CalendarTimes {
    let name = event.map(CalendarEvent.name)
    let chosen = windows.filter { window in name.map(window.names.contains) ?? true }
    return CalendarTimes(
      moments: chosen.filter { !$0.isCivil }.map(\.span),
      civil: chosen.filter(\.isCivil).map(\.span))
  }
}
