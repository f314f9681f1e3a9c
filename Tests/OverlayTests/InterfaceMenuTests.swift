import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The track menu under a finger")
struct InterfaceMenuTouchTests {
  private func opened() throws -> SimulatedUser {
    var user = SimulatedUser.watching()
    user.tap(user.place(.middle))
    user.wait(400)
    user.tap(try user.middle(of: .tracks))
    user.wait(400)
    return user
  }

  @Test(
    "A tap on a row selects it, and a tap on a heading does not",
    arguments: [
      (0, [], true), (1, ["subtitle none"], false), (2, ["subtitle 2"], false), (3, [], true),
      (5, ["audio 3"], false), (6, [], true),
      (7, ["rate 0.5"], false),
    ])
  func rows(row: Int, requests: [String], isOpen: Bool) throws {
    var user = try opened()
    user.tap(user.layout.menuRow(row, offset: 0).center)
    #expect(user.asked() == requests)
    #expect((user.interface.menu != nil) == isOpen)
  }

  @Test("An item with an interpreter has a row for it")
  func signLanguage() throws {
    var user = try opened()
    #expect(user.interface.menu?.rows.contains(.signLanguage(isChosen: false)) == false)
    var item = Item(path: "/film.mp4")
    item.signLanguage = .file("/signed.mp4")
    user.hear { $0.item = item }
    user.tap(Point(10, 10))
    for isShown in [false, true] {
      user.hear { $0.choices.showsSignLanguage = isShown }
      user.key("KEY_MENU")
      let row = try #require(
        user.interface.menu?.rows.firstIndex(of: .signLanguage(isChosen: isShown)))
      user.tap(user.layout.menuRow(row, offset: user.interface.menu?.offset ?? 0).center)
      #expect(user.takeRequests() == [.perform(.setSignLanguage(!isShown))])
    }
  }

  @Test("The menu and the bars close 8 s after the last touch")
  func closes() throws {
    var user = try opened()
    user.wait(7599)
    #expect(user.interface.menu != nil)
    user.wait(1)
    #expect(user.interface.menu == nil && !user.seesBars)
  }

  @Test("Many tracks scroll under the finger, no further than the last")
  func scrolls() throws {
    var user = try opened()
    user.hear { status in
      status.tracks = (0..<500).map { TrackInfo(kind: .audio, index: $0, codec: "aac") }
    }
    user.drag(from: Point(1600, 1000), to: Point(1600, 600))
    #expect(user.interface.menu?.offset == 400)
    for _ in 0..<40 { user.drag(from: Point(1600, 1000), to: Point(1600, 100)) }
    let menu = try #require(user.interface.menu)
    #expect(menu.offset == user.layout.menuRange(rows: menu.rows.count))
    // 64 tracks and six speeds.
    #expect(menu.rows.count == 72)
    user.tap(Point(1600, 1000))
    #expect(user.asked() == ["rate 2.0"])
  }

  @Test("Changed tracks are offered at once, and the menu closes when none are left")
  func otherTracks() throws {
    var user = try opened()
    user.hear { $0.tracks[0].index = 9 }
    user.tap(user.layout.menuRow(2, offset: 0).center)
    #expect(user.asked() == ["subtitle 9"])
    user.wait(400)
    user.tap(try user.middle(of: .tracks))
    #expect(user.interface.menu != nil)
    user.hear { $0.tracks = [] }
    #expect(user.interface.menu == nil && user.layout.frame(of: .tracks) == nil)
  }

  /// The page for the appearance of subtitles, from the menu's row after the subtitles.
  private func styling() throws -> SimulatedUser {
    var user = try opened()
    user.hear { status in
      status.tracks[0].codec = "subrip"
      status.selected = [status.tracks[0]]
    }
    let row = try #require(user.interface.menu?.rows.firstIndex(of: .subtitleStyle))
    user.tap(user.layout.menuRow(row, offset: 0).center)
    return user
  }

  @Test("Each choice about subtitles has the next value at each touch, with a sample to look at")
  func style() throws {
    var user = try styling()
    #expect(user.interface.subtitleSample?.text == "Subtitles look like this")
    var style = SubtitleStyle()
    for choice in SubtitleChoice.allCases {
      var seen: Set<SubtitleStyle> = [style]
      repeat {
        let menu = try #require(user.interface.menu)
        let row = try #require(menu.rows.firstIndex(of: .style(choice)))
        let frame = user.layout.menuRow(row, offset: menu.offset)
        if frame.bottom > 1080 { user.drag(from: Point(1600, 900), to: Point(1600, 300)) }
        let offset = user.interface.menu?.offset ?? 0
        user.tap(user.layout.menuRow(row, offset: offset).center)
        let requests = user.takeRequests()
        #expect(requests == [.perform(choice.command(after: style))])
        style = choice.next(after: style)
        user.hear { $0.choices.subtitleStyle = style }
        user.wait(500)
      } while seen.insert(style).inserted && seen.count < 20
      #expect(seen.count > 1 && seen.count < 20)
      #expect(user.interface.menu?.page == .subtitleStyle)
    }
  }

  @Test("The appearance of subtitles can be reset, and Back returns to the menu")
  func styleReset() throws {
    var user = try styling()
    user.hear { $0.choices.subtitleStyle.window = 0xFF00_0000 }
    user.key("KEY_UP", "KEY_UP")
    for _ in 0..<20 { user.key("KEY_DOWN") }
    user.key("KEY_OK")
    #expect(user.takeRequests() == [.perform(.setSubtitleStyle(SubtitleStyle()))])
    user.key("KEY_BACK")
    #expect(user.interface.menu?.page == .all && user.interface.subtitleSample == nil)
    user.key("KEY_BACK")
    #expect(user.interface.menu == nil)
  }

  @Test("Without text subtitles on screen, there is no appearance to choose")
  func styleless() throws {
    var user = try opened()
    #expect(user.interface.menu?.rows.contains(.subtitleStyle) == false)
    for codec in ["hdmv_pgs_subtitle", "ass"] {
      user.hear { status in
        status.tracks[0].codec = codec
        status.selected = [status.tracks[0]]
      }
      #expect(user.interface.menu?.rows.contains(.subtitleStyle) == false)
    }
    user = try styling()
    user.hear { $0.selected = [] }
    #expect(user.interface.menu == nil)
  }

  @Test("The menu closes when another item starts")
  func otherItem() throws {
    var user = try opened()
    user.hear { $0.play(entry: 2) }
    #expect(user.interface.menu == nil)
  }
}
@Suite("The track menu under keys")
struct InterfaceMenuKeyTests {
  private func opened() -> SimulatedUser {
    var user = SimulatedUser.watching()
    user.key("KEY_MENU")
    return user
  }

  @Test(
    "Arrows move over the choices, and OK selects",
    arguments: [
      ([], ["subtitle none"]), (["DOWN"], ["subtitle 2"]), (["DOWN", "DOWN"], ["audio 1"]),
      (["DOWN", "DOWN", "DOWN"], ["audio 3"]),
      (["DOWN", "DOWN", "DOWN", "DOWN"], ["rate 0.5"]), (["UP", "UP"], ["subtitle none"]),
      (["DOWN", "DOWN", "UP"], ["subtitle 2"]),
    ])
  func choose(keys: [String], requests: [String]) {
    var user = opened()
    for key in keys { user.key("KEY_\(key)") }
    user.key("KEY_OK")
    #expect(user.asked() == requests)
    #expect(user.interface.menu == nil)
  }

  @Test("The menu closes without a choice", arguments: ["KEY_BACK", "KEY_LEFT", "KEY_MENU"])
  func closes(key: String) {
    var user = opened()
    user.key(key)
    #expect(user.interface.menu == nil && user.asked() == [] && user.seesBars)
  }

  @Test("The focused row is visible, however many there are")
  func scrolls() {
    var user = opened()
    user.hear { status in
      status.tracks = (0..<60).map { TrackInfo(kind: .audio, index: $0, codec: "aac") }
      status.selected = [status.tracks[0]]
    }
    for _ in 0..<59 {
      user.key("KEY_DOWN")
      guard let menu = user.interface.menu else { break }
      let row = user.layout.menuRow(menu.focus, offset: menu.offset)
      #expect(row.y >= 0 && row.bottom <= user.screen.bottom)
    }
    user.key("KEY_OK")
    #expect(user.asked() == ["audio 59"])
    user.key("KEY_MENU")
    for _ in 0..<80 { user.key("KEY_DOWN") }
    user.key("KEY_OK")
    #expect(user.asked() == ["rate 2.0"], "the last row")
  }

  @Test("Holding OK opens the menu like a long press, and the video continues")
  func held() {
    var user = SimulatedUser.watching()
    user.hold("KEY_OK", for: 599)
    #expect(user.asked() == ["toggle"] && user.interface.menu == nil)
    user.hold("KEY_OK", for: 601)
    #expect(user.asked() == ["toggle", "toggle"] && user.interface.menu != nil)
  }

  @Test("An OK held for a choice does not reopen the menu")
  func heldChoice() {
    var user = opened()
    user.hold("KEY_OK", for: 900)
    #expect(user.interface.menu == nil)
  }

  @Test("Without a choice of tracks and speeds there is no menu")
  func none() {
    var theme = Theme()
    theme.hidden = [.speed]
    var user = SimulatedUser.watching(theme: theme)
    user.hear { $0.tracks = [TrackInfo(kind: .audio, index: 0, codec: "aac")] }
    user.key("KEY_MENU")
    user.hold("KEY_OK", for: 900)
    #expect(user.interface.menu == nil && user.asked() == ["toggle"])
    #expect(user.layout.frame(of: .tracks) == nil)
  }
}

@Suite("The choice of a rendition")
struct InterfaceQualityTests {
  private static let ladder = [(6000, 1080), (3000, 720), (2000, 720), (800, 360)].map {
    VariantPolicy.Variant(bandwidth: $0.0 * 1000, width: nil, height: $0.1)
  }

  private func opened(
    _ preference: VariantPolicy.Preference = .automatic, tracks: [TrackInfo] = []
  ) -> SimulatedUser {
    var theme = Theme()
    theme.hidden = [.speed]
    var user = SimulatedUser.watching(theme: theme)
    user.hear { status in
      (status.tracks, status.selected) = (tracks, [])
      (status.quality, status.renditions) = (
        preference, AvailableRenditions(Self.ladder, playing: Self.ladder[1])
      )
    }
    user.key("KEY_MENU")
    return user
  }

  private func names(_ user: SimulatedUser) -> [String] {
    let marks: Set<Character> = ["\u{200E}", "\u{200F}", "\u{2066}", "\u{2069}"]
    return user.texts.map { $0.filter { !marks.contains($0) } }
  }

  @Test("The automatic entry shows the current rendition; equal heights show their rates")
  func names() {
    let wanted = [
      "Quality", "Automatic", "720p", "1080p", "720p", "3 Mbit/s", "720p", "2 Mbit/s", "360p",
    ]
    #expect(names(opened()).suffix(wanted.count) == wanted)
  }

  @Test(
    "Arrows move over the renditions, and OK selects",
    arguments: [
      ([], .automatic, "quality auto"), (["DOWN"], .automatic, "quality 1080p"),
      (["DOWN", "DOWN"], .automatic, "quality 3"), (["UP", "UP"], .lowest, "quality 3"),
      ([], .upTo(height: 1080), "quality 1080p"),
    ] as [([String], VariantPolicy.Preference, String)])
  func choose(keys: [String], preference: VariantPolicy.Preference, request: String) {
    var user = opened(preference)
    for key in keys { user.key("KEY_\(key)") }
    user.key("KEY_OK")
    #expect(user.asked() == [request])
  }

  @Test("Renditions follow the tracks, and a tap selects one")
  func behindTracks() {
    let tracks = [1, 3].map { TrackInfo(kind: .audio, index: $0, codec: "aac") }
    var user = opened(tracks: tracks)
    #expect(user.interface.menu?.rows.count == 9)
    user.tap(user.layout.menuRow(8, offset: 0).center)
    #expect(user.asked() == ["quality 360p"])
  }

  @Test("A single rendition offers no choice, and the menu closes")
  func alone() {
    var user = opened()
    #expect(user.layout.frame(of: .tracks) != nil)
    user.hear { $0.renditions = AvailableRenditions([Self.ladder[0]]) }
    #expect(user.interface.menu == nil && user.layout.frame(of: .tracks) == nil)
    user.key("KEY_MENU")
    #expect(user.interface.menu == nil)
  }

  @Test("The automatic entry updates its current rendition, and the focus stays")
  func changes() throws {
    var user = opened()
    user.key("KEY_DOWN", "KEY_DOWN")
    let focus = try #require(user.interface.menu?.focus)
    user.hear { $0.renditions?.playing = Self.ladder[3] }
    #expect(user.interface.menu?.focus == focus)
    #expect(names(user).suffix(9)[names(user).count - 7] == "360p")
  }
}
