internal import VitrineSchedules
internal import VitrineTiming

/// A condition for showing a row: `available != no and (departure >= now or platform)`.
///
/// A comparison has a field on its left, and on its right a number, a text, a time, `now` or `today`. A field alone is
/// true if it is not empty. `and` binds tighter than `or`, `not` tightest.
package indirect enum RowCondition: Hashable, Sendable {
  case filled(String)
  case compare(String, Comparison, Value)
  case not(RowCondition)
  case and(RowCondition, RowCondition)
  case or(RowCondition, RowCondition)

  package enum Comparison: String, Hashable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  package enum Value: Hashable, Sendable {
    case text(String)
    case now, today
  }

  /// Why a text is not a condition.
  package struct Failure: Error, Hashable, Sendable {
    package let cause: String
  }

  package init(_ text: String) throws(Failure) {
    var parser = ConditionParser(try ConditionToken.all(in: text))
    self = try parser.whole()
  }

  /// The names of the fields.
  package var names: [String] {
    switch self {
    case .filled(let name), .compare(let name, _, _): [name]
    case .not(let inner): inner.names
    case .and(let a, let b), .or(let a, let b): a.names + b.names
    }
  }

  /// Whether it depends on the time.
  package var isTimed: Bool {
    switch self {
    case .filled: false
    case .compare(_, _, let value): value == .now || value == .today
    case .not(let inner): inner.isTimed
    case .and(let a, let b), .or(let a, let b): a.isTimed || b.isTimed
    }
  }

  /// Whether a row is shown at a local time. Compared with `now`, times count by the minute.
  func isTrue(at now: CivilTime, _ field: (String) -> String) -> Bool {
    switch self {
    case .filled(let name): !field(name).isEmpty
    case .compare(let name, let comparison, let value):
      comparison.isTrue(field(name), value, at: now)
    case .not(let inner): !inner.isTrue(at: now, field)
    case .and(let a, let b): a.isTrue(at: now, field) && b.isTrue(at: now, field)
    case .or(let a, let b): a.isTrue(at: now, field) || b.isTrue(at: now, field)
    }
  }
}

extension RowCondition.Comparison {
  fileprivate func isTrue(_ field: String, _ value: RowCondition.Value, at now: CivilTime) -> Bool {
    switch value {
    case .text(let text): return holds(order(of: field, text))
    case .today:
      guard let time = FieldValue.time(field) else { return false }
      return time.compared(with: .date(now.date)).map { holds(sign(of: $0, $1)) } ?? false
    case .now:
      guard let time = FieldValue.time(field) else { return false }
      let minute = CivilTime(seconds: now.seconds -| now.seconds % 60)
      let present: FieldTime =
        if case .ofDay = time { .ofDay(minute.secondOfDay) } else { .moment(minute) }
      return time.near(minute).compared(with: present).map { holds(sign(of: $0, $1)) } ?? false
    }
  }

  private func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

/// −1, 0 or 1. Numbers and times are compared as such, other texts without regard to case.
func order(of a: String, _ b: String) -> Int {
  if let a = FieldValue.number(a), let b = FieldValue.number(b) { return sign(of: a, b) }
  if let a = FieldValue.time(a), let b = FieldValue.time(b), let pair = a.compared(with: b) {
    return sign(of: pair.0, pair.1)
  }
  return sign(of: a.lowercased(), b.lowercased())
}

private func sign<Value: Comparable>(of a: Value, _ b: Value) -> Int {
  a < b ? -1 : a > b ? 1 : 0
}

/// The order of a column: numbers first, then times, then other texts.
enum SortKey: Hashable, Comparable {
  case number(Double)
  case ofDay(Int64)
  case moment(Int64)
  case text(String)

  /// Times of day that follow in the next hours come first, if the time is known.
  init(_ field: String, near now: CivilTime?) {
    if let number = FieldValue.number(field) {
      self = .number(number)
    } else if let time = FieldValue.time(field) {
      switch now.map(time.near) ?? time {
      case .ofDay(let seconds): self = .ofDay(seconds)
      case .moment(let time): self = .moment(time.seconds)
      case .date(let date): self = .moment(CivilTime(date).seconds)
      }
    } else {
      self = .text(field.lowercased())
    }
  }
}

private enum ConditionToken: Hashable {
  case word(String)
  /// In quotation marks.
  case quoted(String)
  case comparison(RowCondition.Comparison)
  case open, close

  private static let most = 200

  static func all(in text: String) throws(RowCondition.Failure) -> [ConditionToken] {
    var tokens: [ConditionToken] = []
    var rest = text[...]
    while let first = rest.first {
      guard tokens.count < most else {
        throw RowCondition.Failure(cause: "the condition is too long")
      }
      switch first {
      case " ": rest = rest.dropFirst()
      case "(", ")":
        tokens.append(first == "(" ? .open : .close)
        rest = rest.dropFirst()
      case "'", "\"":
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: first) else {
          throw RowCondition.Failure(cause: "a quotation mark is not closed")
        }
        tokens.append(.quoted(String(inner[..<end])))
        rest = inner[inner.index(after: end)...]
      case "=", "!", "<", ">":
        let sign = rest.prefix { "=!<>".contains($0) }
        guard let comparison = RowCondition.Comparison(rawValue: String(sign)) else {
          throw RowCondition.Failure(
            cause: "unknown comparison \(sign): expected =, !=, <, <=, > or >=")
        }
        tokens.append(.comparison(comparison))
        rest = rest.dropFirst(sign.count)
      default:
        let word = rest.prefix { !" ()'\"=!<>".contains($0) }
        tokens.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      }
    }
    return tokens
  }
}

private struct ConditionParser {
  private var tokens: ArraySlice<ConditionToken>
  private var depth = 0
  private static let deepest = 16

  init(_ tokens: [ConditionToken]) { self.tokens = tokens[...] }

  mutating func whole() throws(RowCondition.Failure) -> RowCondition {
    let condition = try either()
    guard let next = tokens.first else { return condition }
    throw expected("and, or, or the end", next)
  }

  private mutating func either() throws(RowCondition.Failure) -> RowCondition {
    var condition = try both()
    while skip("or") { condition = .or(condition, try both()) }
    return condition
  }

  private mutating func both() throws(RowCondition.Failure) -> RowCondition {
    var condition = try single()
    while skip("and") { condition = .and(condition, try single()) }
    return condition
  }

  private mutating func single() throws(RowCondition.Failure) -> RowCondition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw RowCondition.Failure(cause: "nested too deeply (limit: \(Self.deepest) levels)")
    }
    if skip("not") { return .not(try single()) }
    switch tokens.popFirst() {
    case .open?:
      let inner = try either()
      guard tokens.popFirst() == .close else {
        throw RowCondition.Failure(cause: "a parenthesis is not closed")
      }
      return inner
    case .word(let name)?, .quoted(let name)?: return try comparison(of: name)
    case let other: throw expected("the name of a field", other)
    }
  }

  private mutating func comparison(
    of name: String
  ) throws(RowCondition.Failure) -> RowCondition {
    guard case .comparison(let comparison)? = tokens.first else { return .filled(name) }
    tokens = tokens.dropFirst()
    switch tokens.popFirst() {
    case .word("now")?: return .compare(name, comparison, .now)
    case .word("today")?: return .compare(name, comparison, .today)
    case .word(let text)?, .quoted(let text)?: return .compare(name, comparison, .text(text))
    case let other: throw expected("a value after \(comparison.rawValue)", other)
    }
  }

  private mutating func skip(_ word: String) -> Bool {
    guard tokens.first == .word(word) else { return false }
    tokens = tokens.dropFirst()
    return true
  }

  private func expected(_ what: String, _ token: ConditionToken?) -> RowCondition.Failure {
    let found =
      switch token {
      case .word(let word)?, .quoted(let word)?: "got \(word)"
      case .comparison(let comparison)?: "got \(comparison.rawValue)"
      case .open?: "got ("
      case .close?: "got )"
      case nil: "the condition ends"
      }
    return RowCondition.Failure(cause: "expected \(what), \(found)")
  }
}
