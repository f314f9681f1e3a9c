import Testing
import VitrineGestures
import VitrinePictures
import VitrineScenes

@testable import VitrineOverlay

@Suite("A right-to-left gallery")
struct CatalogueDirectionTests {
  static let categories = (0..<30).map { "تاريخ \($0)" }

  static func hand() -> CatalogueHand {
    CatalogueHand(count: 60, categories: categories, heading: "أفلام البيت")
  }

  @Test("The gallery starts at the right and stays on the display")
  func begins() throws {
    let hand = Self.hand()
    let posters = hand.drawings.filter { drawing in
      if case .box(_, radius: 24) = drawing.shape { true } else { false }
    }
    let first = try #require(posters.first)
    #expect(first.frame.right == 1920 - 48)
    #expect(posters.allSatisfy { $0.frame.x >= 47 })
    #expect(hand.titles.first == "Video 0")
  }

  @Test("A tap plays the card below the finger")
  func touched() throws {
    var hand = Self.hand()
    for drawing in hand.drawings {
      guard case .text(let text) = drawing.shape, text.string == "Video 1" else { continue }
      hand.tap(drawing.frame.center)
    }
    #expect(hand.played == [1])
  }

  @Test("The left key moves forwards, the right key back")
  func keys() {
    var hand = Self.hand()
    for key in [KeyAction.down, .left, .left, .right] { hand.key(key) }
    #expect(hand.catalogue.focus == .card(1))
    #expect((hand.focusRing?.center.x ?? 1920) < 1920 * 0.7)
  }

  @Test("Chips follow a finger to the right")
  func chips() throws {
    var hand = Self.hand()
    let top = try #require(hand.catalogue.layout.chipsTop(at: 0))
    hand.stroke(from: Point(900, top + 20), by: Point(400, 0))
    #expect(hand.catalogue.rowPlace == 400)
  }

  @Test(
    "The first letter sets a text's direction",
    arguments: [
      ("", false), ("12:34", false), ("Film", false), ("«فيلم»", true), ("1911 سنة", true),
      ("עברית and more", true), ("日本語 عربي", false), ("\u{2067}", false),
    ])
  func direction(text: String, isRightToLeft: Bool) {
    #expect((ReadingDirection(of: text) == .rightToLeft) == isRightToLeft)
  }
}
