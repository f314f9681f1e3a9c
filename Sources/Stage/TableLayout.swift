internal import VitrinePictures
internal import VitrineScenes
internal import VitrineSchedules
internal import VitrineTiming

/// Lays out the rows of a table on pages, each with one or more columns of rows.
struct TableLayout {
  private enum Line: Hashable {
    case heading(String)
    /// The place in the data, and the heading of its group.
    case row(Int, String?)
  }

  private let table: StageTemplate.Table
  private let data: DataTable
  private let time: CivilTime
  /// The text size in pixels.
  private let size: Double
  private let padding: Double
  private let frame: Rect
  /// The columns of rows, in the order of the pages.
  private let flows: [[Line]]
  private let hasPages: Bool

  init(
    _ table: StageTemplate.Table, _ data: DataTable, at time: CivilTime, size: Double,
    padding: Double, in frame: Rect
  ) {
    (self.table, self.data, self.time) = (table, data, time)
    (self.size, self.padding, self.frame) = (size, padding, frame)
    let lines = Self.lines(table, data, at: time)
    let rowHeight = Self.rowHeight(table, size)
    let titles = table.columns.contains { $0.title != nil } ? rowHeight : 0
    func capacity(_ foot: Double) -> Int {
      let room = (frame.height - titles - foot - size * 0.4) / rowHeight
      return max(Int(saturating: room.rounded(.down)), table.group == nil ? 1 : 2)
    }
    // The page numbers need room only if there are several pages.
    let single = Self.flows(lines, of: capacity(0))
    hasPages = single.count > table.flow && table.turn != nil
    flows = hasPages ? Self.flows(lines, of: capacity(size * 1.4)) : single
  }

  /// The number of pages; at least one.
  var pages: Int { max((flows.count + table.flow - 1) / table.flow, 1) }

  private static func rowHeight(_ table: StageTemplate.Table, _ size: Double) -> Double {
    (size * (Double(table.lines) * 1.3 + 0.5)).rounded()
  }

  private var rowHeight: Double { Self.rowHeight(table, size) }

  /// The rows that are shown, with the headings of their groups.
  private static func lines(
    _ table: StageTemplate.Table, _ data: DataTable, at time: CivilTime
  ) -> [Line] {
    var rows = data.rows.indices.filter { place in
      table.condition?.isTrue(at: time) { data.field($0, of: place) } ?? true
    }
    if let column = table.sort.flatMap(data.column) {
      let now = table.isTimed ? time : nil
      let keys = rows.map { (key: SortKey(data.rows[$0][column], near: now), row: $0) }
      // Equal rows keep their order.
      rows = keys.sorted { $0.key == $1.key ? $0.row < $1.row : $0.key < $1.key }.map(\.row)
    }
    var lines: [Line] = []
    var last: String?
    for row in rows {
      let heading = table.group?.text { data.field($0, of: row) }
      let shown = heading?.isEmpty == true ? nil : heading
      if let shown, heading != last { lines.append(.heading(shown)) }
      last = heading
      lines.append(.row(row, shown))
    }
    return lines
  }

  /// Divides the lines. A heading is never the last line, and is repeated where its group continues.
  private static func flows(_ lines: [Line], of capacity: Int) -> [[Line]] {
    var flows: [[Line]] = []
    var flow: [Line] = []
    for line in lines {
      let isHeading = if case .heading = line { true } else { false }
      if flow.count >= capacity - (isHeading ? 1 : 0) {
        flows.append(flow)
        flow = []
        if case .row(_, let heading?) = line { flow.append(.heading(heading)) }
      }
      flow.append(line)
    }
    return flow.isEmpty ? flows : flows + [flow]
  }

  /// The drawings of one page.
  func drawings(of page: Int, _ zone: StageTemplate.Zone) -> [Drawing] {
    guard !flows.isEmpty else {
      return table.empty.map { [note($0, zone)] } ?? []
    }
    let width = (frame.width / Double(table.flow)).rounded(.down)
    var drawings: [Drawing] = []
    for (number, flow) in flows.dropFirst(page * table.flow).prefix(table.flow).enumerated() {
      let part = Rect(
        x: frame.x + Double(number) * width, y: frame.y, width: width, height: frame.height)
      drawings += self.drawings(of: flow, zone, in: part)
    }
    if hasPages { drawings.append(pageNumber(page, zone)) }
    return drawings
  }

  private func drawings(of flow: [Line], _ zone: StageTemplate.Zone, in part: Rect) -> [Drawing] {
    var drawings: [Drawing] = []
    var y = part.y + (size * 0.2).rounded()
    func row() -> Rect { Rect(x: part.x, y: y, width: part.width, height: rowHeight) }
    if table.columns.contains(where: { $0.title != nil }) {
      for (column, frame) in cells(row().inset(padding, 0)) {
        guard let title = column.title else { continue }
        drawings.append(
          text(
            title, fitting(title, .medium, size * 0.75, in: frame.width), .medium,
            zone.color.opacity(0.7), column.alignment, in: frame))
      }
      y += rowHeight
    }
    let sizes = sizes(of: flow, in: cells(row().inset(padding, 0)).map(\.1.width))
    var isStriped = false
    for line in flow {
      switch line {
      case .heading(let heading):
        drawings.append(
          text(
            heading, fitting(heading, .bold, size, in: part.width - 2 * padding), .bold,
            table.groupColor ?? zone.color, .leading,
            in: row().inset(padding, 0)))
        isStriped = false
      case .row(let place, _):
        if isStriped, let stripe = table.stripe {
          drawings.append(Drawing(.box(stripe), in: row()))
        }
        isStriped.toggle()
        let highlight = table.highlights.first { highlight in
          highlight.condition.isTrue(at: time) { data.field($0, of: place) }
        }
        for ((column, frame), columnSize) in zip(cells(row().inset(padding, 0)), sizes) {
          let shown = column.text.text { data.field($0, of: place) }
          guard !shown.isEmpty else { continue }
          drawings.append(
            text(
              shown, columnSize, column.weight, highlight?.color ?? column.color ?? zone.color,
              column.alignment, in: frame))
        }
      }
      y += rowHeight
    }
    return drawings
  }

  /// The columns of a row, with their frames.
  private func cells(_ row: Rect) -> [(StageTemplate.Column, Rect)] {
    let gap = size * 0.5
    let total = table.columns.reduce(0) { $0 + $1.width }
    let room = row.width - gap * Double(table.columns.count - 1)
    var x = row.x
    return table.columns.map { column in
      let width = max(room * column.width / total, 1)
      defer { x += width + gap }
      return (column, Rect(x: x.rounded(), y: row.y, width: width.rounded(), height: row.height))
    }
  }

  /// The text size of each column: smaller if one of its texts is too long, the same for all of them.
  private func sizes(of flow: [Line], in widths: [Double]) -> [Double] {
    zip(table.columns, widths).map { column, width in
      guard table.lines == 1 else { return size }
      return flow.reduce(size) { least, line in
        guard case .row(let place, _) = line else { return least }
        let text = column.text.text { data.field($0, of: place) }
        return min(least, fitting(text, column.weight, size, in: width))
      }
    }
  }

  private func text(
    _ string: String, _ size: Double, _ weight: Text.Weight, _ color: Color,
    _ alignment: Text.Alignment, in frame: Rect
  ) -> Drawing {
    // Rows have equal baselines, whatever the size of a text.
    Drawing(
      .text(
        Text(
          string, size: size, weight: weight, color: color, alignment: alignment,
          lines: table.lines, baseline: table.lines > 1 ? nil : (rowHeight / 2 + self.size * 0.35),
          isTabular: true)), in: frame)
  }

  private func note(_ string: String, _ zone: StageTemplate.Zone) -> Drawing {
    Drawing(
      .text(
        Text(
          string, size: size, weight: .medium, color: zone.color.opacity(0.7), alignment: .center,
          lines: 3)), in: frame.inset(padding, 0))
  }

  private func pageNumber(_ page: Int, _ zone: StageTemplate.Zone) -> Drawing {
    let height = size * 1.4
    return Drawing(
      .text(
        Text(
          "\(page + 1)/\(pages)", size: (size * 0.7).rounded(), color: zone.color.opacity(0.7),
          alignment: .trailing, isTabular: true)),
      in: Rect(x: frame.x, y: frame.bottom - height, width: frame.width, height: height)
        .inset(padding, 0))
  }
}

/// The layouts of a scene's tables, which are made again only if the data, the frame or the minute changes.
struct TableLayouts {
  private struct Key: Hashable {
    let table: StageTemplate.Table
    let since: HostTime
    let frame: Rect
    let size: Double
    /// Nil if nothing depends on the time.
    let minute: Int64?
  }

  private var made: [String: (key: Key, layout: TableLayout)] = [:]

  mutating func layout(
    of zone: String, _ table: StageTemplate.Table, _ held: StageContents.Held, at time: CivilTime,
    size: Double, padding: Double, in frame: Rect
  ) -> TableLayout {
    let minute = table.isTimed ? time.seconds / 60 : nil
    let key = Key(table: table, since: held.since, frame: frame, size: size, minute: minute)
    if let made = made[zone], made.key == key { return made.layout }
    let layout = TableLayout(
      table, held.table, at: time, size: size, padding: padding, in: frame)
    made[zone] = (key, layout)
    return layout
  }
}

extension DataTable {
  /// The field of a name; empty if there is no such column.
  fileprivate func field(_ name: String, of row: Int) -> String {
    column(name).map { rows[row][$0] } ?? ""
  }
}
