import VitrineDaemon
import VitrinePlaylists
import VitrineSchedules

/// A simulation as text: one line per block, then the faults, then the airtime of each item.
struct RehearsalText {
  private let list: RehearsedList
  private let report: RehearsalReport
  private let clock: WallClock
  /// Gaps, overlaps, and items that are missing or never open.
  let faults: [String]
  /// Items that are not shown in this period, with the reason.
  let neverShown: [String]

  init(
    _ list: RehearsedList, _ report: RehearsalReport, _ clock: WallClock,
    neverShown: [(item: Int, reason: NeverShown)]
  ) {
    self.list = list
    self.report = report
    self.clock = clock
    let gaps = report.gaps.map {
      "gap: nothing to show from \(Self.time($0.begin, clock)) to \(Self.time($0.end, clock))"
    }
    let conflicts = report.conflicts.map { conflict in
      let names = conflict.items.map(list.itemName)
      return
        "overlap: \(Self.time(conflict.begin, clock)): \(names[0]) is exclusive and hides "
        + names.dropFirst().joined(separator: ", ")
    }
    let missing = list.missing.sorted { $0.key < $1.key }.map {
      "missing: \(list.items[$0.key].location): \($0.value)"
    }
    let closed = neverShown.filter(\.reason.isFault)
    func line(_ item: Int, _ reason: NeverShown) -> String {
      "never shown: \(list.itemName(item)): \(Self.words(reason, clock))"
    }
    faults = missing + closed.map(line) + gaps + conflicts
    self.neverShown = neverShown.filter { !$0.reason.isFault }.map(line)
  }

  var lines: [String] {
    var lines: [String] = []
    var day: CivilDate?
    for block in report.blocks {
      let date = clock.time(at: block.begin.second).date
      if date != day {
        lines += (day == nil ? [] : [""]) + ["\(date.text) \(date.weekday.rawValue)"]
      }
      day = date
      lines.append("  " + line(block))
    }
    if !faults.isEmpty { lines += [""] + faults }
    if !neverShown.isEmpty { lines += [""] + neverShown }
    return lines + [""] + totals
  }

  private func line(_ block: RehearsalReport.Block) -> String {
    let end = clock.time(at: block.end.second)
    let times = "\(Self.clockTime(block.begin, clock))-\(Self.clockTime(block.end, clock))"
    let later = end.date != clock.time(at: block.begin.second).date ? " (\(end.date.text))" : ""
    guard let level = block.level else { return "\(times)\(later)  nothing to show" }
    let shown = block.shown.sorted { $0.value.seconds > $1.value.seconds }
    let names = shown.prefix(6).map { "\(list.itemName($0.key)) ×\($0.value.showings)" }
    let more = shown.count > 6 ? ", and \(shown.count - 6) more" : ""
    return "\(times)\(later)  \(level.text): \(names.joined(separator: ", "))\(more)"
  }

  private var totals: [String] {
    let whole = report.totals.values.reduce(0) { $0 + $1.seconds }
    return report.totals.sorted { $0.value.seconds > $1.value.seconds }.map { item, total in
      "\(list.itemName(item)): \(total.showings) showings, \(Self.duration(total.seconds)), "
        + "\(Self.percent(total.seconds, of: whole)) of the time"
    }
      + shares.map { "share of \($0.name): \($0.reached), target \($0.wanted)" }
  }

  /// The airtime shares, largest first.
  var shares: [(name: String, reached: String, wanted: String)] {
    report.shares.sorted { ($1.value.wanted, $0.key[0]) < ($0.value.wanted, $1.key[0]) }.map {
      items, share in
      (
        list.sharerName(items), Self.percent(share.seconds, of: share.total),
        Self.percent(share.wanted, of: share.total)
      )
    }
  }

  private static func words(_ reason: NeverShown, _ clock: WallClock) -> String {
    switch reason {
    case .expired: "expired"
    case .later(let moment): "its time windows open on \(time(moment, clock))"
    case .closed: "its time windows never open: check from, until and when"
    case .noEvent: "its calendar has no event in this period"
    case .below: "a higher level or priority plays whenever its time windows are open"
    case .noTurn: "its turn does not come in this period"
    case .filler: "it fills gaps, and there are none"
    case .clockless: "it plays only while the clock is not set"
    }
  }

  static func percent(_ part: Double, of whole: Double) -> String {
    let tenths = whole > 0 ? Int((part / whole * 1000).rounded()) : 0
    return "\(tenths / 10).\(tenths % 10)%"
  }

  static func duration(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    return minutes < 1 ? "\(Int(seconds.rounded())) s" : "\(minutes / 60) h \(minutes % 60) min"
  }

  static func time(_ moment: Moment, _ clock: WallClock) -> String {
    String(clock.text(Moment(second: moment.second)).prefix(19)).replacing("T", with: " ")
  }

  static func clockTime(_ moment: Moment, _ clock: WallClock) -> String {
    String(time(moment, clock).dropFirst(11))
  }
}
