internal import VitrineSchedules
internal import VitrineTiming

/// A text with fields of a row: `{name}`, `{price|0.00} €`, `{departure|HH:MM}`.
package struct RowPattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case field(String, Format?)
  }

  private enum Format: Hashable, Sendable {
    /// A number with this number of decimals after the mark; other texts stay as they are.
    case number(decimals: Int, mark: String)
    /// The hour and minute of a time.
    case time
    case upper
  }

  /// Why a text is not a pattern.
  package struct Failure: Error, Hashable, Sendable {
    package let cause: String
  }

  private var parts: [Part] = []

  /// `{{` is a brace.
  package init(_ text: String) throws(Failure) {
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      add(rest[..<brace])
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        add("{")
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}") else {
        throw Failure(cause: "the brace of {\(rest) is not closed")
      }
      parts.append(try Self.field(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    add(rest)
  }

  private mutating func add(_ text: Substring) {
    guard !text.isEmpty else { return }
    if case .text(let before)? = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(.text(String(text)))
    }
  }

  private static func field(_ text: Substring) throws(Failure) -> Part {
    let halves = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let name = trimmed(halves[0])
    guard !name.isEmpty else { throw Failure(cause: "{\(text)} has no name") }
    guard halves.count == 2 else { return .field(name, nil) }
    let word = trimmed(halves[1])
    let format: Format
    switch word {
    case "HH:MM": format = .time
    case "upper": format = .upper
    case "0": format = .number(decimals: 0, mark: "")
    default:
      let decimals = word.dropFirst(2)
      guard word.hasPrefix("0.") || word.hasPrefix("0,"), (1...4).contains(decimals.count),
        decimals.allSatisfy({ $0 == "0" })
      else {
        throw Failure(
          cause: "unknown format \(word): expected 0, 0.00 or 0,00 (decimals), HH:MM or upper")
      }
      format = .number(decimals: decimals.count, mark: String(word.dropFirst().prefix(1)))
    }
    return .field(name, format)
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  /// The names of the fields.
  package var names: [String] {
    parts.compactMap { if case .field(let name, _) = $0 { name } else { nil } }
  }

  /// The text for a row. `field` returns the field of a name.
  func text(_ field: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let name, nil): field(name)
      case .field(let name, let format?): Self.formatted(field(name), format)
      }
    }.joined()
  }

  private static func formatted(_ field: String, _ format: Format) -> String {
    switch format {
    case .number(let decimals, let mark):
      FieldValue.number(field).flatMap { decimal($0, decimals, mark) } ?? field
    case .time: FieldValue.time(field)?.clockText ?? field
    case .upper: field.uppercased()
    }
  }

  /// Rounds half away from zero. Nil for numbers that are too large.
  private static func decimal(_ number: Double, _ decimals: Int, _ mark: String) -> String? {
    let factor = [1.0, 10, 100, 1000, 10_000][decimals]
    let scaled = (number.magnitude * factor).rounded()
    guard scaled < 1e15 else { return nil }
    // bound: less than 1e15
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    let sign = number < 0 && scaled > 0 ? "−" : ""
    return "\(sign)\(padded.dropLast(decimals))\(mark)\(padded.suffix(decimals))"
  }
}

/// The value of a field that is a number or a time.
enum FieldValue {
  /// A decimal number, with a point or a comma. Not `1,200`, which can be a thousand or one.
  static func number(_ field: String) -> Double? {
    guard (1...20).contains(field.utf8.count),
      field.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.,".utf8.contains($0) })
    else { return nil }
    let digits = field.utf8.drop { "+-".utf8.contains($0) }
    let parts = digits.split(omittingEmptySubsequences: false) { ".,".utf8.contains($0) }
    let isAmbiguous =
      parts.count == 2 && parts[1].count == 3 && (1...3).contains(parts[0].count)
      && parts[0].first != UInt8(ascii: "0")
    guard !isAmbiguous else { return nil }
    return Double(String(field.map { $0 == "," ? "." : $0 }))
  }

  /// A time of day such as `7:05`, `25:10:00` (in the next night, as in GTFS), `2026-12-24` or
  /// `2026-12-24T18:00`.
  static func time(_ field: String) -> FieldTime? {
    if let seconds = ofDay(field) { return .ofDay(seconds) }
    return CivilTime(text: field).map { .moment($0) } ?? CivilDate(text: field).map { .date($0) }
  }

  private static func ofDay(_ field: String) -> Int64? {
    let parts = field.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({
        (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    let numbers = parts.compactMap { Int64($0) }
    guard numbers[0] < 48, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    // bound: less than two days
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }
}

extension CivilTime {
  /// Seconds since midnight.
  var secondOfDay: Int64 { seconds -| CivilTime(date).seconds }
}

/// A time in a field.
enum FieldTime: Hashable {
  /// In seconds from midnight, up to two days.
  case ofDay(Int64)
  case moment(CivilTime)
  case date(CivilDate)

  /// Such as `07:05`.
  var clockText: String? {
    let seconds: Int64
    switch self {
    case .ofDay(let ofDay): seconds = ofDay
    case .moment(let time): seconds = time.seconds - CivilTime(time.date).seconds
    case .date: return nil
    }
    let minutes = seconds / 60 % 1440
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// Around midnight, a time of day belongs to the night between two days: before 4:00, `25:10` is 1:10; after 20:00,
  /// `0:10` is 24:10.
  func near(_ now: CivilTime) -> FieldTime {
    guard case .ofDay(let seconds) = self else { return self }
    let (hour, day) = (now.secondOfDay / 3600, Int64(86_400))
    // bound: less than two days
    if hour < 4, seconds >= day { return .ofDay(seconds - day) }
    if hour >= 20, seconds < 4 * 3600 { return .ofDay(seconds + day) }
    return self
  }

  /// Its seconds beside another time: of the day, or of the calendar. Nil if only one of them has a date.
  func compared(with other: FieldTime) -> (Int64, Int64)? {
    switch (self, other) {
    case (.ofDay(let a), .ofDay(let b)): (a, b)
    case (.ofDay, _), (_, .ofDay): nil
    // A date is compared with the date of a moment.
    case (.date(let a), let b): b.date.map { (Int64(a.day), Int64($0.day)) }
    case (let a, .date(let b)): a.date.map { (Int64($0.day), Int64(b.day)) }
    case (.moment(let a), .moment(let b)): (a.seconds, b.seconds)
    }
  }

  private var date: CivilDate? {
    switch self {
    case .ofDay: nil
    case .moment(let time): time.date
    case .date(let date): date
    }
  }
}
