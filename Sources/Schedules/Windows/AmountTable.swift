/// A scheduled percentage: rows of a time table, each with an amount. Pure.
package struct AmountTable: Hashable, Sendable {
  /// The time table of each amount, in the order of the rows. The first one that is open applies.
  private var parts: [Part] = []

  private struct Part: Hashable {
    let amount: Int
    let table: TimeTable
  }

  /// A line of a table: `mon-fri 08:00-20:00 40%`, or a day without an amount: `2026-12-25 off`.
  package struct Row: Hashable, Sendable {
    let row: TimeTable.Row
    /// In per cent.
    let amount: Int?

    /// Parses a line, ignoring case.
    package init(_ line: String) throws(TimeTable.Row.Fault) {
      let words = line.split(separator: " ")
      let isOff = words.count == 2 && words[1].lowercased() == "off"
      guard !isOff else {
        (row, amount) = (try TimeTable.Row(line), nil)
        return
      }
      guard let last = words.last, last.hasSuffix("%"), words.count > 2,
        let amount = decimal(last.dropLast(), below: 101)
      else {
        throw TimeTable.Row.Fault(
          cause: "expected days, times and a percentage, such as mon-fri 08:00-20:00 40%")
      }
      row = try TimeTable.Row(words.dropLast().joined(separator: " "))
      guard !row.spans.isEmpty else {
        throw TimeTable.Row.Fault(
          cause: "nothing may follow off; write times, or remove the percentage")
      }
      self.amount = amount
    }
  }

  /// Creates an empty table, which sets nothing.
  package init() {}

  package init(_ rows: [Row]) {
    var seen: Set<Int> = []
    for amount in rows.compactMap(\.amount) where seen.insert(amount).inserted {
      // The rows of a date replace those of its weekday, whatever their amounts.
      let own = rows.map { $0.amount == amount ? $0.row : $0.row.off }
      parts.append(Part(amount: amount, table: TimeTable(own, rest: .closed)))
    }
  }

  package var isEmpty: Bool { parts.isEmpty }

  /// Returns the percentage; nil if no row applies.
  func amount(at time: CivilTime) -> Int? { parts.first { $0.table.state(at: time) }?.amount }

  /// Returns the last time, up to `time`, at which a row started or ended; nil if there is none.
  func lastChange(before time: CivilTime) -> CivilTime? {
    parts.compactMap { $0.table.lastChange(before: time) }.max()
  }
}

extension TimeTable.Row {
  /// The same days, closed all day.
  var off: TimeTable.Row { TimeTable.Row(days: days, spans: []) }
}

/// The changes that a table of amounts makes, at the starts and ends of its rows. A value that an
/// operator sets stays until the next one. Pure; times are in seconds since 1970-01-01 00:00 UTC.
package struct AmountPlan: Sendable {
  /// The value by the table.
  package enum Amount: Hashable, Sendable {
    /// No row applies: the value without a table.
    case `default`
    /// In per cent.
    case part(Int)
  }

  private var table: AmountTable
  private var held = Value(amount: .default, edge: nil)
  /// Whether the table was replaced since the last call of `update`.
  private var isNew = true

  private struct Value: Equatable {
    let amount: Amount
    /// Distinguishes two rows with the same amount.
    let edge: CivilTime?
  }

  package init(_ table: AmountTable) { self.table = table }

  /// Whether no row applied at the last call of `update`.
  package var isDefault: Bool { held.amount == .default }

  /// Replaces the table. If both set the same amount, an operator's value stays.
  package mutating func replaceTable(_ other: AmountTable) { (table, isNew) = (other, true) }

  /// Returns the amount to set now; nil for no change. An untrusted clock changes nothing.
  package mutating func update(
    at moment: Int64, _ clock: WallClock, isClockTrusted: Bool
  ) -> Amount? {
    guard isClockTrusted else { return nil }
    let time = clock.time(at: moment)
    let now = Value(
      amount: table.amount(at: time).map(Amount.part) ?? .default,
      edge: table.lastChange(before: time))
    defer { (held, isNew) = (now, false) }
    return (isNew ? now.amount == held.amount : now == held) ? nil : now.amount
  }
}
