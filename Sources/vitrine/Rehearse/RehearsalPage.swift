import VitrineDaemon
import VitrinePlaylists
import VitrineSchedules

/// A simulation as a self-contained HTML page: one row per day, coloured by list.
struct RehearsalPage {
  private let list: RehearsedList
  private let report: RehearsalReport
  private let words: RehearsalText
  private let clock: WallClock
  private let begin: Moment
  private let end: Moment
  private let names: [String]

  init(
    _ list: RehearsedList, _ report: RehearsalReport, _ words: RehearsalText, _ clock: WallClock,
    _ begin: Moment, _ end: Moment
  ) {
    self.list = list
    self.report = report
    self.words = words
    self.clock = clock
    self.begin = begin
    self.end = end
    var names: [String] = []
    for block in report.blocks {
      let name = Self.label(block, list)
      if let level = block.level, !level.isFill, !names.contains(name) { names.append(name) }
    }
    self.names = names
  }

  var text: String {
    let title = list.title ?? list.name
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(title)): schedule</title>
      <style>\(Self.style)</style></head><body>
      <header><h1>\(escaped(title))</h1>
      <p>\(escaped(span))</p></header>
      \(faults)
      <section aria-label="Calendar" class="calendar">
      \(scale)
      \(days.joined(separator: "\n"))
      </section>
      <ul class="legend">\(legend)</ul>
      \(table)
      \(shares)
      </body></html>

      """
  }

  private var span: String {
    "\(RehearsalText.time(begin, clock)) to \(RehearsalText.time(end, clock)), simulated with the current list"
  }

  private var faults: String {
    let (faults, unshown) = (words.faults, words.neverShown)
    let good = "<p class=\"good\">No gaps, no overlaps, every file is there.</p>"
    return (faults.isEmpty ? good : box("Needs attention", faults))
      + (unshown.isEmpty ? "" : box("Never shown in this period", unshown))
  }

  private func box(_ title: String, _ lines: [String]) -> String {
    let items = lines.prefix(100).map { "<li>\(escaped($0))</li>" }.joined()
    let more = lines.count > 100 ? "<li>and \(lines.count - 100) more</li>" : ""
    return "<section class=\"faults\"><h2>\(title)</h2><ul>\(items)\(more)</ul></section>"
  }

  private var scale: String {
    let hours = stride(from: 0, through: 24, by: 3).map {
      "<span style=\"left:\(percent(Double($0) / 24))\">\($0)</span>"
    }
    return "<div class=\"scale\" aria-hidden=\"true\"><i></i><div>\(hours.joined())</div></div>"
  }

  /// The blocks of a day; a block across midnight is in both days.
  private var days: [String] {
    var rows: [String] = []
    var day = clock.time(at: begin.second).date.day
    var from = Moment(
      second: clock.moment(of: CivilTime(CivilDate(day: day)), after: begin.second - 100_000))
    while from < end {
      let until = Moment(
        second: clock.moment(of: CivilTime(CivilDate(day: day + 1)), after: from.second))
      rows.append(row(CivilDate(day: day), from, until))
      (day, from) = (day + 1, until)
    }
    return rows
  }

  private func row(_ date: CivilDate, _ from: Moment, _ until: Moment) -> String {
    let length = until - from
    let blocks = report.blocks.filter { $0.end > from && $0.begin < until }.map { block in
      let (first, last) = (max(block.begin, from), min(block.end, until))
      let (left, width) = ((first - from) / length, (last - first) / length)
      let name = Self.label(block, list)
      let times =
        "\(RehearsalText.time(block.begin, clock)) to \(RehearsalText.time(block.end, clock))"
      let style = "left:\(percent(left));width:\(percent(width))"
      guard block.level != nil else {
        return
          "<div class=\"block gap\" style=\"\(style)\" title=\"\(times): nothing to show\"></div>"
      }
      let color = block.level?.isFill == true ? "fill" : "c\((names.firstIndex(of: name) ?? 0) % 8)"
      let detail = block.shown.sorted { $0.value.seconds > $1.value.seconds }.prefix(12)
        .map { "\(list.itemName($0.key)): \($0.value.showings)" }.joined(separator: "\n")
      return "<div class=\"block \(color)\" tabindex=\"0\" style=\"\(style)\" "
        + "title=\"\(escaped("\(name)\n\(times)\n\(detail)"))\"><span>\(escaped(name))</span></div>"
    }
    let weekend = date.weekday == .sat || date.weekday == .sun ? " weekend" : ""
    return "<div class=\"day\(weekend)\"><i>\(date.weekday.rawValue) <b>\(date.text)</b></i>"
      + "<div>\(blocks.joined())</div></div>"
  }

  /// A block's label: the list if there is only one, otherwise the items.
  private static func label(_ block: RehearsalReport.Block, _ list: RehearsedList) -> String {
    let items = block.shown.keys.sorted()
    let lists = Set(items.map(list.listName))
    if items.count == 1 { return list.shortName(items[0]) }
    if lists.count == 1, let one = lists.first, one != list.title ?? list.name { return one }
    let names = items.prefix(3).map(list.shortName).joined(separator: ", ")
    return items.count > 3 ? "\(names) and \(items.count - 3) more" : names
  }

  private var legend: String {
    names.prefix(24).enumerated().map {
      "<li><span class=\"swatch c\($0.offset % 8)\"></span>\(escaped($0.element))</li>"
    }.joined()
  }

  private var table: String {
    let whole = report.totals.values.reduce(0) { $0 + $1.seconds }
    let rows = report.totals.sorted { $0.value.seconds > $1.value.seconds }.map { item, total in
      "<tr><th scope=\"row\">\(escaped(list.itemName(item)))</th>"
        + "<td>\(escaped(list.listName(of: item)))</td><td>\(total.showings)</td>"
        + "<td>\(RehearsalText.duration(total.seconds))</td><td>\(RehearsalText.percent(total.seconds, of: whole))</td></tr>"
    }
    return
      "<section class=\"table\"><h2>Airtime by item</h2><table><thead><tr><th scope=\"col\">Item</th>"
      + "<th scope=\"col\">List</th><th scope=\"col\">Showings</th><th scope=\"col\">Time</th>"
      + "<th scope=\"col\">Share</th></tr></thead><tbody>"
      + rows.joined() + "</tbody></table></section>"
  }

  private var shares: String {
    let rows = words.shares.map {
      "<tr><th scope=\"row\">\(escaped($0.name))</th><td>\($0.wanted)</td><td>\($0.reached)</td></tr>"
    }
    guard !rows.isEmpty else { return "" }
    return "<section class=\"table shares\"><h2>Airtime shares</h2><table><thead><tr>"
      + "<th scope=\"col\">Item or list</th><th scope=\"col\">Target</th><th scope=\"col\">Actual</th>"
      + "</tr></thead><tbody>\(rows.joined())</tbody></table></section>"
  }

  private func percent(_ part: Double) -> String {
    "\((min(max(part, 0), 1) * 10_000).rounded() / 100)%"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  private static let style = """
    :root{color-scheme:light dark;--back:#fff;--text:#1b1d22;--soft:#626874;--line:#e3e5ea;--track:#f3f4f7}
    @media(prefers-color-scheme:dark){:root{--back:#14161a;--text:#eceef2;--soft:#9aa1ad;--line:#2a2e36;--track:#1d2026}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:1200px;padding:32px 24px 64px;background:var(--back);color:var(--text);font:15px/1.5 Inter,"Noto Sans",system-ui,sans-serif}
    h1{font-size:26px;line-height:1.2;margin:0}h2{font-size:17px;margin:0 0 8px}
    header p{margin:4px 0 24px;color:var(--soft)}
    .good{margin:0 0 24px;color:#1c7a43}.faults{margin:0 0 24px;padding:16px 20px;border-radius:12px;background:#b3261e14}
    .faults h2{color:#b3261e}.faults ul{margin:0;padding-left:18px;max-height:220px;overflow:auto}
    @media(prefers-color-scheme:dark){.good{color:#6fd39a}.faults h2{color:#ff8a80}}
    .day,.scale{display:flex;align-items:stretch;gap:12px}
    .day>i,.scale>i{flex:0 0 124px;font-style:normal;color:var(--soft);font-variant-numeric:tabular-nums;line-height:30px;white-space:nowrap}
    .day>i b{color:var(--text);font-weight:500}.weekend>i b{color:var(--soft)}
    .day>div{position:relative;flex:1;height:30px;margin-bottom:4px;border-radius:6px;background:var(--track);overflow:hidden}
    .scale>div{position:relative;flex:1;height:22px}
    .scale span{position:absolute;transform:translateX(-50%);font-size:12px;color:var(--soft);font-variant-numeric:tabular-nums}
    .block{position:absolute;top:0;bottom:0;overflow:hidden;color:#fff;font-size:12px;line-height:30px;box-shadow:inset 1px 0 var(--back)}
    .block span{padding:0 8px;white-space:nowrap}.block:focus{outline:2px solid var(--text);outline-offset:-2px}
    .fill{background:transparent;color:var(--soft)}
    .gap{background:repeating-linear-gradient(135deg,#b3261e55 0 6px,transparent 6px 12px)}
    .c0{background:#2f5fd0}.c1{background:#0f7b6c}.c2{background:#8b46c4}.c3{background:#a85a00}
    .c4{background:#b02a63}.c5{background:#4d6b12}.c6{background:#0b6f96}.c7{background:#6b5546}
    .legend{display:flex;flex-wrap:wrap;gap:8px 20px;list-style:none;margin:20px 0 36px;padding:0 0 0 136px;font-size:13px;color:var(--soft)}
    .swatch{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:8px;vertical-align:-1px}
    table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
    th,td{text-align:right;padding:8px 0 8px 16px;border-bottom:1px solid var(--line);font-weight:400}
    .table{margin-bottom:36px}
    th:first-child,td:nth-child(2),thead th:nth-child(2){text-align:left;padding-left:0;overflow-wrap:anywhere}
    td:nth-child(2),thead th:nth-child(2){padding-left:16px}.shares td,.shares thead th:nth-child(2){text-align:right}thead th{color:var(--soft);font-size:13px}
    @media(max-width:640px){body{padding:20px 14px 48px}.day>i,.scale>i{flex-basis:92px;font-size:12px}.legend{padding:0}.table{overflow-x:auto}}
    @media print{body{max-width:none}.block{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
    """
}
