import Testing
import VitrineGestures
import VitrinePictures
import VitrineTiming

@testable import VitrineOverlay

@Suite("A gallery that changes while it is in use")
struct CatalogueExchangeTests {
  private func entries(_ ids: some Sequence<Int>, _ category: String? = nil) -> [CatalogueEntry] {
    ids.map { id in
      CatalogueEntry(id: id, title: "Video \(id)", categories: category.map { [$0] } ?? [])
    }
  }

  /// A card's position on the screen.
  private func place(of id: Int, _ hand: CatalogueHand) throws -> Double {
    let position = try #require(hand.catalogue.contents.position(ofID: id))
    return hand.card(position).y
  }

  @Test("Visible cards stay in place when cards above them are added or removed")
  func view() throws {
    var hand = CatalogueHand(entries(0..<100))
    hand.stroke(from: Point(500, 900), by: Point(0, -1500))
    let first = try #require(
      hand.catalogue.visible.first { hand.card($0).y >= 0 }.map { hand.catalogue.contents[$0].id })
    let before = try place(of: first, hand)
    // A whole row fewer, then two more.
    let columns = hand.catalogue.layout.columns
    hand.catalogue.exchange(entries(columns..<100))
    #expect(abs(try place(of: first, hand) - before) < 1)
    hand.catalogue.exchange(entries((200..<200 + 2 * columns)) + entries(columns..<100))
    #expect(abs(try place(of: first, hand) - before) < 1)
  }

  @Test("A tap plays the card now under the finger")
  func tap() {
    var hand = CatalogueHand(entries(0..<10))
    hand.catalogue.exchange(entries([7, 3, 12]))
    hand.tap(hand.card(1).center)
    hand.tap(hand.card(2).center)
    #expect(hand.played == [3, 12])
  }

  @Test("A finger resting on a card during a change plays nothing")
  func held() {
    var hand = CatalogueHand(entries(0..<10))
    let center = hand.card(4).center
    hand.give(.pressed(center, hand.catalogue.region(at: center)))
    hand.catalogue.exchange(entries([20]))
    hand.wait(.milliseconds(70))
    hand.give(.tap(center, .card(4), count: 1))
    #expect(hand.played == [])
  }

  @Test("The focus stays on its entry, or moves to the first if that was removed")
  func focus() {
    var hand = CatalogueHand(entries(0..<10))
    for _ in 0..<4 { hand.key(.right) }
    let focused = hand.catalogue.contents[3].id
    hand.catalogue.exchange(entries([5, 4, 3, 2]))
    hand.key(.ok)
    #expect(hand.played == [focused])
    hand.catalogue.exchange(entries([5, 4]))
    hand.key(.ok)
    #expect(hand.played == [focused, 5])
  }

  @Test("A gallery that was emptied and refilled remains usable")
  func empty() {
    var hand = CatalogueHand(entries(0..<10, "a") + entries(10..<20, "b"))
    hand.catalogue.select("a")
    hand.catalogue.exchange([])
    hand.key(.down)
    hand.key(.ok)
    #expect(hand.played == [])
    hand.catalogue.exchange(entries([4, 5]))
    hand.tap(hand.card(0).center)
    #expect(hand.played == [4])
  }
}
