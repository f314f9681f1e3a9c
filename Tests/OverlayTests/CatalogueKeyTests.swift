import Testing
import VitrineGestures
import VitrinePictures
import VitrineTiming

@testable import VitrineOverlay

@Suite("The gallery follows the arrow keys")
struct CatalogueKeyTests {
  /// A gallery with a visible focus on the first card.
  private func focused(count: Int = 30, categories: [String] = []) -> CatalogueHand {
    var hand = CatalogueHand(count: count, categories: categories)
    hand.key(.down)
    return hand
  }

  @Test("The first key only shows the focus", arguments: [KeyAction.ok, .down, .right, .up, .left])
  func first(key: KeyAction) {
    var hand = CatalogueHand()
    #expect(hand.focusRing == nil)
    hand.key(key)
    #expect(hand.focusRing != nil)
    #expect(hand.catalogue.focus == .card(0))
    #expect(hand.played.isEmpty)
    hand.key(.ok)
    #expect(hand.played == [0])
  }

  @Test("A touch hides the focus, which returns at the played entry")
  func touch() {
    var hand = focused()
    hand.tap(hand.card(6).center)
    #expect(hand.focusRing == nil)
    hand.key(.right)
    #expect(hand.catalogue.focus == .card(6))
  }

  @Test("After scrolling by finger, the focus returns within the view")
  func scrolledAway() {
    var hand = CatalogueHand(count: 100)
    hand.key(.down)
    hand.stroke(from: Point(500, 900), by: Point(0, -2000))
    hand.key(.down)
    guard case .card(let position) = hand.catalogue.focus else {
      Issue.record("no card is focused")
      return
    }
    let frame = hand.card(position)
    #expect(frame.y >= 0 && frame.bottom <= 1080)
  }

  @Test(
    "Arrows move over the grid and stop at its ends",
    arguments: [
      ([KeyAction.left], 0), ([.right], 1), ([.down], 4), ([.down, .down, .up], 4),
      ([.right, .right, .right, .right], 4), ([.down, .left], 3), ([.up], 0),
      ([.right, .right, .right, .down, .down], 9), ([.down, .down, .down], 8),
      ([.down, .down, .right, .right, .right], 9),
    ])
  func grid(keys: [KeyAction], position: Int) {
    var hand = focused(count: 10)
    keys.forEach { hand.key($0) }
    #expect(hand.catalogue.focus == .card(position))
  }

  @Test("Arrows reach every entry, and the focused card scrolls into view", arguments: [1, 3, 41])
  func visitsAll(count: Int) {
    var hand = focused(count: count, categories: ["a"])
    var visited = Set<Int>()
    for step in 0..<count {
      let rests = hand.rest()
      #expect(rests)
      let card = hand.card(step)
      #expect(card.y >= hand.catalogue.layout.stripHeight && card.bottom <= 1080)
      #expect(hand.focusRing?.contains(Point(card.center.x, card.y + 20)) == true)
      hand.key(.ok)
      visited.formUnion(hand.played)
      hand.key(.right)
    }
    #expect(visited == Set(0..<count))
  }

  @Test("Held keys scroll smoothly, without large jumps in any frame")
  func smooth() {
    var hand = focused(count: 400)
    var (last, greatest) = (hand.catalogue.place, 0.0)
    for frame in 0..<300 {
      if frame % 6 == 0 { _ = hand.catalogue.receive(KeyPress(.down, .repeated(1)), at: hand.now) }
      hand.wait(.milliseconds(16))
      greatest = max(greatest, abs(hand.catalogue.place - last))
      last = hand.catalogue.place
    }
    #expect(last > 10_000)
    #expect(greatest < 110)
  }

  @Test("Up from the first row moves to the categories, where OK filters")
  func categories() {
    var hand = focused(count: 12, categories: ["a", "b", "c"])
    [.right, .up, .right, .right].forEach { hand.key($0) }
    #expect(hand.catalogue.focus == .chip(.category("b")))
    #expect(hand.focusRing != nil)
    hand.key(.ok)
    #expect(hand.catalogue.contents.shown == [1, 4, 7, 10])
    #expect(hand.catalogue.focus == .chip(.category("b")))
    [.right, .right, .right].forEach { hand.key($0) }
    #expect(hand.catalogue.focus == .chip(.category("c")))
    [.down, .right, .ok].forEach { hand.key($0) }
    #expect(hand.played == [4])
    [.up, .left].forEach { hand.key($0) }
    #expect(hand.catalogue.focus == .chip(.category("a")))
  }

  @Test("A category beyond the edge scrolls into view with its focus")
  func farCategory() {
    var hand = focused(count: 60, categories: (0..<60).map { "Category \($0)" })
    hand.key(.up)
    for _ in 0..<40 { hand.key(.right) }
    let rests = hand.rest()
    #expect(rests)
    let ring = hand.focusRing
    #expect((ring?.x ?? -1) > 0 && (ring?.right ?? 1e9) < 1920)
    #expect(hand.catalogue.place == 0)
  }

  @Test("Only presses play; digits, back and releases do nothing")
  func others() {
    var hand = focused()
    let before = hand.drawings
    for kind in [KeyPress.Kind.repeated(1), .held, .released] {
      let outcomes = hand.catalogue.receive(KeyPress(.ok, kind), at: hand.now)
      #expect(outcomes.isEmpty)
    }
    for key in [KeyAction.back, .digit1, .menu, .none, .volumeUp] { hand.key(key) }
    #expect(hand.drawings == before)
    #expect(hand.played.isEmpty)
  }

  @Test("An empty gallery has nothing to focus")
  func empty() {
    var hand = CatalogueHand(count: 0)
    for key in [KeyAction.down, .ok, .up, .right, .ok] { hand.key(key) }
    #expect(hand.played.isEmpty && hand.focusRing == nil)
  }
}
