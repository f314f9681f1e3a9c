import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The translations")
struct TranslationTests {
  private static let translated = InterfaceLanguage.allCases.filter { $0 != .en }

  @Test("Each translation is complete, and has every key once", arguments: translated)
  func complete(language: InterfaceLanguage) throws {
    let file = try #require(language.translation)
    #expect(Wording.lines(of: file).map(\.key) == Wording.texts.map(\.key))
    for (key, place) in Wording.texts {
      let text = language.wording[keyPath: place]
      #expect(!text.isEmpty && text.count <= 100, "\(key)")
      #expect(text == text.filter { !$0.isNewline }, "\(key)")
    }
    // Names, units and signs may be the same.
    let same = Wording.texts.count {
      language.wording[keyPath: $0.place] == Wording()[keyPath: $0.place]
    }
    #expect(10 * same <= Wording.texts.count)
  }

  @Test("The keys and properties match each other")
  func places() {
    #expect(Set(Wording.texts.map(\.key)).count == Wording.texts.count)
    #expect(Set(Wording.texts.map { $0.place as AnyKeyPath }).count == Wording.texts.count)
    #expect(Wording.texts.count == Mirror(reflecting: Wording()).children.count)
  }

  @Test("Right-to-left languages mirror the interface", arguments: translated)
  func direction(language: InterfaceLanguage) {
    let direction = ReadingDirection(of: language.wording.subtitles)
    #expect((direction == .rightToLeft) == [.ar, .he].contains(language))
  }

  @Test("Unknown keys, repeated keys and lines without a colon change nothing else")
  func damaged() {
    let wording = Wording(
      translation: Array("off: Aus\nnothing\nfly: a\noff: Weg\n\naudio: a: b".utf8))
    #expect(wording.off == "Weg" && wording.audio == "a: b" && wording.speed == "Speed")
  }

  @Test("Texts of the configuration stay in the configured language")
  func replaced() {
    var wording = Wording()
    wording.off = "Keine"
    let german = wording.translated(to: .de)
    #expect(german.off == "Keine" && german.audio == "Ton" && german.translated(to: .de) == german)
  }
}

@Suite("The visitor's language")
struct VisitorLanguageTests {
  private func user(list: Int = 6, _ size: PixelSize = PixelSize(1920, 1080)) -> SimulatedUser {
    var user = SimulatedUser(size, list: list, idle: .after(.seconds(90))) { options in
      (options.language, options.languages) = (.de, [.en, .de, .ar])
    }
    if list == 0 {
      user.hear { $0.play(entry: 1) }
      _ = user.asked()
    }
    return user
  }

  private func chip(_ user: SimulatedUser, _ index: Int) throws -> Point {
    let catalogue = try #require(user.interface.list).catalogue
    let frame = catalogue.languages.frame(of: index)
    let x = catalogue.isMirrored ? user.screen.width - frame.center.x : frame.center.x
    return Point(x, frame.center.y - catalogue.place)
  }

  @Test(
    "A tap in the gallery changes all texts and the preferred audio at once, until the visitor leaves"
  )
  func gallery() throws {
    var user = user()
    #expect(user.texts.contains("Deutsch") && user.texts.contains("English"))
    // After the default language and English.
    user.tap(try chip(user, 2))
    var requests = user.takeRequests()
    #expect(requests.contains(.language(.ar)))
    var choices = TrackChoices()
    choices.preferences.audioLanguages = ["ar"]
    #expect(requests.last == .perform(.choose(choices)))
    #expect(user.texts.contains("مقاطع الفيديو") && !user.texts.contains("Videos"))
    user.hear { $0.choices = choices }
    user.wait(75_000)
    #expect(user.texts.contains("هل ما زلت هنا؟"))
    user.wait(15_000)
    requests = user.takeRequests()
    #expect(requests.contains(.perform(.choose(TrackChoices()))))
    user.hear { $0.choices = TrackChoices() }
    user.wait(1000)
    #expect(user.texts.contains("Videos") && !user.texts.contains("مقاطع الفيديو"))
    user.wait(200_000)
    #expect(user.asked() == [])
  }

  @Test("Titles follow the language in the gallery, with room for the longest, and over the video")
  func titles() throws {
    var user = user(list: 0)
    var item = Item(path: "/sea.mp4")
    item.title = "Meer"
    item.translations = ["en": Item.Texts(title: "The sea")]
    user.hear { $0.item = item }
    user.key("KEY_INFO")
    #expect(user.texts.contains("Meer"))
    user.key("KEY_MENU", "KEY_DOWN", "KEY_OK")
    #expect(user.texts.contains("The sea") && !user.texts.contains("Meer"))

    var entry = CatalogueEntry(id: 0, title: "Meer", subtitle: "Film")
    let long = String(repeating: "The sea ", count: 20)
    entry.translations = [
      .en: .init(title: long, subtitle: nil), .ar: .init(title: "بحر", subtitle: "فيلم"),
    ]
    var gallery = self.user()
    gallery.interface.exchange([entry], title: nil)
    let height = try #require(gallery.interface.list).catalogue.layout.textHeight
    gallery.tap(try chip(gallery, 1))
    #expect(
      gallery.texts.contains { $0.hasPrefix("The sea The sea") } && gallery.texts.contains("Film"))
    #expect(try #require(gallery.interface.list).catalogue.layout.textHeight > height)
    gallery.wait(500)
    gallery.tap(try chip(gallery, 2))
    #expect(gallery.texts.contains("بحر") && gallery.texts.contains("فيلم"))
    #expect(try #require(gallery.interface.list).catalogue.layout.textHeight == height)
  }

  @Test("A film from the gallery is watched to its end in any language")
  func watched() throws {
    var user = user()
    user.tap(try chip(user, 1))
    user.wait(500)
    user.key("KEY_DOWN", "KEY_OK")
    user.hear { $0.play(entry: 1) }
    user.hear { $0.choices.preferences.audioLanguages = ["en"] }
    _ = user.asked()
    user.wait(300_000)
    #expect(user.asked() == [] && user.interface.screen.list == nil)
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    user.wait(91_000)
    #expect(user.interface.context.language == .de)
  }

  @Test("The attract loop begins in the default language")
  func attract() throws {
    var user = SimulatedUser(list: 6, attractTimeout: .seconds(30)) { options in
      (options.language, options.languages) = (.de, [.en])
    }
    user.tap(try chip(user, 1))
    #expect(user.interface.context.language == .en)
    user.wait(31_000)
    #expect(user.asked().contains("attract") && user.interface.context.language == .de)
    #expect(user.interface.context.options.wording.videos == "Videos")
    #expect(user.interface.context.options.wording.off == "Aus")
  }

  @Test("Subtitles that the visitor turned on stay")
  func subtitles() {
    var user = user(list: 0)
    user.hear { $0.choices.subtitle = .index(2) }
    user.key("KEY_MENU", "KEY_UP", "KEY_UP", "KEY_UP", "KEY_UP", "KEY_UP", "KEY_OK")
    user.key("KEY_MENU", "KEY_DOWN", "KEY_OK")
    let chosen = user.takeRequests().compactMap { request in
      if case .perform(.choose(let choices)) = request { choices } else { nil }
    }
    #expect(chosen.last?.subtitle == .index(2))
  }

  @Test("More languages than fit have chips as far as there is room", arguments: Display.all)
  func many(display: Display) throws {
    let user = SimulatedUser(display.size, pixelsPerMillimetre: display.density, list: 9) {
      $0.languages = Set(InterfaceLanguage.allCases)
    }
    let chips = try #require(user.interface.list).catalogue.languages
    #expect(chips.titles.count > 1)
    for index in chips.titles.indices {
      let frame = chips.frame(of: index)
      #expect(frame.x > 0 && frame.right <= user.screen.right)
    }
  }

  @Test("Keys reach the languages of an empty gallery")
  func emptyGallery() {
    var user = SimulatedUser { options in
      (options.hasList, options.languages) = (true, [.en, .fr])
    }
    user.key("KEY_DOWN", "KEY_DOWN", "KEY_RIGHT", "KEY_OK")
    #expect(user.interface.context.language == .fr)
  }

  @Test("Keys reach the languages above the gallery")
  func keys() throws {
    var user = user()
    user.key("KEY_DOWN", "KEY_UP", "KEY_RIGHT", "KEY_OK")
    #expect(user.takeRequests().contains(.language(.en)))
    #expect(user.texts.contains("Videos"))
    user.key("KEY_DOWN", "KEY_OK")
    #expect(user.asked().contains("open 0"))
  }

  @Test("The menu over a video has the languages, and subtitles follow if some are configured")
  func menu() {
    var user = user(list: 0)
    user.interface.context.options.home.choices.preferences.subtitleLanguages = ["de"]
    var item = Item(path: "sea.mp4")
    item.translations = ["de": Item.Texts(title: "Meer")]
    user.interface.receiveFailure(of: item, at: user.now)
    #expect(user.texts.contains { $0.contains("Meer") })
    user.wait(10_000)
    var style = SubtitleStyle()
    style.scale = 2
    user.hear { $0.choices.subtitleStyle = style }
    user.key("KEY_MENU")
    #expect(user.texts.contains { $0.contains("Sprache") })
    user.key("KEY_DOWN", "KEY_DOWN", "KEY_OK")
    let requests = user.takeRequests()
    #expect(requests.first == .language(.ar) && user.interface.context.language == .ar)
    guard case .perform(.choose(let choices))? = requests.last else {
      Issue.record("no choice of tracks")
      return
    }
    #expect(choices.subtitleStyle == style)
    #expect(choices.preferences.audioLanguages == ["ar"])
    #expect(choices.preferences.subtitleLanguages == ["ar", "de"])
    user.key("KEY_INFO")
    #expect(user.layout.isMirrored)
  }

  @Test(
    "With the default language alone there is no choice",
    arguments: [[], [.en]] as [Set<InterfaceLanguage>])
  func alone(languages: Set<InterfaceLanguage>) {
    var user = SimulatedUser(list: 3) { $0.languages = languages }
    #expect(!user.texts.contains("Deutsch"))
    user.key("KEY_DOWN", "KEY_OK")
    user.hear { $0.play(entry: 1) }
    user.key("KEY_MENU")
    #expect(!user.texts.contains { $0.contains("Language") })
  }

  @Test(
    "All languages fit beside the heading, by their codes if necessary", arguments: Display.all)
  func fits(display: Display) throws {
    let user = SimulatedUser(display.size, pixelsPerMillimetre: display.density, list: 9) {
      $0.languages = [.en, .de, .fr, .ja]
    }
    let catalogue = try #require(user.interface.list).catalogue
    let isRoomy = user.screen.width > 320 * catalogue.layout.unit
    #expect(catalogue.languages.titles.count == 4 || !isRoomy)
    for index in catalogue.languages.titles.indices {
      let frame = catalogue.languages.frame(of: index)
      #expect(frame.x > 0 && frame.right <= user.screen.right)
      #expect(catalogue.region(at: frame.center) == .language(index))
    }
  }

  @Test("New texts of the program wait while a visitor reads another language")
  func program() throws {
    var user = user()
    user.tap(try chip(user, 1))
    var wording = Wording()
    wording.videos = "Filme"
    user.interface.setWording(wording)
    #expect(user.texts.contains("Videos"))
    user.wait(91_000)
    #expect(user.texts.contains("Filme"))
  }
}
