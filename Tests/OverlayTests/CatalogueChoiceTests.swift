import Testing
import VitrineGestures
import VitrinePictures
import VitrineTiming

@testable import VitrineOverlay

@Suite("The gallery plays the chosen entry")
struct CatalogueChoiceTests {
  @Test(
    "A tap plays the right entry at any scroll position",
    arguments: [0.0, 37, 411, 2000], [PixelSize(1920, 1080), PixelSize(1080, 1920)])
  func tap(place: Double, size: PixelSize) {
    var hand = CatalogueHand(size: size, categories: ["a", "b"])
    hand.stroke(from: Point(500, 900), by: Point(0, -place))
    let covered = place > hand.catalogue.layout.pinPlace ? hand.catalogue.layout.stripHeight : 0
    for position in hand.catalogue.visible {
      let center = hand.card(position).center
      guard center.y > covered, center.y < Double(size.height) else { continue }
      hand.played = []
      hand.tap(center)
      #expect(hand.played == [position])
    }
  }

  @Test("A tap on a card's text counts")
  func tapOnText() {
    var hand = CatalogueHand()
    let card = hand.card(5)
    hand.tap(Point(card.x + 3, card.bottom - 3))
    #expect(hand.played == [5])
  }

  @Test("A tap between cards, beside them or on the heading plays nothing")
  func between() {
    var hand = CatalogueHand()
    let (first, second) = (hand.card(0), hand.card(4))
    for point in [
      Point(first.right + 8, first.center.y), Point(first.center.x, second.y - 4),
      Point(10, first.center.y), Point(100, 60), Point(-5, -5), Point(1e9, 1e9),
      Point(.nan, 300), Point(.infinity, 300),
    ] {
      #expect(hand.catalogue.region(at: point) == .background)
      hand.tap(point)
    }
    #expect(hand.played.isEmpty)
  }

  @Test("Cards beneath the sticky chips cannot be touched")
  func beneathChips() {
    var hand = CatalogueHand(categories: ["a", "b"])
    hand.stroke(from: Point(500, 900), by: Point(0, -600))
    let strip = hand.catalogue.layout.stripHeight
    #expect(hand.catalogue.region(at: Point(1800, strip / 2)) == .background)
    #expect(hand.catalogue.region(at: Point(80, strip / 2)) == .chip(.search))
  }

  @Test("A slow tap also plays")
  func longPress() {
    var hand = CatalogueHand()
    let point = hand.card(2).center
    hand.give(.pressed(point, .card(2)))
    hand.wait(.milliseconds(600))
    hand.give(.released)
    hand.give(.longPress(point, .card(2)))
    #expect(hand.played == [2])
  }

  @Test("A pressed card shrinks and darkens, then recovers")
  func pressed() {
    var hand = CatalogueHand(count: 1)
    let before = hand.drawings
    hand.give(.pressed(hand.card(0).center, .card(0)))
    hand.wait(.milliseconds(100))
    #expect(hand.drawings.count == before.count + 1)
    #expect(hand.catalogue.nextFrame(after: hand.now) == nil)
    hand.give(.released)
    #expect(hand.catalogue.isMoving)
    hand.wait(.milliseconds(200))
    #expect(hand.drawings == before)
    #expect(hand.catalogue.nextFrame(after: hand.now) == nil)
  }

  @Test("A missing entry is not played")
  func unknown() {
    var hand = CatalogueHand(count: 3)
    hand.give(.tap(Point(0, 0), .card(77), count: 1))
    hand.give(.tap(Point(0, 0), .chip(.category("a")), count: 1))
    hand.give(.tap(Point(0, 0), .chip(.search), count: 1))
    #expect(hand.played.isEmpty)
  }

  @Test("The chips filter, and All restores every entry")
  func filter() {
    var hand = CatalogueHand(count: 12, categories: ["Music", "City", "Music", "Nature"])
    #expect(hand.catalogue.contents.categories == ["Music", "City", "Nature"])
    func chip(_ index: Int) -> Point {
      let frame = hand.catalogue.chipRow.frame(of: index)
      return Point(
        frame.center.x, (hand.catalogue.layout.chipsTop(at: hand.catalogue.place) ?? 0) + 20)
    }
    for (index, ids) in [
      (2, [1, 5, 9]), (1, [0, 2, 4, 6, 8, 10]), (3, [3, 7, 11]), (0, Array(0..<12)),
    ] {
      #expect(hand.catalogue.region(at: chip(index)) == .chip(hand.catalogue.chips[index]))
      hand.tap(chip(index))
      #expect(hand.played.isEmpty)
      #expect(hand.catalogue.contents.shown == ids)
      #expect(hand.titles == ids.prefix(12).map { "Video \($0)" })
    }
    hand.tap(chip(2))
    hand.tap(hand.card(1).center)
    #expect(hand.played == [5])
  }

  @Test("Filtering far down starts below the chips, which stay in place")
  func filterFarDown() {
    var hand = CatalogueHand(count: 400, categories: ["a", "b"])
    hand.stroke(from: Point(500, 900), by: Point(0, -3000))
    let before = hand.catalogue.layout.chipsTop(at: hand.catalogue.place)
    hand.give(.tap(Point(0, 0), .chip(.category("a")), count: 1))
    #expect(hand.catalogue.layout.chipsTop(at: hand.catalogue.place) == before)
    #expect(hand.titles.first == "Video 0")
  }

  @Test("The next visitor finds the initial state")
  func reset() {
    let fresh = CatalogueHand(categories: ["a", "b"])
    var hand = fresh
    hand.stroke(from: Point(500, 900), by: Point(0, -900), velocity: Point(0, -900))
    hand.give(.tap(Point(0, 0), .chip(.category("a")), count: 1))
    hand.key(.down)
    hand.catalogue.reset()
    #expect(hand.drawings == fresh.drawings)
    #expect(hand.catalogue.nextFrame(after: hand.now) == nil)
  }
}
