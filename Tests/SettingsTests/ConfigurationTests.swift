import Testing
import VitrineGestures
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineSchedules

@testable import VitrineSettings

@Suite("A configuration file")
struct ConfigurationTests {
  @Test("A complete file is read as written")
  func whole() throws {
    let read = try configuration(
      """
      interface:
        theme: {font: Inter, accent: "#0A84FF80", scale: 1.5, corner-radius: 4}
        hide: [back-button, orientation-button]
        heading: Filme
        attract-timeout: 1.5
        wording: {off: off, nothing-to-play: Noch nichts}
      keys:
        KEY_RED: subtitles
        KEY_PROG1: none
      outputs:
        HDMI-A-2: {mode: highest}
        DP-1:
          rotation: 270
          mode: 1280x720@50
      display:
        connector: HDMI-A-1
        mode: 1920x1080@59.94
        custom-modes: [1920x1080@59.94, 1280x720]
        match: item
        fit: cover
        rotation: 180
      input:
        grab: false
        touchscreens: ["Lab touchscreen"]
      power:
        off: black
        meanwhile: stop
        schedule:
          - mon,tue 07:30-21:00
          - 2026-12-25 off
      """)
    var expected = Configuration()
    expected.interface.theme.font = "Inter"
    expected.interface.theme.accent = Color(0x0A84FF, alpha: 128 / 255)
    expected.interface.theme.scale = 1.5
    expected.interface.theme.cornerRadius = 4
    expected.interface.theme.hidden = [.backButton, .orientationButton]
    expected.interface.heading = "Filme"
    expected.interface.attractTimeout = .milliseconds(1500)
    expected.interface.wording.off = "off"
    expected.interface.wording.nothingToPlay = "Noch nichts"
    expected.interface.keys = ["KEY_RED": .subtitles, "KEY_PROG1": .none]
    expected.power.off = .black
    expected.power.meanwhile = .stop
    expected.power.schedule = TimeTable(
      try ["mon,tue 07:30-21:00", "2026-12-25 off"].map { try TimeTable.Row($0) })
    expected.outputs = [
      "HDMI-A-2": OutputSettings(mode: .highest),
      "DP-1": OutputSettings(
        mode: .pin(ModeRequest(size: PixelSize(1280, 720), refresh: 50)),
        rotation: .counterclockwise),
    ]
    expected.display.connector = "HDMI-A-1"
    expected.display.mode = .pin(ModeRequest(size: PixelSize(1920, 1080), refresh: 59.94))
    expected.display.customModes = ["1920x1080@59.94", "1280x720"]
    expected.display.matching = .item
    expected.display.fit = .cover
    expected.display.rotation = .upsideDown
    expected.input.grabs = false
    expected.input.touchscreens = ["Lab touchscreen"]
    #expect(read == expected)
  }

  @Test(
    "An empty file is valid",
    arguments: [
      "", "\n\n", "# nothing\n", "---\n", "~\n", "interface:\nkeys:\ninput:\n", "{}", "\u{FEFF}",
      "interface:\n  theme:\n",
    ])
  func empty(text: String) throws {
    #expect(try configuration(text) == Configuration())
  }

  @Test("Lines may end as on other systems")
  func lineEnds() throws {
    #expect(try configuration("interface:\r\n  heading: A\r\n").interface.heading == "A")
    #expect(faults("interface:\r\n\r\n  hading: A\r\n")[0].hasPrefix("kiosk.yaml:3: "))
  }

  @Test(
    "An unknown key is reported with the likely correct one",
    arguments: [
      ("interfaces: {}", "interfaces: unknown key: did you mean interface?"),
      ("interface: {theem: {}}", "interface.theem: unknown key: did you mean theme?"),
      (
        "interface: {theme: {secondaryText: a}}",
        "interface.theme.secondaryText: unknown key: did you mean secondary-text?"
      ),
      ("interface: {HEADING: a}", "interface.HEADING: unknown key: did you mean heading?"),
      ("accent: a", "accent: unknown key in this section: did you mean interface.theme.accent?"),
      ("interface: {keys: {}}", "interface.keys: unknown key in this section: did you mean keys?"),
      (
        "video: a",
        "video: unknown key: expected interface, playback, audio, subtitles, display, zones, input"
      ),
      ("<<: a", "<<: unknown key: expected"), ("\"\": a", "unknown key: expected"),
      ("\"a\\nb\": 1", "a?b: unknown key"),
      ("interface.heading: A", "interface.heading: unknown key"),
    ])
  func unknown(text: String, message: String) {
    let found = faults(text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("kiosk.yaml:1: \(message)") == true, "\(found)")
  }

  @Test("All faults are reported at once, in file order")
  func all() {
    let found = faults(
      """
      interface:
        headin: Videos
        attract-timeout: soon

        theme:
          scale: 9
          accent: "#GG0000"
          scale: 1
      keys:
        RED: ok
        KEY_RED: oh-no-not-this
        KEY_RED: ok
      interface: [a]
      """)
    let starts = [
      "2: interface.headin: unknown key", "3: interface.attract-timeout: invalid value \"soon\"",
      "6: interface.theme.scale: 9 is out of range",
      "7: interface.theme.accent: invalid colour \"#GG0000\": expected #RRGGBB or",
      "8: interface.theme.scale: duplicate key, already set in line 6",
      "10: keys.RED: invalid key name",
      "11: keys.KEY_RED: unknown action \"oh-no-not-this\"",
      "12: keys.KEY_RED: duplicate key, already set in line 11",
      "13: interface: duplicate key, already set in line 1",
      "13: interface: expected a section",
    ]
    #expect(found.count == starts.count)
    for (line, start) in zip(found, starts) {
      #expect(line.hasPrefix("kiosk.yaml:" + start), "\(line)")
    }
  }

  @Test("A duplicate key is reported, even in one line or in quotes")
  func repeated() {
    #expect(
      faults("keys: {KEY_A: ok, KEY_A: ok}") == [
        "kiosk.yaml:1: keys.KEY_A: duplicate key, already set in line 1"
      ]
    )
    #expect(
      faults("\"input\":\ninput:\n") == [
        "kiosk.yaml:2: input: duplicate key, already set in line 1"
      ])
    #expect(
      faults("input:\n'input' :\n") == ["kiosk.yaml:2: input: duplicate key, already set in line 1"]
    )
    let many = String(repeating: "input:\n", count: 60)
    #expect(faults(many).isEmpty == false)
  }

  @Test("Beyond a limit, faults are only counted")
  func many() {
    let found = faults((0..<300).map { "unknown\($0): 1\n" }.joined())
    #expect(found.count == ConfigurationFaults.most + 1)
    #expect(found.last == "kiosk.yaml: 200 more errors")
  }
}
