public import VitrinePlayback
import VitrineSchedules

/// The schedule and override reports; docs/operate/control.md describes the fields.
extension JSONValue {
  init(_ report: ScheduleReport) {
    self = .object([
      "level": JSONValue(report.level?.text), "reason": .text(report.reason.rawValue),
      "list": .text(bounded(report.list)), "next": JSONValue(report.next.map(bounded)),
      "change": moment(report.change), "scheduled": .bool(report.isScheduled),
      "clock": .bool(report.isClockTrusted), "programme": .bool(report.isProgramme),
    ])
  }

  /// The current override, or null.
  public init(standing status: PlaybackStatus) {
    self = status.schedule?.override.map { JSONValue($0) } ?? .null
  }

  private init(_ override: ScheduleReport.Override) {
    self = .object([
      "id": .text(override.id), "content": .text(bounded(override.content)),
      "severity": JSONValue(override.severity?.rawValue),
      "end": moment(override.end), "remaining": .number((override.remaining * 10).rounded() / 10),
      "shown": .bool(override.isShown), "kept": .bool(override.isKept),
      "trouble": JSONValue(override.trouble.map(bounded)),
    ])
  }
}

/// In UTC.
func moment(_ moment: Moment?) -> JSONValue {
  JSONValue(moment.map { WallClock { _ in 0 }.text($0) })
}

func bounded(_ text: String) -> String { String(text.unicodeScalars.prefix(1024)) }
