import Testing
import VitrineGestures
import VitrinePictures
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("An entry's page opens from its card")
struct EntryPageTests {
  private static let story = "A lighthouse keeper counts ships. One night there is one too many."

  /// A gallery in which the third entry has a description.
  private func hand(
    described: String? = story, size: PixelSize = PixelSize(1920, 1080), title: String = "Film"
  ) -> CatalogueHand {
    var entries = (0..<12).map { CatalogueEntry(id: $0, title: "\(title) \($0)") }
    entries[2].description = described
    (entries[2].year, entries[2].languages) = (1962, ["ger", "eng"])
    entries[2].duration = MediaTime(3725, 1)
    return CatalogueHand(entries, size: size)
  }

  private func texts(_ hand: CatalogueHand) -> [String] {
    hand.catalogue.drawings(at: hand.now).compactMap {
      if case .text(let text) = $0.shape {
        text.string.replacing("\u{200E}", with: "")
      } else {
        nil
      }
    }
  }

  @Test("A tap opens the page in a list with descriptions, and plays at once in others")
  func tap() {
    var (plain, hand) = (hand(described: nil), hand())
    plain.tap(plain.card(2).center)
    #expect(plain.played == [2] && plain.catalogue.page == nil)
    hand.tap(hand.card(2).center)
    #expect(hand.played.isEmpty && hand.catalogue.page?.entry.id == 2)
    let rests = hand.rest()
    #expect(rests)
    #expect(texts(hand).contains(Self.story))
    #expect(texts(hand).contains("1:02:05 · 1962 · Deutsch, English"))
    hand.tap(hand.page.play.center)
    #expect(hand.played == [2])
  }

  @Test(
    "A code is on the poster, dark on white with its margin, if there is room for it",
    arguments: [
      PixelSize(1920, 1080), PixelSize(1080, 1920), PixelSize(800, 480), PixelSize(240, 180),
    ])
  func code(size: PixelSize) {
    var entries = (0..<12).map { CatalogueEntry(id: $0, title: "Film \($0)") }
    entries[2].link = GoldenSamples.link
    var hand = CatalogueHand(entries, size: size)
    hand.tap(hand.card(2).center)
    _ = hand.rest()
    #expect(hand.played.isEmpty, "an entry with a code has a page")
    let codes = hand.catalogue.drawings(at: hand.now).filter { drawing in
      if case .code = drawing.shape { true } else { false }
    }
    guard let card = hand.catalogue.page?.code else {
      #expect(codes.isEmpty && size.width < 800)
      return
    }
    #expect(codes.map(\.frame) == [card.place])
    let square = card.place.width / Double(card.code.side)
    #expect(square >= 2 && square == square.rounded())
    #expect(
      card.place.x - card.frame.x >= 4 * square && card.place.y - card.frame.y >= 4 * square)
    #expect(card.frame.intersection(hand.page.poster) == card.frame)
    #expect(hand.page.play.intersection(card.frame) == nil)
    hand.tap(card.frame.center)
    #expect(hand.played.isEmpty, "a tap on the code")
  }

  @Test("The poster plays on the page, the back button returns, and the gallery is out of reach")
  func regions() {
    var hand = hand()
    hand.tap(hand.card(2).center)
    _ = hand.rest()
    hand.tap(hand.page.poster.center)
    #expect(hand.playedOnPage == [2] && hand.played.isEmpty)
    hand.tap(Point(hand.page.facts.center.x, hand.page.screen.bottom - 4))
    #expect(hand.played.isEmpty && hand.catalogue.page?.isClosing == false)
    hand.tap(hand.page.back.center)
    let rests = hand.rest()
    #expect(rests && hand.catalogue.page == nil)
  }

  @Test(
    "A finger that pulls down closes the page, or leaves it open",
    arguments: [(500.0, 0.0, true), (100, 0, false), (100, 2400, true), (500, -2400, false)])
  func pull(distance: Double, velocity: Double, closes: Bool) {
    var hand = hand()
    hand.tap(hand.card(2).center)
    _ = hand.rest()
    let start = Point(1400, 300)
    let drag = CatalogueHand.drag(
      start, by: Point(0, distance), velocity: Point(0, velocity))
    hand.give(.dragBegan(CatalogueHand.drag(start, by: Point(0, 20))))
    hand.give(.dragMoved(drag))
    #expect((hand.catalogue.page?.openness(at: hand.now) ?? 0) < 1)
    hand.give(.dragEnded(drag))
    let rests = hand.rest()
    #expect(rests)
    #expect((hand.catalogue.page == nil) == closes)
    if !closes { #expect(hand.catalogue.page?.openness(at: hand.now) == 1) }
  }

  @Test("The poster grows from its card to its place, and returns")
  func growth() throws {
    var hand = hand()
    let card = hand.card(2)
    hand.tap(card.center)
    var widths: [Double] = []
    for _ in 0..<40 {
      widths.append(try #require(poster(hand)).width)
      hand.wait(.milliseconds(10))
    }
    #expect(widths.first == card.width && widths.last == hand.page.poster.width)
    #expect(widths == widths.sorted())
    hand.tap(hand.page.back.center)
    hand.wait(.milliseconds(100))
    let half = try #require(poster(hand)).width
    #expect(half < hand.page.poster.width && half > card.width)
    let rests = hand.rest()
    #expect(rests && hand.catalogue.page == nil)
  }

  /// The page's poster, which is the topmost border of this shape.
  private func poster(_ hand: CatalogueHand) -> Rect? {
    hand.catalogue.drawings(at: hand.now).last {
      if case .outline(let color, _, _) = $0.shape { color != Theme().accent } else { false }
    }?.frame
  }

  @Test("Keys open the page, reach both buttons and close it")
  func keys() {
    var hand = hand(described: nil)
    for key in [KeyAction.down, .right, .right, .info] { hand.key(key) }
    #expect(hand.catalogue.page?.entry.id == 2)
    hand.key(.ok)
    #expect(hand.played == [2])
    hand.key(.left)
    hand.key(.ok)
    let rests = hand.rest()
    #expect(rests && hand.catalogue.page == nil && hand.played == [2])
    hand.key(.info)
    hand.key(.back)
    #expect(hand.rest() && hand.catalogue.page == nil)
    #expect(hand.catalogue.focus == .card(2))
  }

  @Test("A card that is tapped twice opens its page only, also while the page closes")
  func twice() {
    var hand = hand()
    let card = hand.card(2).center
    hand.tap(card)
    hand.tap(card)
    hand.tap(hand.page.play.center)
    #expect(hand.played.isEmpty && hand.catalogue.page?.isClosing == false)
    _ = hand.rest()
    hand.catalogue.receivePagePicture(PictureID("large"), of: 2)
    hand.tap(hand.page.back.center)
    hand.wait(.milliseconds(100))
    var closing = hand
    closing.wait(.milliseconds(70))
    hand.tap(card)
    #expect(
      hand.catalogue.page?.openness(at: hand.now) == closing.catalogue.page?.openness(at: hand.now))
    let rests = hand.rest()
    #expect(rests && hand.catalogue.page?.picture == PictureID("large"))
  }

  @Test("The gallery is not left half dragged by a page that a key opens")
  func dragged() {
    var hand = hand()
    hand.key(.down)
    hand.give(.dragBegan(CatalogueHand.drag(Point(900, 300), by: Point(0, 300))))
    hand.catalogue.isFocusVisible = true
    hand.key(.info)
    hand.give(.dragEnded(CatalogueHand.drag(Point(900, 300), by: Point(0, 300))))
    hand.key(.back)
    #expect(hand.rest() && hand.catalogue.page == nil)
    #expect(hand.catalogue.place == 0 && !hand.catalogue.motion.list.isHeld)
  }

  @Test("A key that closes a pulled page continues from the position of the finger")
  func closedUnderFinger() throws {
    var hand = hand()
    hand.tap(hand.card(2).center)
    _ = hand.rest()
    hand.give(.dragBegan(CatalogueHand.drag(Point(1400, 300), by: Point(0, 400))))
    let part = try #require(hand.catalogue.page?.openness(at: hand.now))
    hand.key(.back)
    #expect(part < 0.6 && hand.catalogue.page?.openness(at: hand.now) == part)
  }

  @Test("Every line of a description counts, however short")
  func lineBreaks() {
    let lines = (1...40).map { "Day \($0)" }.joined(separator: "\n")
    var hand = hand(described: lines)
    hand.tap(hand.card(2).center)
    #expect(hand.page.textHeight == 40 * hand.page.lineHeight)
    #expect((hand.catalogue.page?.scroll.limit ?? 0) > 0)
  }

  @Test("A long description scrolls by finger and by keys, and then the page can be pulled down")
  func scrolling() throws {
    var hand = hand(described: String(repeating: Self.story + " ", count: 30))
    hand.tap(hand.card(2).center)
    _ = hand.rest()
    let limit = try #require(hand.catalogue.page).scroll.limit
    #expect(limit > 0)
    hand.stroke(from: Point(1400, 800), by: Point(0, -200))
    _ = hand.rest()
    #expect(hand.catalogue.page?.scroll.state(at: hand.now).place == 200)
    for _ in 0..<20 { hand.key(.down) }
    _ = hand.rest()
    #expect(hand.catalogue.page?.scroll.state(at: hand.now).place == limit)
    hand.stroke(from: Point(1400, 100), by: Point(0, 4000))
    _ = hand.rest()
    #expect(hand.catalogue.page?.isClosing == false)
    hand.stroke(from: Point(1400, 100), by: Point(0, 800))
    #expect(hand.rest() && hand.catalogue.page == nil)
  }

  @Test("The page ends with its entry, with the part, and for the next visitor")
  func ends() {
    var hand = hand()
    func reopened() -> CatalogueHand {
      var open = hand
      open.tap(open.card(2).center)
      _ = open.rest()
      return open
    }
    var gone = reopened()
    gone.catalogue.exchange([CatalogueEntry(id: 0, title: "A")])
    #expect(gone.catalogue.page == nil)
    var hidden = reopened()
    var theme = Theme()
    theme.hidden = [.detailPage]
    hidden.catalogue.setTheme(theme)
    #expect(hidden.catalogue.page == nil)
    hidden.tap(hidden.card(2).center)
    #expect(hidden.played == [2])
    var left = reopened()
    #expect(!left.catalogue.isAtStart)
    left.catalogue.reset()
    #expect(left.catalogue.page == nil && left.catalogue.isAtStart)
    hand.catalogue.resize(to: CatalogueHand.metrics(PixelSize(1080, 1920)))
  }

  @Test(
    "Everything is on the display and nothing overlaps, whatever the size and the texts",
    arguments: [
      PixelSize(1920, 1080), PixelSize(1080, 1920), PixelSize(800, 480), PixelSize(480, 800),
      PixelSize(3840, 2160), PixelSize(480, 272), PixelSize(1024, 1024),
    ])
  func layout(size: PixelSize) {
    for text in [nil, Self.story, String(repeating: Self.story, count: 30)] {
      for title in ["Film", String(repeating: "A long title ", count: 9)] {
        var hand = hand(described: text, size: size, title: title)
        for key in [KeyAction.down, .right, .right, .info] { hand.key(key) }
        guard let page = hand.catalogue.page?.layout else {
          Issue.record("no page")
          continue
        }
        let rows = [page.title, page.subtitle, page.facts, page.description, page.play]
        for (upper, lower) in zip(rows, rows.dropFirst()) { #expect(upper.bottom <= lower.y) }
        for part in rows + [page.poster, page.back] where part.height > 0 {
          #expect(part.x >= 0 && part.right <= page.screen.right, "\(part)")
          #expect(part.y >= 0 && part.bottom <= page.screen.bottom, "\(part) at \(size)")
        }
        #expect(page.poster.intersection(page.title) == nil)
        #expect(
          page.back.intersection(page.poster) == nil && page.back.intersection(page.title) == nil)
      }
    }
  }
}

extension CatalogueHand {
  /// The layout of the open page.
  fileprivate var page: EntryPageLayout {
    catalogue.page?.layout
      ?? EntryPageLayout(CatalogueEntry(id: 0, title: ""), facts: "", play: "", catalogue.layout)
  }
}
