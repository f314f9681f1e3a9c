import Testing
import VitrinePictures
import VitrineScenes
import VitrineSchedules
import VitrineStage
import VitrineTiming

@Suite("Zones beside the film")
struct ZoneSceneTests {
  private static let display = PixelSize(1920, 1080)

  private func draw(
    _ template: StageTemplate, _ tables: [String: DataTable] = [:],
    on display: PixelSize = display, at seconds: Int64 = 0, time: String = "2026-12-24 12:00",
    isTrusted: Bool = true, page: PagePicture? = nil
  ) throws -> CustomScene {
    var contents = StageContents()
    contents.page = page
    contents.template = template
    contents.tables = tables.mapValues { StageContents.Held($0, since: HostTime(nanoseconds: 0)) }
    let theme = Theme()
    let sheet = DrawingContext(
      theme: theme, metrics: Metrics(size: display, pixelsPerMillimetre: nil, theme: theme),
      now: HostTime(nanoseconds: seconds * 1_000_000_000))
    let second = try #require(CivilTime(text: time)).seconds
    let reading = ClockReading(
      Moment(nanoseconds: second * 1_000_000_000), WallClock { _ in 0 }, hasEvidence: isTrusted)
    var scene = StageScene([:])
    return scene.draw(sheet, contents, at: reading) { overlay, pattern in
      "\(pattern) \(overlay.timeZone ?? "here")"
    }
  }

  private func texts(_ scene: CustomScene) -> [String] {
    scene.below.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }
  }

  private func table(_ rows: Int, lines: Int = 1, flow: Int = 1) throws -> StageTemplate {
    var table = StageTemplate.Table("menu")
    table.columns = [StageTemplate.Column(try RowPattern("{name}"))]
    (table.turn, table.lines, table.flow) = (.seconds(10), lines, flow)
    var template = StageTemplate()
    template.zones = [
      StageTemplate.Zone("menu", StageTemplate.Frame(width: 0.5), .table(table))
    ]
    return template
  }

  private func menu(_ count: Int) throws -> DataTable {
    try DataTable(names: ["name"], rows: (0..<count).map { ["Dish \($0)"] })
  }

  @Test("A page has its tiles in the middle of its zone, and an area if it can be touched")
  func page() throws {
    var template = StageTemplate()
    let frame = StageTemplate.Frame(left: 0.5, width: 0.5, height: 0.5)
    template.zones = [
      StageTemplate.Zone("page", frame, .page(StageTemplate.Page("file:///a", isTouched: true)))
    ]
    let tiles = [0, 256].map { x in
      PagePicture.Tile(
        PixelRect(x: x, y: 0, width: 256, height: 256),
        PixelData(PixelSize(256, 256), isOpaque: true, [UInt32](repeating: 0, count: 65536)))
    }
    let scene = try draw(template, page: PagePicture(PixelSize(512, 256), tiles))
    #expect(scene.below.map(\.frame.x) == [960 + 224, 960 + 480])
    #expect(scene.below.allSatisfy { $0.frame.y == 142 })
    #expect(scene.below.first?.clip == Rect(x: 960, y: 0, width: 960, height: 540))
    #expect(scene.areas.map(\.id) == [StageScene.pageArea])
    template.zones[0].content = .page(StageTemplate.Page("file:///a"))
    #expect(try draw(template).areas.isEmpty)
  }

  @Test("The film has its zone, with edges on even pixels, in landscape and portrait")
  func film() throws {
    var template = StageTemplate()
    var zone = StageTemplate.Zone(
      "film", StageTemplate.Frame(left: 0.333, top: 0.1, width: 0.667, height: 0.5), .film)
    zone.portrait = StageTemplate.Frame(height: 0.316)
    template.zones = [zone]
    let wide = try draw(template)
    #expect(wide.film == PixelRect(x: 640, y: 108, width: 1280, height: 540))
    #expect(wide.below.map(\.shape) == [.box(template.background), .hole(radius: 0)])
    #expect(wide.below[1].frame == Rect(x: 640, y: 108, width: 1280, height: 540))
    #expect(
      try draw(template, on: PixelSize(1080, 1920)).film
        == PixelRect(x: 0, y: 0, width: 1080, height: 606))
    #expect(try draw(StageTemplate()).film == nil, "without a zone the film has the display")
  }

  @Test("Pages together show each row once, and turn on time")
  func pages() throws {
    for (rows, flow) in [(200, 1), (200, 2), (3, 1), (17, 1), (18, 1), (19, 1)] {
      let (template, menu) = (try table(rows, flow: flow), try menu(rows))
      var seen: [String] = []
      var seconds: Int64 = 0
      while seen.count < rows, seconds < 1000 {
        let scene = try draw(template, ["menu": menu], at: seconds)
        seen += texts(scene).filter { $0.hasPrefix("Dish") }
        if let next = scene.nextChange {
          #expect(next == HostTime(nanoseconds: (seconds + 10) * 1_000_000_000))
        }
        seconds += 10
      }
      #expect(seen == menu.rows.map { $0[0] }, "\(rows) rows in \(flow) columns")
    }
  }

  @Test("Rows stay within their zone, and do not overlap")
  func frames() throws {
    for display in [
      Self.display, PixelSize(1080, 1920), PixelSize(640, 480), PixelSize(3840, 2160),
    ] {
      for lines in [1, 3] {
        let scene = try draw(
          try table(200, lines: lines), ["menu": try menu(200)], on: display)
        let rows = scene.below.filter { if case .text = $0.shape { true } else { false } }.map(
          \.frame)
        let zone = Rect(
          x: 0, y: 0, width: Double(display.width) / 2, height: Double(display.height))
        for (row, next) in zip(rows, rows.dropFirst()) {
          #expect(row.intersection(zone) == row && row.bottom <= next.y + 0.5, "\(display)")
        }
      }
    }
  }

  @Test("Groups have headings, which are repeated on the next page and never stand alone")
  func groups() throws {
    var template = try table(40)
    guard case .table(var table) = template.zones[0].content else { return }
    table.group = try RowPattern("{section}")
    template.zones[0].content = .table(table)
    let rows = (0..<40).map { ["Dish \($0)", "Section \($0 / 16)"] }
    let menu = try DataTable(names: ["name", "section"], rows: rows)
    var shown: [String] = []
    for page in 0..<3 {
      let page = texts(try draw(template, ["menu": menu], at: Int64(page) * 10)).filter {
        !$0.contains("/")
      }
      #expect(page.first?.hasPrefix("Section") ?? false)
      #expect(page.last?.hasPrefix("Dish") ?? false)
      shown += page.filter { $0.hasPrefix("Dish") }
    }
    #expect(shown == rows.map { $0[0] })
  }

  @Test(
    "A group without a name has no heading, also on the next page, and a low zone shows one row")
  func oddGroups() throws {
    var template = try table(40)
    guard case .table(var table) = template.zones[0].content else { return }
    table.group = try RowPattern("{section}")
    template.zones[0].content = .table(table)
    let rows = (0..<60).map { ["Dish \($0)", $0 < 3 ? "Tea" : ""] }
    let menu = try DataTable(names: ["name", "section"], rows: rows)
    #expect(texts(try draw(template, ["menu": menu])).first == "Tea")
    #expect(texts(try draw(template, ["menu": menu], at: 10)).first?.hasPrefix("Dish") ?? false)
    table.group = nil
    template.zones[0].content = .table(table)
    template.zones[0].frame.height = 0.05
    let low = try draw(template, ["menu": menu])
    #expect(texts(low).count { $0.hasPrefix("Dish") } == 1)
    #expect(low.below.allSatisfy { $0.extent.bottom <= 54 })
  }

  @Test("The film's hole is in front of earlier zones and behind later ones")
  func order() throws {
    var template = StageTemplate()
    template.zones = ["a", "film", "b"].map { name in
      var zone = StageTemplate.Zone(name, StageTemplate.Frame(), name == "film" ? .film : .empty)
      if name != "film" { zone.background = Color(0xFF0000) }
      return zone
    }
    #expect(
      try draw(template).below.map(\.shape) == [
        .box(template.background), .box(Color(0xFF0000)), .hole(radius: 0), .box(Color(0xFF0000)),
      ])
  }

  @Test("Sign language has its own hole")
  func signLanguage() throws {
    var template = StageTemplate()
    let frame = StageTemplate.Frame(top: 0.5)
    template.zones = [StageTemplate.Zone("signed", frame, .signLanguage)]
    let hole = try #require(try draw(template).below.first)
    #expect(hole.shape == .hole(radius: 0) && hole.frame.y > 0)
    #expect(try draw(template).film == nil)
  }

  @Test("Later departures are shown in order, and none while the clock is not set")
  func departures() throws {
    var table = StageTemplate.Table("trains")
    table.columns = [StageTemplate.Column(try RowPattern("{at|HH:MM} {to}"))]
    table.condition = try RowCondition("at >= now")
    table.sort = "at"
    table.highlights = [
      StageTemplate.Highlight(try RowCondition("to = Harbour"), Color(0xFF0000))
    ]
    table.empty = "No more today"
    var template = StageTemplate()
    template.zones = [StageTemplate.Zone("trains", StageTemplate.Frame(), .table(table))]
    let trains = try DataTable(
      names: ["at", "to"],
      rows: [["9:05", "Town"], ["24:30:00", "Town"], ["12:00", "Harbour"], ["11:59", "Town"]])
    func shown(_ time: String, _ isTrusted: Bool = true) throws -> [String] {
      texts(try draw(template, ["trains": trains], time: time, isTrusted: isTrusted))
    }
    #expect(
      try shown("2026-12-24 08:00") == ["09:05 Town", "11:59 Town", "12:00 Harbour", "00:30 Town"])
    #expect(try shown("2026-12-24 12:00:59") == ["12:00 Harbour", "00:30 Town"])
    #expect(try shown("2026-12-24 12:01") == ["00:30 Town"])
    #expect(try shown("2026-12-24 12:01", false) == [])
    let gone = try DataTable(names: ["at", "to"], rows: [["9:05", "Town"]])
    #expect(texts(try draw(template, ["trains": gone])) == ["No more today"])
    let red = try draw(template, ["trains": trains]).below.compactMap { drawing -> Color? in
      if case .text(let text) = drawing.shape { text.color } else { nil }
    }
    #expect(red == [Color(0xFF0000), Color(0xFFFFFF)])
  }

  @Test("Texts come from their data in turn, and clocks from their time zone")
  func textZones() throws {
    var template = StageTemplate()
    let clock = StageTemplate.Zone(
      "clock", StageTemplate.Frame(), .clock(StageTemplate.Clock("%H", in: "Asia/Tokyo")))
    template.zones = [
      StageTemplate.Zone(
        "line", StageTemplate.Frame(),
        .text(try RowPattern("{a}!"), source: "t", turn: .seconds(5), lines: 1)),
      clock,
      StageTemplate.Zone(
        "fixed", StageTemplate.Frame(),
        .text(try RowPattern("Welcome"), source: nil, turn: nil, lines: 1)),
    ]
    let data = try DataTable(names: ["a"], rows: [["One"], ["Two"]])
    #expect(texts(try draw(template)) == ["%H Asia/Tokyo", "Welcome"], "before its data is there")
    let first = try draw(template, ["t": data], at: 4)
    #expect(texts(first) == ["One!", "%H Asia/Tokyo", "Welcome"])
    #expect(first.nextChange == HostTime(nanoseconds: 5_000_000_000))
    #expect(texts(try draw(template, ["t": data], at: 5)).first == "Two!")
    #expect(texts(try draw(template, ["t": data], at: 10)).first == "One!")
  }
}
