import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes

@testable import VitrineOverlay

@Suite("Switch scanning")
struct ScanningTests {
  private static func user(list: Int, _ change: (inout InterfaceOptions) -> Void = { _ in })
    -> SimulatedUser
  {
    SimulatedUser(list: list, attractTimeout: .seconds(60), idle: .after(.seconds(90))) { options in
      options.scanInterval = .seconds(1)
      options.speechProgram = "/usr/bin/espeak-ng"
      change(&options)
    }
  }

  @Test("One switch chooses any video of the gallery", arguments: [0, 3, 7])
  func choosing(wanted: Int) {
    var user = Self.user(list: 8)
    user.key("KEY_OK")
    user.wait(1000 * wanted + 100)
    user.key("KEY_OK")
    #expect(user.asked() == ["open \(wanted)"])
  }

  @Test("The focus goes around everything twice, and then rests until the next press")
  func rounds() {
    var user = Self.user(list: 3) { options in
      for id in options.entries.indices { options.entries[id].categories = ["Water"] }
    }
    user.key("KEY_OK")
    user.wait(30_000)
    // Three videos, all and one category.
    let round = ["Video 1", "Video 2", "All", "Water", "Video 0"]
    let spoken = user.heard().dropFirst().map { $0.split(separator: ".").first.map(String.init) }
    #expect(spoken == round + round)
    user.key("KEY_OK")
    #expect(user.asked() == ["open 0"])
  }

  @Test("Over a video the first press only shows the controls, and any of them can be chosen")
  func controls() {
    var user = Self.user(list: 0)
    user.hear { status in
      status.play(entry: 1)
      status.haveEverything()
    }
    user.key("KEY_OK")
    #expect(user.asked() == [] && user.seesBars && user.interface.screen.video?.focus == .playPause)
    user.wait(1100)
    user.key("KEY_OK")
    #expect(user.asked() == ["skip 10.0"])
    let count = user.layout.scanOrder.count
    user.wait(
      1000 * (user.layout.scanOrder.firstIndex(of: .tracks) ?? 0) + 1000 * count - 1000 - 60)
    user.key("KEY_OK")
    #expect(user.interface.screen.video?.menu != nil)
    user.wait(1100)
    user.key("KEY_OK")
    #expect(user.asked() == ["subtitle 2"])
  }

  @Test("A finger and every other key end it, and it never keeps a display from its default state")
  func ending() {
    for end in ["finger", "KEY_RIGHT"] {
      var user = Self.user(list: 8)
      user.key("KEY_OK")
      user.wait(2500)
      if end == "finger" { user.tap(Point(1919, 1079)) } else { user.key(end) }
      let focus = user.interface.screen.list?.catalogue.focus
      user.wait(5000)
      #expect(user.interface.screen.list?.catalogue.focus == focus, "\(end)")
    }
    var user = Self.user(list: 100)
    user.key("KEY_OK")
    user.wait(95_000)
    #expect(user.interface.departures == 1 || user.interface.isAttracting)
  }

  @Test("Without an interval nothing moves")
  func disabled() {
    var user = SimulatedUser(list: 8)
    user.key("KEY_OK")
    let focus = user.interface.screen.list?.catalogue.focus
    user.wait(10_000)
    #expect(user.interface.screen.list?.catalogue.focus == focus)
  }
}
