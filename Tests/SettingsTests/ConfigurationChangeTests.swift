import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings

struct ConfigurationChangeTests {
  private func change(_ old: String, _ new: String) throws -> ConfigurationChange {
    ConfigurationChange(
      from: try Configuration(bytes: Array(old.utf8), file: "old"),
      to: try Configuration(bytes: Array(new.utf8), file: "new"))
  }

  private static func style(scale: Double) -> SubtitleStyle {
    var style = SubtitleStyle()
    style.scale = scale
    return style
  }

  @Test(
    "Changes that can apply during playback do; others wait for the next start",
    arguments: [
      ("", "", [], []),
      ("", "display: {mode: highest}", [], ["display"]),
      ("", "audio: {device: none}", [], ["audio"]),
      ("", "playback: {rate: 2}", [.setRate(2)], []),
      ("", "subtitles: {scale: 2}", [.setSubtitleStyle(style(scale: 2))], []),
      ("", "subtitles: {sign-language: true}", [.setSignLanguage(true)], []),
      (
        "", "interface: {heading: A, interactive: true}\npower: {meanwhile: stop}", [],
        ["interface", "power"]
      ),
    ] as [(String, String, [Command], [String])])
  func table(old: String, new: String, commands: [Command], waiting: [String]) throws {
    let change = try change(old, new)
    #expect(
      change.commands == commands && change.restartSections == waiting && !change.changesPlaylist)
    #expect(change.shared == [])
  }

  @Test(
    "A setting for all displays applies to each of them",
    arguments: [
      ("", "display: {rotation: 90}", [.setRotation(.clockwise)], []),
      ("", "display: {rotation: sensor}", [], ["display"]),
      ("display: {rotation: sensor}", "display: {rotation: 180}", [], ["display"]),
      (
        "display: {rotation: sensor}", "display: {fit: cover, rotation: sensor}", [.setFit(.cover)],
        []
      ),
      ("display: {fit: cover}", "", [.setFit(.contain)], []),
      ("", "playback: {quality: 720p}", [.setQuality(.upTo(height: 720))], []),
      ("playback: {quality: lowest}", "", [.setQuality(.automatic)], []),
      ("", "display: {mode: highest, fit: cover}", [.setFit(.cover)], ["display"]),
      ("display: {brightness: 40}", "display: {brightness: sensor 10-40}", [], ["display"]),
      ("display: {brightness: 40}", "display: {brightness: 50}", [], []),
      // Its connectors are compared with those at the start.
      (
        "outputs: {HDMI-A-1: {rotation: 90}}",
        "display: {rotation: 180}\noutputs: {HDMI-A-1: {rotation: 90}}", [], ["display"]
      ),
    ] as [(String, String, [Command], [String])])
  func shared(old: String, new: String, commands: [Command], waiting: [String]) throws {
    let change = try change(old, new)
    #expect(change.shared == commands && change.restartSections == waiting && change.commands == [])
  }

  @Test(
    "Changed brightness applies at once, and nothing else changes",
    arguments: [
      ("", "display: {brightness: 40}", true), ("display: {brightness: 40}", "", true),
      ("", "display: {brightness-schedule: [mon 08:00-20:00 40%]}", true),
      ("", "outputs: {HDMI-A-2: {brightness: 40}}", true),
      (
        "outputs: {eDP-1: {mode: highest, brightness: 40}}", "outputs: {eDP-1: {mode: highest}}",
        true
      ),
      ("display: {brightness: 40}", "display: {brightness: 40}", false),
    ])
  func brightness(old: String, new: String, isOther: Bool) throws {
    var change = try change(old, new)
    #expect(change.changesBrightness == isOther)
    change.changesBrightness = false
    #expect(try change == self.change("", ""))
  }

  @Test("Brightness without a schedule is the connector's, otherwise the common one")
  func brightnessOfOutputs() throws {
    let text = """
      display: {connector: eDP-1, brightness: 80}
      outputs: {eDP-1: {brightness: 60}, HDMI-A-1: {brightness: 0}, HDMI-A-2: {mode: highest}}
      """
    let settings = try Configuration(bytes: Array(text.utf8), file: "a")
    #expect(settings.brightness(at: nil) == .percent(60))
    #expect(settings.brightness(at: "HDMI-A-1") == .percent(0))
    #expect(settings.brightness(at: "HDMI-A-2") == .percent(80))
    #expect(Configuration().brightness(at: nil) == .asFound)
    let light = try Configuration(
      bytes: Array(text.replacing("brightness: 80", with: "brightness: sensor 5-70").utf8),
      file: "a")
    #expect(light.display.brightness.light == 5...70)
    #expect(light.brightness(at: "HDMI-A-2") == .percent(70))
    let followers = [nil, "eDP-1", "HDMI-A-1", "HDMI-A-2"].filter(light.followsLight(at:))
    #expect(followers == ["HDMI-A-2"] && !settings.followsLight(at: "HDMI-A-2"))
  }

  @Test(
    "Another list, or the same one with other settings, plays at once",
    arguments: [
      ("playlist: /a", "playlist: /b"), ("", "playback: {loop: none}"),
      ("playback: {shuffle: true}", ""), ("", "playback: {image-duration: 3}"),
      ("outputs: {HDMI-A-2: {playlist: /a}}", "outputs: {HDMI-A-2: {playlist: /b}}"),
    ])
  func playlist(old: String, new: String) throws {
    let change = try change(old, new)
    #expect(change.changesPlaylist && change.commands == [] && change.restartSections == [])
  }

  @Test("Another timetable applies at once, and other power settings wait")
  func schedule() throws {
    let table = TimeTable([try TimeTable.Row("mon-fri 08:00-20:00")])
    let both = try change("", "power: {schedule: [mon-fri 08:00-20:00], off: black}")
    #expect(both.schedule == table && both.restartSections == ["power"])
    let none = try change("power: {schedule: [mon-fri 08:00-20:00]}", "")
    #expect(none.schedule == TimeTable() && none.restartSections == [])
    #expect(try change("power: {off: black}", "power: {off: black}").schedule == nil)
  }

  @Test("The volume changes on all outputs")
  func volume() throws {
    let change = try change("", "audio: {volume: 0.5}")
    #expect(change.shared == [.setVolume(0.5)] && change.restartSections == [])
  }

  @Test("A connector's new separate list waits for the next start")
  func player() throws {
    #expect(try change("", "outputs: {HDMI-A-2: {playlist: /b}}").restartSections == ["outputs"])
  }
}
