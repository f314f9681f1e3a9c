internal import VitrineTiming

/// The type of a property's value, with conversions from text and JSON. A value type.
///
/// The corresponding C type is `m_option_type` of mpv's `options/m_option.h`.
enum MPVKind: Hashable, Sendable {
  case flag
  case integer(ClosedRange<Int64>)
  case double(ClosedRange<Double>)
  /// Seconds, or `1:02:03.5`.
  case time
  case text
  /// One of these words, or a number if there is a range.
  case choice([String], ClosedRange<Int64>?)
  /// A list or a map; read-only.
  case node

  /// Converts a JSON value. Throws if its type or the value is invalid.
  func value(_ given: MPVValue) throws(MPVError) -> MPVValue {
    switch (self, given) {
    case (_, .text(let text)): return try value(text)
    case (.flag, .flag): return given
    case (.integer(let range), .integer(let number)):
      guard range.contains(number) else { throw .badFormat }
      return given
    case (.double(let range), .integer(let number)):
      return try checked(Double(number), range)
    case (.double(let range), .double(let number)): return try checked(number, range)
    case (.time, .integer(let number)): return .double(Double(number))
    case (.time, .double(let number)): return try checked(number, -1e9...1e9)
    case (.choice(let words, _), .flag(let isSet)):
      let word = isSet ? "yes" : "no"
      if isSet, !words.contains(word), words.contains("inf") { return .text("inf") }
      guard words.contains(word) else { throw .badFormat }
      return .text(word)
    case (.choice(_, let range?), .integer(let number)):
      guard range.contains(number) else { throw .badFormat }
      return given
    default: throw .noAccess
    }
  }

  private func checked(
    _ number: Double, _ range: ClosedRange<Double>
  ) throws(MPVError) -> MPVValue {
    guard range.contains(number) else { throw .badFormat }
    return .double(number)
  }

  /// Converts text.
  func value(_ text: String) throws(MPVError) -> MPVValue {
    switch self {
    case .flag:
      switch text {
      case "yes", "true": return .flag(true)
      case "no", "false": return .flag(false)
      default: throw .badFormat
      }
    case .integer:
      // bound: the caller checks the kind's range
      guard let number = Int64(text) else { throw .badFormat }
      return try value(.integer(number))
    case .double(let range):
      guard let number = Double(text) else { throw .badFormat }
      return try checked(number, range)
    case .time:
      guard let seconds = Self.seconds(text) else { throw .badFormat }
      return .double(seconds)
    case .text: return .text(text)
    case .choice(let words, let range):
      if words.contains(text) { return .text(text) }
      if text == "true" || text == "false" { return try value(.flag(text == "true")) }
      // bound: the caller checks the kind's range
      guard range != nil, let number = Int64(text) else { throw .badFormat }
      return try value(.integer(number))
    case .node: throw .noAccess
    }
  }

  /// Parses `-1:02:03.5`; nil if invalid.
  static func seconds(_ text: String) -> Double? {
    let isBack = text.first == "-"
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(
      separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts.dropLast().allSatisfy({ Int($0) != nil }) else {
      return nil
    }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), number.isFinite, number >= 0 else { return nil }
      seconds = seconds * 60 + number
    }
    guard seconds < 1e9 else { return nil }
    return isBack ? -seconds : seconds
  }
}

extension MPVValue {
  /// A property as text, in the raw format.
  var plainText: String {
    switch self {
    case .none: ""
    case .flag(let isSet): isSet ? "yes" : "no"
    case .integer(let number): "\(number)"
    case .double(let number): number.sixDecimals
    case .text(let text): text
    case .list, .map: json
    }
  }
}
