import ArgumentParser
import VitrineContent
import VitrineControl
import VitrinePlayback
import VitrineSchedules

/// The output formats of records.
enum LedgerFormat: String, CaseIterable, ExpressibleByArgument {
  case text, csv, json

  func lines(_ records: [ShowingRecord]) -> [String] {
    switch self {
    case .text: Self.texts(records)
    case .csv:
      [Self.fields.map(\.name).joined(separator: ",")] + records.filter(\.isShowing).map(Self.csv)
    case .json: records.filter(\.isShowing).map(Self.json)
    }
  }

  private struct Field: Sendable {
    let name: String
    let value: @Sendable (ShowingRecord) -> JSONValue
  }

  private static let fields: [Field] = [
    Field(name: "number") { .number(Double($0.number)) },
    Field(name: "start") { .text($0.time($0.begin)) },
    Field(name: "end") { .text($0.time($0.end)) },
    Field(name: "seconds") { .number($0.seconds) }, Field(name: "item") { .text($0.item) },
    Field(name: "title") { .text($0.title) }, Field(name: "sha256") { .text($0.content) },
    Field(name: "list") { .text($0.list) }, Field(name: "campaign") { .text($0.campaign) },
    Field(name: "level") { .text($0.level) }, Field(name: "output") { .text($0.output) },
    Field(name: "frames") { .number(Double($0.frames)) },
    Field(name: "late") { .number(Double($0.late)) },
    Field(name: "missing") { .number(Double($0.missing)) },
    Field(name: "ended") { .text($0.ending.rawValue) },
    Field(name: "interrupted") { .bool($0.isInterrupted) },
    Field(name: "hidden") { .text($0.hidden.joined(separator: " ")) },
    Field(name: "sound") { .bool($0.hasSound) }, Field(name: "clock") { .bool($0.isClockTrusted) },
  ]

  private static func json(_ record: ShowingRecord) -> String {
    let fields = fields.map { field in
      "\"\(field.name)\":" + String(decoding: field.value(record).line.dropLast(), as: UTF8.self)
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  /// A line in the format of RFC 4180.
  private static func csv(_ record: ShowingRecord) -> String {
    fields.map { field in
      switch field.value(record) {
      case .text(let text): quoted(text)
      case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
      case .bool(let flag): flag ? "yes" : "no"
      case .null, .array, .object: ""
      }
    }.joined(separator: ",")
  }

  static func quoted(_ text: String) -> String {
    // A spreadsheet would take these first characters for a formula.
    let safe = text.first.map { "=+-@\t".contains($0) } == true ? "'" + text : text
    guard safe.contains(where: { ",\"\n\r".contains($0) }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }

  /// The records, and the periods without any.
  private static func texts(_ records: [ShowingRecord]) -> [String] {
    var lines: [String] = []
    var before: ShowingRecord?
    for record in records {
      if record.kind == .start, let before, before.kind != .stop {
        lines.append(
          "\(before.time(before.end))  unknown until \(record.time(record.begin)): the player stopped or lost power"
        )
      }
      if record.isShowing { lines.append(text(record, isOpen: false)) }
      before = record
    }
    return lines
  }

  static func text(_ record: ShowingRecord, isOpen: Bool) -> String {
    let tenths = Int((record.seconds * 10).rounded())
    var words = ["\(tenths / 10).\(tenths % 10) s", "\(record.frames) frames"]
    if record.late > 0 { words.append("\(record.late) late") }
    if record.missing > 0 { words.append("\(record.missing) missing") }
    if record.isInterrupted {
      words.append("partly hidden: \(record.hidden.joined(separator: ", "))")
    }
    if record.ending != .ended { words.append(record.ending.rawValue) }
    if !record.isClockTrusted { words.append("clock not set") }
    let place = record.output.isEmpty ? "" : "\(record.output): "
    let start = record.time(record.begin)
    return "\(start)  \(place)\(record.title)  "
      + (isOpen ? "on screen now" : words.joined(separator: ", "))
  }
}

extension ShowingRecord {
  var hidden: [String] {
    Obstacles(rawValue: UInt8(truncatingIfNeeded: obstacles)).names
  }

  var isShowing: Bool { kind == .showing }
  var seconds: Double { (Double(seen) / 1e6).rounded() / 1e3 }

  /// In local time as it was then.
  func time(_ nanoseconds: Int64) -> String {
    WallClock { [offset] _ in offset }.text(Moment(nanoseconds: nanoseconds))
  }
}
