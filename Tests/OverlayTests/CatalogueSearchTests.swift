import Testing
import VitrineGestures
import VitrinePictures
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The search in the gallery")
struct CatalogueSearchTests {
  private static let titles = ["Glass", "Garden", "Stone and Storm", "Étude"]

  private static func entries(_ count: Int = 48, categories: [String] = []) -> [CatalogueEntry] {
    (0..<count).map { index in
      CatalogueEntry(
        id: index, title: index < titles.count ? titles[index] : "Film \(index)",
        categories: categories)
    }
  }

  private static func hand(
    _ entries: [CatalogueEntry] = Self.entries(), heading: String = "Videos",
    size: PixelSize = PixelSize(1920, 1080)
  ) -> CatalogueHand {
    CatalogueHand(entries, size: size, heading: heading)
  }

  private static let firstLetters = "aefgs123456789"

  @Test(
    "Lists of at least 40 entries have a search, before the categories",
    arguments: [(39, [], []), (40, [], [.search]), (40, ["a"], [.search, .all, .category("a")])]
      as [(Int, [String], [Catalogue.Chip])])
  func offered(count: Int, categories: [String], chips: [Catalogue.Chip]) {
    let hand = Self.hand(Self.entries(count, categories: categories))
    #expect(hand.catalogue.chips == chips)
    #expect((hand.catalogue.layout.chipsTop == nil) == chips.isEmpty)
  }

  @Test("A finger narrows the films letter by letter, erases, and closes the search")
  func touched() {
    var hand = Self.hand(Self.entries(categories: ["a"]))
    let before = hand.drawings
    hand.tap(.search)
    #expect(hand.catalogue.contents.count == 48 && hand.texts.contains { $0.contains("Search") })
    #expect(hand.letters == Self.firstLetters && hand.catalogue.chips.first == .close)
    hand.tap(.letter("g"))
    #expect(hand.catalogue.contents.shown == [0, 1] && hand.letters == "al")
    #expect(hand.catalogue.chips.prefix(2) == [.close, .erase])
    hand.tap(.letter("l"))
    #expect(hand.catalogue.contents.shown == [0] && hand.texts.contains { $0.contains("GL") })
    hand.tap(.erase)
    #expect(hand.catalogue.contents.shown == [0, 1] && hand.letters == "al")
    hand.tap(.letter("a"))
    hand.tap(hand.card(0).center)
    #expect(hand.played == [1])
    hand.tap(.close)
    hand.wait(.milliseconds(400))
    #expect(hand.drawings == before)
  }

  @Test("A search covers all categories, and afterwards all films are shown")
  func categories() {
    var entries = Self.entries(categories: ["a"])
    entries[0].categories = ["b"]
    var hand = Self.hand(entries)
    hand.tap(.category("a"))
    hand.tap(.search)
    hand.tap(.letter("g"))
    #expect(hand.catalogue.contents.shown == [0, 1])
    hand.tap(.close)
    #expect(hand.catalogue.contents.count == 48 && hand.catalogue.contents.selected == nil)
  }

  @Test("Each step scrolls to the start, and back to the first chips")
  func scrolled() {
    var hand = Self.hand(Self.entries(400), size: PixelSize(1080, 1920))
    hand.stroke(from: Point(500, 900), by: Point(0, -3000))
    hand.tap(.search)
    #expect(hand.catalogue.place == 0)
    let chips = Point(900, (hand.catalogue.layout.chipsTop(at: 0) ?? 0) + 20)
    hand.stroke(from: chips, by: Point(-300, 0))
    hand.stroke(from: Point(500, 1200), by: Point(0, -1000))
    #expect(hand.catalogue.rowPlace == 300 && hand.catalogue.place > 0)
    hand.tap(.letter("f"))
    #expect(hand.catalogue.place == 0 && hand.catalogue.rowPlace == 0)
    #expect(hand.catalogue.nextFrame(after: hand.now) == nil)
  }

  @Test("Every chip of the search can be touched with a finger of 44 points")
  func targets() throws {
    var hand = Self.hand()
    hand.tap(.search)
    let (row, unit) = (hand.catalogue.chipRow, hand.catalogue.layout.unit)
    let top = try #require(hand.catalogue.layout.chipsTop(at: 0))
    for (index, chip) in hand.catalogue.chips.enumerated() {
      let frame = row.frame(of: index)
      guard frame.right < 1920 else { break }
      #expect(frame.width >= 44 * unit)
      for y in [top - 3 * unit, top + 40 * unit] {
        #expect(hand.catalogue.region(at: Point(frame.center.x, y)) == .chip(chip))
      }
    }
  }

  @Test("A gallery without a heading shows the query where one would be")
  func bare() {
    var hand = Self.hand(heading: "")
    let top = hand.catalogue.layout.gridTop
    hand.tap(.search)
    hand.tap(.letter("s"))
    #expect(hand.texts.contains { $0.hasSuffix("S") })
    #expect(hand.catalogue.layout.gridTop > top)
    hand.tap(.close)
    #expect(hand.catalogue.layout.gridTop == top)
  }

  @Test("The heading shows the end of a query that is too long for it")
  func long() {
    var entries = Self.entries()
    entries[5].title = "Rindfleischetikettierungsüberwachungsaufgaben"
    var hand = Self.hand(entries, size: PixelSize(800, 480))
    hand.tap(.search)
    for letter in "rindfleischetikettierungsuberwachungsaufgaben" { hand.choose(.letter(letter)) }
    #expect(hand.texts.contains { $0.hasSuffix("AUFGABEN") && $0.contains("…") })
    #expect(hand.catalogue.contents.shown == [5] && hand.letters.isEmpty)
  }

  @Test("Keys choose letters from the first one, and Back removes them before it ends the search")
  func keys() {
    var hand = Self.hand()
    [.down, .up].forEach { hand.key($0) }
    #expect(hand.catalogue.focus == .chip(.search))
    hand.key(.ok)
    #expect(hand.catalogue.focus == .chip(.letter("a")))
    [.right, .right, .right, .right, .ok].forEach { hand.key($0) }
    #expect(hand.query == "s" && hand.catalogue.focus == .chip(.letter("t")))
    [.ok, .ok].forEach { hand.key($0) }
    #expect(hand.query == "sto" && hand.catalogue.focus == .chip(.letter("n")))
    [.back, .back].forEach { hand.key($0) }
    #expect(hand.query == "s" && hand.catalogue.focus == .chip(.letter("t")))
    [.left, .ok].forEach { hand.key($0) }
    #expect(hand.query == "" && hand.catalogue.focus == .chip(.letter("a")))
    #expect(hand.focusRing != nil)
    hand.key(.back)
    #expect(hand.catalogue.contents.search == nil && hand.catalogue.focus == .chip(.search))
    #expect(hand.played.isEmpty)
  }

  @Test("If no letter is left, the focus goes to the first film, and returns by Up and Back")
  func lastLetter() {
    var hand = Self.hand()
    hand.tap(.search)
    for letter in "glas" { hand.choose(.letter(letter)) }
    // The first key shows the focus, the second one chooses.
    [.ok, .ok].forEach { hand.key($0) }
    #expect(hand.query == "glass" && hand.catalogue.focus == .card(0))
    hand.key(.up)
    #expect(hand.catalogue.focus == .chip(.erase))
    [.down, .back].forEach { hand.key($0) }
    #expect(hand.query == "glas" && hand.catalogue.focus == .chip(.letter("s")))
    [.ok, .ok].forEach { hand.key($0) }
    #expect(hand.played == [0])
  }

  @Test("A list that changes meanwhile keeps the letters that match; one too short ends the search")
  func exchanged() {
    var hand = Self.hand()
    hand.tap(.search)
    for letter in "sto" { hand.choose(.letter(letter)) }
    var entries = Self.entries()
    entries[2].title = "Stairs"
    hand.catalogue.exchange(entries)
    #expect(hand.query == "st" && hand.catalogue.contents.shown == [2] && hand.letters == "a")
    hand.catalogue.update(CatalogueEntry(id: 7, title: "Steel"))
    #expect(hand.catalogue.contents.shown == [2, 7] && hand.letters == "ae")
    hand.catalogue.update(CatalogueEntry(id: 7, title: "Salt"))
    #expect(hand.catalogue.contents.shown == [2] && hand.letters == "a")
    hand.catalogue.exchange([])
    #expect(hand.catalogue.contents.search == nil && hand.catalogue.chips.isEmpty)
    hand.catalogue.exchange(Self.entries())
    #expect(hand.catalogue.contents.count == 48)
  }

  @Test("Another language is searched in its own titles")
  func language() {
    var entries = Self.entries()
    entries[0].translations[.ar] = CatalogueEntry.Texts(title: "أصوات", subtitle: nil)
    entries[1].translations[.ar] = CatalogueEntry.Texts(title: "حديقة", subtitle: nil)
    var hand = Self.hand(entries)
    hand.tap(.search)
    hand.choose(.letter("g"))
    let words = InterfaceLanguage.ar.wording
    hand.catalogue.setWording(words, heading: words.videos, language: .ar)
    #expect(hand.query == "" && hand.letters.contains("ا") && hand.letters.contains("ح"))
    #expect(hand.icons == [.search, .close])
    hand.choose(.letter("ا"))
    #expect(hand.catalogue.contents.shown == [0] && hand.catalogue.isMirrored)
    #expect(hand.icons == [.search, .close, .eraseMirrored])
    // The heading starts at the right, and the letters follow to its left.
    let heading = hand.drawings.filter { drawing in
      switch drawing.shape {
      case .icon(.search, _): true
      case .text(let text): text.string.hasSuffix("ا") && drawing.frame.y < 100
      default: false
      }
    }
    let right = 1920.0 - 48
    #expect(heading.map(\.frame.right) == [right, right - 84])
  }

  @Test("The next visitor finds no search")
  func reset() {
    let fresh = Self.hand()
    var hand = fresh
    hand.tap(.search)
    hand.tap(.letter("s"))
    #expect(!hand.catalogue.isAtStart)
    hand.catalogue.reset()
    #expect(hand.catalogue.isAtStart && hand.drawings == fresh.drawings)
  }

  @Test("A theme hides the search, and ends it")
  func hidden() {
    var hand = Self.hand()
    hand.tap(.search)
    hand.tap(.letter("g"))
    var theme = Theme()
    theme.hidden = [.search]
    hand.catalogue.setTheme(theme)
    #expect(hand.catalogue.contents.search == nil && hand.catalogue.chips.isEmpty)
    #expect(hand.catalogue.contents.count == 48 && hand.catalogue.layout.chipsTop == nil)
    hand.choose(.search)
    #expect(hand.catalogue.contents.search == nil)
    hand.catalogue.setTheme(Theme())
    #expect(hand.catalogue.chips == [.search])
  }
}

@Suite("Search with keys, speech, a switch and in right-to-left languages")
struct SearchAccessTests {
  private static func user(_ change: (inout InterfaceOptions) -> Void = { _ in }) -> SimulatedUser {
    SimulatedUser(list: 41, idle: .after(.seconds(90))) { options in
      options.speechProgram = "/usr/bin/espeak-ng"
      options.entries[3].title = "Glass"
      options.entries[4].title = "A Garden"
      change(&options)
    }
  }

  @Test("Speech names the chips, and after each letter how many films are left")
  func spoken() {
    var user = Self.user()
    user.key("KEY_DOWN", "KEY_UP")
    #expect(user.heard().last == "Search")
    user.key("KEY_OK")
    #expect(user.heard() == ["Search. Videos: 41. A"])
    user.key("KEY_RIGHT")
    user.key("KEY_OK")
    #expect(user.heard() == ["G", "Search. G. Videos: 2. A"])
    user.key("KEY_LEFT")
    user.key("KEY_LEFT")
    #expect(user.heard() == ["Delete", "Back"])
    user.key("KEY_BACK", "KEY_OK")
    #expect(user.heard().last == "Search. A. Videos: 1. Space")
  }

  @Test("One switch searches and plays")
  func scanned() {
    var user = Self.user { $0.scanInterval = .seconds(1) }
    user.key("KEY_OK")
    // The search comes after the films.
    user.wait(41_100)
    user.key("KEY_OK")
    #expect(user.interface.screen.list?.catalogue.contents.search != nil)
    user.wait(1100)
    user.key("KEY_OK")
    #expect(user.interface.screen.list?.catalogue.contents.shown == [3, 4])
    let focus = user.interface.screen.list?.catalogue.focus
    #expect(focus == .chip(.letter("a")))
    // After both letters, the films.
    user.wait(2100)
    user.key("KEY_OK")
    #expect(user.asked() == ["open 3"])
  }

  @Test("The idle timeout ends the search")
  func idle() {
    var user = Self.user()
    user.key("KEY_DOWN", "KEY_UP", "KEY_OK")
    user.wait(91_000)
    #expect(user.interface.departures == 1)
    #expect(user.interface.screen.list?.catalogue.contents.search == nil)
  }
}

extension CatalogueHand {
  /// Taps the middle of a chip, which must be in view.
  fileprivate mutating func tap(_ chip: Catalogue.Chip) {
    guard let index = catalogue.chips.firstIndex(of: chip),
      let top = catalogue.layout.chipsTop(at: catalogue.place)
    else {
      Issue.record("no chip \(chip)")
      return
    }
    tap(catalogue.chipRow.frame(of: index).moved(-catalogue.rowPlace, top).center)
  }

  /// Taps a chip, wherever it is.
  fileprivate mutating func choose(_ chip: Catalogue.Chip) {
    give(.tap(Point(0, 0), .chip(chip), count: 1))
  }

  /// The letters that are offered.
  fileprivate var letters: String {
    String(catalogue.chips.compactMap { if case .letter(let letter) = $0 { letter } else { nil } })
  }

  fileprivate var query: String? { catalogue.contents.search.map { String($0.query) } }

  fileprivate var texts: [String] {
    drawings.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }
  }

  fileprivate var icons: [Icon] {
    drawings.compactMap { if case .icon(let icon, _) = $0.shape { icon } else { nil } }
  }
}
