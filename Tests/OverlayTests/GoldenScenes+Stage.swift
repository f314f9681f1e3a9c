import Foundation
import VitrineCodes
import VitrinePictures
import VitrineScenes
import VitrineSchedules
import VitrineSettings
import VitrineStage
import VitrineTiming

@testable import VitrineOverlay

// Overlays, and the zones of the shipped templates, on a Thursday at noon.
extension GoldenScene {
  static let stage =
    [
      zones("menu-board"), zones("departures"), zones("sidebar"), zones("l-shape"),
      zones("portrait-thirds"),
    ] + [
      GoldenScene("overlays", hasList: false, change: { $0.isBare = true }) { stage in
        stage.play(GoldenSamples.latin)
        var contents = StageContents()
        contents.lines["ticker"] = ["The museum closes at 19 h", "Guided tours every hour"]
        contents.codes["x"] = SquareCode(qr: "https://museum.example")
        stage.show(overlays, contents)
      },
      GoldenScene("overlays-still", hasList: false, change: { $0.isBare = true }) { stage in
        stage.play(GoldenSamples.latin)
        stage.interface.stage = CustomLayer(
          theme: stage.reduced, metrics: stage.interface.context.metrics)
        var contents = StageContents()
        contents.lines["ticker"] = ["The museum closes at 19 h", "Guided tours every hour"]
        contents.images["logo"] = logo
        let overlays = [
          "ticker": StageOverlay(.ticker(.texts([""]))),
          "logo": StageOverlay(.image("logo"), at: .topRight),
        ]
        stage.show(overlays, contents)
      },
      GoldenScene("overlays-paused", hasList: false, change: { $0.isBare = true }) { stage in
        stage.play(GoldenSamples.latin)
        var contents = StageContents()
        contents.lines["ticker"] = ["The museum closes at 19 h", "Guided tours every hour"]
        stage.show(["ticker": StageOverlay(.ticker(.texts([""])))], contents, isPaused: true)
      },
    ]

  /// A disc that becomes transparent towards its edge.
  private static var logo: PixelData {
    let side = 64
    let pixels = (0..<side * side).map { place -> UInt32 in
      let (x, y) = (Double(place % side) - 31.5, Double(place / side) - 31.5)
      let alpha = min(max(32 - (x * x + y * y).squareRoot(), 0), 1)
      let (all, green) = (UInt32(alpha * 255), UInt32(alpha * 160))
      return all << 24 | all << 16 | green << 8
    }
    return PixelData(PixelSize(side, side), isOpaque: false, pixels)
  }

  private static var overlays: [String: StageOverlay] {
    [
      "clock": StageOverlay(.clock("%H:%M")), "text": StageOverlay(.text("Welcome"), at: .topLeft),
      "code": StageOverlay(.code("x"), at: .right), "ticker": StageOverlay(.ticker(.texts([""]))),
    ]
  }

  private static func zones(_ name: String) -> GoldenScene {
    GoldenScene("zones-\(name)", hasList: false, change: { $0.isBare = true }) { stage in
      stage.play(GoldenSamples.latin)
      let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "templates/\(name).yaml")
      var contents = StageContents()
      contents.template = (try? Data(contentsOf: file)).flatMap {
        try? StageTemplate(yaml: Array($0), file: name)
      }
      contents.tables = tables.compactMapValues { text in
        (try? DataTable(csv: Array(text.utf8))).map { StageContents.Held($0, since: stage.now) }
      }
      stage.show([:], contents)
    }
  }

  /// A price list of 200 rows, and the departures of a day.
  private static var tables: [String: String] {
    let dishes = [
      "Espresso", "Cappuccino", "Darjeeling", "Apple tart", "Soup of the day", "Quiche Lorraine",
    ]
    let menu = (0..<200).map { number in
      let note = number % 5 == 1 ? "oat or cow's milk" : ""
      return
        "Page \(number / 10 + 1),\(dishes[number % 6]),\(note),\(number % 14 + 1).\(number % 10),"
    }
    let stops = ["Central Station", "Harbour", "Airport", "Old Town", "Westbrook via University"]
    let departures = (0..<180).map { number in
      let minutes = 300 + number * 7
      let minute = minutes % 60 < 10 ? "0\(minutes % 60)" : "\(minutes % 60)"
      let note = number % 6 == 2 ? "cancelled" : number % 6 == 4 ? "+5 min" : ""
      return
        "\(minutes / 60):\(minute):00,S\(number % 4 + 1),\(stops[number % 5]),\(number % 9 + 1),\(note)"
    }
    return [
      "menu": csv("section,name,note,price,available", menu),
      "departures": csv("departure,line,destination,platform,note", departures),
      "texts": csv(
        "title,note,notice,line,text",
        [
          "Riverside,All prices in euros,Platform 4 is closed until Friday.,Summer sale: 20 % off,"
            + "The new gallery shows works by twelve painters of the last century."
        ]),
      "notices": csv("title,text", ["New opening hours,From Monday the museum opens at 9."]),
      "offers": csv("name,price", ["Jacket,89.9", "Rain coat,119", "Wool scarf,24.5"]),
    ]
  }

  private static func csv(_ names: String, _ rows: [String]) -> String {
    ([names] + rows).map { $0 + "\n" }.joined()
  }
}

extension GoldenStage {
  fileprivate var reduced: Theme {
    var theme = interface.context.options.theme
    theme.reducesMotion = true
    return theme
  }

  /// Shows overlays and zones as the programme does, at 12:00.
  fileprivate mutating func show(
    _ overlays: [String: StageOverlay], _ contents: StageContents, isPaused: Bool = false
  ) {
    let noon = CivilTime(CivilDate(day: 20_000), hour: 12).seconds
    interface.drawStage(
      CustomDrawing { sheet in
        var scene = StageScene(overlays)
        let reading = ClockReading(
          Moment(second: noon), WallClock { _ in 0 }, hasEvidence: true)
        // A ticker has moved in for half its way.
        for step in 0..<40 {
          let sheet = DrawingContext(
            theme: sheet.theme, metrics: sheet.metrics,
            now: sheet.now - .milliseconds(100 * (40 - step)))
          _ = scene.draw(sheet, contents, at: reading) { _, _ in "12:00" }
        }
        if isPaused { scene.tap("ticker", at: sheet.now) }
        return scene.draw(sheet, contents, at: reading) { _, _ in "12:00" }
      })
    interface.redrawOwn(at: now)
  }
}
