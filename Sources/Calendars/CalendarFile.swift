import Synchronization
public import VitrineSchedules
import VitrineTiming

/// What a calendar's file (iCalendar, RFC 5545) says of when its events are. A value, from the file's bytes.
///
/// Each event that is not cancelled is a span of time: also one that is marked as free. To-dos, journals and
/// alarms are passed over.
public struct CalendarFile: Sendable {
  let windows: [EventSeries.Window]

  /// No file is larger, in bytes.
  public static let largest = 1024 * 1024
  /// No file has more events in the time that is looked up, those that repeat counted each time.
  public static let mostWindows = 20_000
  /// libical may be asked by one thread at a time: what it has of its own is not told to be safe.
  private static let turn = Mutex(())
  /// No file's rules are counted out for longer.
  private static let patience = Duration.seconds(5)

  /// `zone` has the machine's clocks of a name, for files that do not describe theirs; asked at once.
  public init(
    _ bytes: [UInt8], for span: CalendarSpan, zone: @escaping (String) -> ZoneRules?
  ) throws(CalendarFault) {
    try self.init(bytes, for: span, patience: Self.patience, zone: zone)
  }

  init(
    _ bytes: [UInt8], for span: CalendarSpan, patience: Duration,
    zone: @escaping (String) -> ZoneRules?
  ) throws(CalendarFault) {
    guard bytes.count <= Self.largest else {
      throw CalendarFault(line: 1, cause: "larger than \(Self.largest / 1024 / 1024) MiB")
    }
    windows = try Self.turn.withLock { _ throws(CalendarFault) in
      try Self.windows(bytes, span.seconds, patience, zone)
    }
  }

  private static func windows(
    _ bytes: [UInt8], _ span: Range<Int64>, _ patience: Duration,
    _ zone: @escaping (String) -> ZoneRules?
  ) throws(CalendarFault) -> [EventSeries.Window] {
    let calendars = try CalendarComponent.read(bytes)
    var budget = ReadingBudget(patience: patience)
    var windows: [EventSeries.Window] = []
    let end = CivilTime(seconds: span.upperBound +| 2 * 86_400)
    var zones = try CalendarZones(calendars, to: end, machine: zone, &budget)
    var events: [CalendarEvent] = []
    for component in calendars.flatMap(\.parts) where component.name == "VEVENT" {
      events.append(try CalendarEvent(component))
    }
    for series in EventSeries.grouped(events) {
      windows += try series.windows(in: span, &zones, &budget)
    }
    return windows
  }

  /// When its events are; with a name only of those that are called so, or are of this category.
  public func times(of event: String?) -> CalendarTimes {
    let name = event.map(CalendarEvent.name)
    let chosen = windows.filter { window in name.map(window.names.contains) ?? true }
    return CalendarTimes(
      moments: chosen.filter { !$0.isCivil }.map(\.span),
      civil: chosen.filter(\.isCivil).map(\.span))
  }
}
