import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("Speech")
struct SpeechTests {
  private static func user(
    _ titles: [String], _ change: (inout InterfaceOptions) -> Void = { _ in }
  ) -> SimulatedUser {
    SimulatedUser(
      list: titles.count, attractTimeout: .seconds(30), idle: .after(.seconds(90))
    ) { options in
      options.speechProgram = "/usr/bin/espeak-ng"
      options.entries = titles.enumerated().map { CatalogueEntry(id: $0, title: $1) }
      change(&options)
    }
  }

  private static func watcher() -> SimulatedUser {
    var user = user(["Sea", "Wind"])
    user.key("KEY_DOWN", "KEY_OK")
    user.hear { status in
      status.play(entry: 1)
      status.title = "Sea"
      status.haveEverything()
    }
    _ = user.heard()
    return user
  }

  @Test("Nothing is spoken without a program, before the first key, and to a visitor who touches")
  func silence() {
    var silent = SimulatedUser(list: 3)
    silent.key("KEY_DOWN", "KEY_RIGHT")
    #expect(silent.heard() == [])
    var user = Self.user(["Sea", "Wind"])
    user.wait(20_000)
    user.tap(Point(960, 1000))
    user.wait(100_000)
    #expect(user.heard() == [])
  }

  @Test("A touch stops the speech")
  func finger() {
    var user = Self.user(["Sea", "Wind"])
    user.key("KEY_DOWN")
    #expect(user.heard() == ["Videos. Sea. 1 of 2"])
    user.touch(Point(960, 1000))
    user.lift()
    #expect(user.heard() == [""])
  }

  @Test("The gallery: its name, the video with the focus, and the same again at the last one")
  func gallery() {
    var user = Self.user(["Sea", "Wind"]) {
      $0.entries[1].subtitle = "A storm"
      $0.entries[1].duration = MediaTime(200, 1)
    }
    user.key("KEY_DOWN", "KEY_RIGHT", "KEY_RIGHT")
    #expect(
      user.heard() == [
        "Videos. Sea. 1 of 2", "Wind. A storm. 3:20. 2 of 2", "Wind. A storm. 3:20. 2 of 2",
      ])
  }

  @Test("Categories and languages, with the selected one")
  func chips() {
    var user = Self.user(["Sea", "Wind"]) {
      $0.entries[0].categories = ["Water"]
      $0.languages = [.de]
    }
    user.key("KEY_DOWN", "KEY_UP", "KEY_RIGHT", "KEY_OK")
    #expect(
      user.heard() == ["Videos. Sea. 1 of 2", "All. selected", "Water", "Water. selected"])
    user.key("KEY_UP", "KEY_RIGHT", "KEY_OK")
    let spoken = user.spoken.map(\.text)
    #expect(spoken.first == "English. selected" && spoken.last?.hasSuffix("ausgewählt") == true)
    #expect(user.spoken.last?.language == "de")
  }

  @Test("A page: title, facts and description, then its buttons")
  func page() {
    var user = Self.user(["Sea", "Wind"]) {
      $0.entries[0].description = "Waves and ships."
      $0.entries[0].year = 1998
    }
    user.key("KEY_DOWN", "KEY_OK")
    user.wait(500)
    #expect(user.heard() == ["Videos. Sea. 1 of 2", "Sea. 1998. Waves and ships. Play"])
    user.key("KEY_LEFT", "KEY_BACK")
    #expect(user.heard() == ["Back", "Videos. Sea. 1 of 2"])
  }

  @Test("A video: its title when it starts, buttons with their states, the volume, skips")
  func video() {
    var user = Self.user(["Sea", "Wind"])
    user.key("KEY_DOWN", "KEY_OK")
    user.hear { status in
      status.play(entry: 1)
      status.title = "Sea"
    }
    #expect(user.heard() == ["Videos. Sea. 1 of 2", "Sea"])
    user.key("KEY_UP")
    #expect(user.heard() == ["Pause"])
    user.key("KEY_OK")
    user.hear { $0.isPaused = true }
    #expect(user.heard() == ["Pause", "Play"])
    user.key("KEY_VOLUMEDOWN")
    #expect(user.heard() == ["Volume 95 %"])
    user.key("KEY_FASTFORWARD")
    #expect(user.heard() == ["Play. Skip forward 10 s"])
  }

  @Test("The menu: a heading where a new group begins, and the selected choice")
  func menu() {
    var user = Self.watcher()
    user.key("KEY_MENU", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN", "KEY_DOWN")
    #expect(
      user.heard() == [
        "Subtitles. Off. selected", "Deutsch", "Audio. English. selected", "Français",
        "English (audio description)",
      ])
  }

  @Test("Messages and the countdown")
  func alerts() {
    var user = Self.watcher()
    user.key("KEY_UP")
    _ = user.heard()
    user.hearFailure()
    user.wait(10)
    user.hear { _ in }
    #expect(user.heard().first == "Can’t play this video. holiday.mp4")
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    user.key("KEY_RIGHT")
    _ = user.heard()
    user.wait(75_000)
    #expect(user.heard().contains("Still there?"))
  }

  @Test("The severity of a message is spoken before it")
  func severities() {
    var words: [String] = []
    for severity in [nil] + Severity.allCases {
      var user = Self.watcher()
      let until = user.now + .seconds(20)
      user.interface.show(
        Notice("Leave now", title: "Fire", as: severity, until: until), at: user.now)
      user.wait(10)
      user.hear { _ in }
      words += user.heard().prefix(1)
    }
    #expect(
      words == [
        "Fire. Leave now", "Information. Fire. Leave now", "Warning. Fire. Leave now",
        "Emergency. Fire. Leave now",
      ])
  }

  @Test("A long or hostile text is cut off")
  func hostile() {
    var user = Self.user([String(repeating: "\u{0}Sea ", count: 10_000), "Wind"]) {
      $0.entries[0].description = String(repeating: "a\n", count: 100_000)
    }
    user.key("KEY_DOWN", "KEY_OK")
    #expect(user.heard().allSatisfy { $0.count <= 600 && !$0.contains("\u{0}") })
  }

  /// A visitor who does not see the display, and reacts to nothing but the spoken texts. Presses at
  /// most one key in two seconds.
  private static func runBlind(
    to title: String, _ user: inout SimulatedUser, play: String
  ) -> (keys: Int, heard: [String]) {
    var (heard, keys) = ([String](), 0)
    func press(_ key: String, _ user: inout SimulatedUser) -> String {
      user.key(key)
      keys += 1
      user.wait(1880)
      let new = user.heard()
      heard += new
      return new.last ?? ""
    }
    // The attract loop ends, then the focus appears.
    var text = press("KEY_DOWN", &user)
    var (sideways, vertical) = (["KEY_RIGHT", "KEY_LEFT"], ["KEY_DOWN", "KEY_UP"])
    while keys < 28, !text.contains(title) {
      var next = press(sideways[0], &user)
      // At the end of a row, continue in the next one.
      if next == text {
        sideways.reverse()
        next = press(vertical[0], &user)
        if next == text { vertical.reverse() }
      }
      text = next
    }
    text = press("KEY_OK", &user)
    if text.contains(play) { _ = press("KEY_OK", &user) }
    return (keys, heard)
  }

  @Test(
    "From the attract loop to a chosen video by speech and keys within a minute",
    arguments: [InterfaceLanguage.en, .ar, .ja, .de], [false, true])
  func blindRun(language: InterfaceLanguage, hasPages: Bool) {
    let titles = ["Sea", "Wind", "Forest", "Desert", "Ice", "City", "River", "Night"]
    for (place, title) in titles.enumerated() {
      var user = Self.user(titles) { options in
        options.language = language
        if hasPages { for id in titles.indices { options.entries[id].description = "Text \(id)." } }
      }
      user.wait(31_000)
      user.hear { $0.play(entry: 1) }
      #expect(user.interface.isAttracting)
      let start = user.now
      let (keys, heard) = Self.runBlind(to: title, &user, play: language.wording.play)
      #expect(user.takeRequests().contains(.open(place)), "\(heard)")
      #expect(user.now - start < .seconds(60) && keys < 30, "\(keys) keys")
      #expect(user.interface.screen.list == nil)
    }
  }
}
