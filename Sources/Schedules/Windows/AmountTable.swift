/// How much of something there is when: rows of a time table, each with a part of the whole behind it. Pure.
public struct AmountTable: Hashable, Sendable {
  /// For each amount when it holds, in the order of the rows: of two that hold at once the first.
  private var parts: [Part] = []

  private struct Part: Hashable {
    let amount: Int
    let table: TimeTable
  }

  /// One line of a table: `mon-fri 08:00-20:00 40%`, or days on which no row holds: `2026-12-25 off`.
  public struct Row: Hashable, Sendable {
    let row: TimeTable.Row
    /// In hundredths.
    let amount: Int?

    /// Reads a line; capitals do not matter.
    public init(_ line: String) throws(TimeTable.Row.Fault) {
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
          cause: "write days, times and how much of the whole, mon-fri 08:00-20:00 40%")
      }
      row = try TimeTable.Row(words.dropLast().joined(separator: " "))
      guard !row.spans.isEmpty else {
        throw TimeTable.Row.Fault(
          cause: "off has nothing behind it; write times, or leave out the part")
      }
      self.amount = amount
    }
  }

  /// No rows: nothing is said.
  public init() {}

  public init(_ rows: [Row]) {
    var seen: Set<Int> = []
    for amount in rows.compactMap(\.amount) where seen.insert(amount).inserted {
      // A day that has rows of its own has none of its weekday's, whatever their amounts are.
      let own = rows.map { $0.amount == amount ? $0.row : $0.row.off }
      parts.append(Part(amount: amount, table: TimeTable(own, rest: .closed)))
    }
  }

  public var isEmpty: Bool { parts.isEmpty }

  /// In hundredths; nil where no row holds.
  func amount(at time: CivilTime) -> Int? { parts.first { $0.table.state(at: time) }?.amount }

  /// The last time up to this one at which a row began or ended; nil where none has.
  func lastChange(before time: CivilTime) -> CivilTime? {
    parts.compactMap { $0.table.lastChange(before: time) }.max()
  }
}

extension TimeTable.Row {
  /// The same days, on which nothing is open.
  var off: TimeTable.Row { TimeTable.Row(days: days, spans: []) }
}

/// What is set by a table of amounts, and when: at the edges of its rows. What an operator sets meanwhile stands
/// until the next one. Pure; moments are in seconds since 1970-01-01 00:00 UTC.
public struct AmountPlan: Sendable {
  /// What holds by the table.
  public enum Amount: Hashable, Sendable {
    /// No row: what it is without a table.
    case usual
    /// In hundredths.
    case part(Int)
  }

  private var table: AmountTable
  private var held = Held(amount: .usual, edge: nil)
  /// Whether the table, and so its edges, are others than those that it was held by.
  private var isNew = true

  private struct Held: Equatable {
    let amount: Amount
    /// Tells two rows with the same amount apart.
    let edge: CivilTime?
  }

  public init(_ table: AmountTable) { self.table = table }

  /// Whether no row held at the last look.
  public var isUsual: Bool { held.amount == .usual }

  /// Another table counts from now on. What holds by both stays as the operator has set it.
  public mutating func exchange(_ other: AmountTable) { (table, isNew) = (other, true) }

  /// What is to be set at this moment; nil where it stays as it is. By a clock that is not set nothing is.
  public mutating func look(
    at moment: Int64, _ clock: WallClock, isClockTrusted: Bool
  ) -> Amount? {
    guard isClockTrusted else { return nil }
    let time = clock.time(at: moment)
    let now = Held(
      amount: table.amount(at: time).map(Amount.part) ?? .usual,
      edge: table.lastChange(before: time))
    defer { (held, isNew) = (now, false) }
    return (isNew ? now.amount == held.amount : now == held) ? nil : now.amount
  }
}
