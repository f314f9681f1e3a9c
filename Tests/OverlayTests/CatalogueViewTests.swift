import Testing
import VitrineGestures
import VitrinePictures
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The gallery shows its entries")
struct CatalogueViewTests {
  @Test(
    "The number of columns suits the display",
    arguments: [
      (PixelSize(1920, 1080), 4), (PixelSize(1080, 1920), 2), (PixelSize(800, 480), 3),
      (PixelSize(3840, 2160), 4), (PixelSize(480, 800), 2), (PixelSize(2160, 3840), 2),
    ])
  func columns(size: PixelSize, columns: Int) {
    let hand = CatalogueHand(size: size)
    #expect(hand.catalogue.layout.columns == columns)
    #expect(hand.card(columns - 1).right <= Double(size.width) - 20 * hand.catalogue.layout.unit)
    #expect(hand.card(columns).y > hand.card(0).bottom)
  }

  @Test("Displays and themes of zero or any size do not trap", arguments: [0, -5, 1, 100_000])
  func oddSizes(side: Int) {
    for scale in [0, -1, 1e-300, 1e300, .nan, .infinity] {
      var theme = Theme()
      theme.scale = scale
      let metrics = Metrics(
        size: PixelSize(side, side), pixelsPerMillimetre: nil, theme: theme)
      var catalogue = CatalogueHand(count: 30, categories: ["a", "b"]).catalogue
      catalogue.resize(to: metrics)
      _ = catalogue.drawings(at: HostTime(nanoseconds: 0))
      _ = catalogue.region(at: Point(1, 1))
      _ = catalogue.wantedPosters()
    }
  }

  @Test("The gallery covers the display")
  func opaque() {
    for count in [0, 5] {
      let first = CatalogueHand(count: count).drawings.first
      #expect(first == Drawing(.box(Theme().background), in: Rect(PixelSize(1920, 1080))))
    }
  }

  @Test("An empty gallery shows a translatable text")
  func empty() {
    var wording = Wording()
    wording.nothingToPlay = "Noch nichts"
    let catalogue = Catalogue(
      entries: [], heading: "", metrics: CatalogueHand.metrics(PixelSize(800, 480)),
      theme: Theme(), wording: wording)
    let texts = catalogue.drawings(at: HostTime(nanoseconds: 0)).compactMap { drawing in
      if case .text(let text) = drawing.shape { text.string } else { nil }
    }
    #expect(texts == ["Noch nichts"])
  }

  @Test("Without categories there are no chips, and without a heading none is drawn")
  func bare() {
    let hand = CatalogueHand(count: 4, heading: "")
    #expect(hand.catalogue.chips == [])
    #expect(hand.catalogue.layout.chipsTop == nil)
    #expect(hand.card(0).y == 48)
  }

  @Test("A card shows its poster, duration and subtitle if known")
  func card() {
    var hand = CatalogueHand(count: 3)
    let poster = PictureID("poster 1")
    hand.catalogue.update(
      CatalogueEntry(
        id: 1, title: "Video 1", subtitle: "More of it", duration: MediaTime(187, 1),
        poster: poster))
    let shapes = hand.drawings.map(\.shape)
    #expect(shapes.contains(.picture(poster, radius: 24)))
    let texts = shapes.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
    #expect(texts.contains("3:07") && texts.contains("More of it") && texts.contains("V"))
  }

  @Test("An entry without a title text gets the card's symbol", arguments: ["", "!?", "—"])
  func placeholder(title: String) {
    let hand = CatalogueHand([CatalogueEntry(id: 0, title: title)])
    let icons = hand.drawings.filter { if case .icon(.play, _) = $0.shape { true } else { false } }
    #expect(icons.count == 1)
  }

  @Test("Endless titles, line breaks and stacked marks stay one short line")
  func hostileText() {
    let texts = [
      String(repeating: "long ", count: 100_000), "a\nb\r\nc\u{2028}d\u{0}e",
      "a" + String(repeating: "\u{0301}", count: 100_000),
    ]
    for text in texts {
      let tidied = CatalogueEntry(
        id: 0, title: text, subtitle: text, categories: Array(repeating: text, count: 100)
      ).tidied
      #expect(tidied.title.unicodeScalars.count <= 240)
      #expect(tidied.title.split(whereSeparator: \.isNewline).count == 1)
      #expect(tidied.categories.count <= 16)
    }
    #expect(CatalogueEntry(id: 0, title: "", subtitle: " \n ").tidied.subtitle == nil)
  }

  @Test("Late metadata leaves the scroll position and focus in place")
  func update() {
    var hand = CatalogueHand(count: 200)
    hand.key(.down)
    for _ in 0..<20 { hand.key(.down) }
    let rests = hand.rest()
    #expect(rests)
    let (before, ring) = (hand.card(80).y, hand.focusRing)
    for id in 0..<200 {
      hand.catalogue.update(
        CatalogueEntry(
          id: id, title: "Video \(id)", duration: MediaTime(60, 1), poster: PictureID("\(id)")))
    }
    #expect(hand.card(80).y == before)
    // Longer texts need more room, above the view as well.
    for id in 0..<200 {
      hand.catalogue.update(
        CatalogueEntry(
          id: id, title: "Video \(id) with a title that needs two lines", subtitle: "And more",
          categories: ["a", "b"]))
    }
    let first = hand.catalogue.visible.first { hand.card($0).bottom > 0 } ?? 0
    #expect(hand.catalogue.focus == .card(80))
    #expect(abs((hand.focusRing?.y ?? 0) - (ring?.y ?? 0)) < 2 * 120)
    #expect(first > 60)
  }

  @Test("A moving gallery continues when its rows grow")
  func updateInMotion() {
    var hand = CatalogueHand(count: 200)
    hand.stroke(from: Point(500, 900), by: Point(0, -3000), velocity: Point(0, -3000))
    hand.wait(.milliseconds(100))
    let first = hand.catalogue.visible.lowerBound
    let before = hand.card(first).y
    hand.catalogue.update(CatalogueEntry(id: 3, title: "Video 3", subtitle: "New"))
    #expect(abs(hand.card(first).y - before) <= 1)
    #expect(hand.catalogue.motion.list.isMoving)
  }

  @Test("A gallery at its beginning stays there when categories arrive")
  func updateAtTheBeginning() {
    var hand = CatalogueHand(count: 50)
    hand.catalogue.update(CatalogueEntry(id: 30, title: "Video 30", categories: ["Late"]))
    #expect(hand.catalogue.place == 0)
    #expect(hand.catalogue.chips == [.search, .all, .category("Late")])
  }

  @Test("A category without entries is deselected")
  func lostCategory() {
    var hand = CatalogueHand(count: 3, categories: ["a", "b", "c"])
    hand.give(.tap(Point(0, 0), .chip(.category("b")), count: 1))
    #expect(hand.catalogue.contents.shown == [1])
    hand.catalogue.update(CatalogueEntry(id: 1, title: "Video 1"))
    #expect(hand.catalogue.contents.shown == [0, 1, 2])
    hand.catalogue.update(CatalogueEntry(id: 99, title: "Unknown"))
    #expect(hand.titles == ["Video 0", "Video 1", "Video 2"])
  }

  @Test(
    "After rotation, the display still shows the first visible entry",
    arguments: [0.0, 700, 5000, 1e6])
  func turned(place: Double) {
    var hand = CatalogueHand(count: 300, categories: ["a", "b"])
    hand.stroke(from: Point(500, 900), by: Point(0, -place))
    let rests = hand.rest()
    #expect(rests)
    let strip = hand.catalogue.layout.stripHeight
    let first = hand.catalogue.visible.first { hand.card($0).bottom > strip } ?? 0
    hand.catalogue.resize(to: CatalogueHand.metrics(PixelSize(1080, 1920)))
    let card = hand.card(first)
    #expect(card.y >= hand.catalogue.layout.stripHeight && card.bottom <= 1920)
  }

  @Test("Posters are requested for visible cards first, then for the nearest ones")
  func wantedPosters() {
    var hand = CatalogueHand(count: 1000)
    let first = hand.catalogue.wantedPosters()
    #expect(Array(first.prefix(8)) == Array(0..<8))
    #expect(first.count < 40)
    hand.catalogue.update(CatalogueEntry(id: 2, title: "Video 2", poster: PictureID("2")))
    #expect(hand.catalogue.wantedPosters() == first.filter { $0 != 2 })
    hand.stroke(from: Point(500, 900), by: Point(0, -20_000))
    let wanted = hand.catalogue.wantedPosters()
    let distances = wanted.map { abs(hand.card($0).center.y - 540) }
    #expect(distances[0] < 540)
    #expect((distances.last ?? 0) > 900)
    #expect((distances.last ?? 0) < 2200)
  }

  @Test("Only visible entries of ten thousand are drawn, and each frame is fast")
  func many() {
    var hand = CatalogueHand(
      (0..<10_000).map {
        CatalogueEntry(id: $0, title: "Video \($0)", categories: ["Category \($0 % 500)"])
      })
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      for _ in 0..<100 {
        hand.stroke(from: Point(500, 900), by: Point(0, -7000), velocity: Point(0, -5000))
        #expect(hand.drawings.count < 120)
        _ = hand.catalogue.region(at: Point(700, 700))
        hand.catalogue.update(
          CatalogueEntry(
            id: 5000, title: "Video 5000", duration: MediaTime(Int64(hand.now.nanoseconds), 1000),
            categories: ["Category 0"]))
      }
    }
    #expect(hand.titles.count <= 16)
    // Examining every entry each time would take many times as long.
    #expect(elapsed < .seconds(5))
  }
}
