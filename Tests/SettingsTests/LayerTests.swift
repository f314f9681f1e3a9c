import Foundation
import Testing
import VitrineGestures
import VitrineOverlay
import VitrinePictures

@testable import VitrineSettings

/// Layers by name and text.
func layered(_ files: (String, String)..., environment: [String: String] = [:])
  throws(ConfigurationFaults) -> LayeredConfiguration
{
  try LayeredConfiguration(
    files.map { .file($0.0, Array($0.1.utf8)) } + [.environment(environment)])
}

@Suite("Layers of a configuration")
struct LayerTests {
  @Test("A later layer's key replaces an earlier one's, and sections merge")
  func merging() throws {
    let both = try layered(
      ("a", "display:\n  mode: highest\n  fit: cover\ninterface:\n  heading: A\n"),
      ("b", "display:\n  mode: 1280x720\n"))
    #expect(both.configuration.display.mode == .pin(ModeRequest(size: PixelSize(1280, 720))))
    #expect(both.configuration.display.fit == .cover)
    #expect(both.configuration.interface.heading == "A")
  }

  @Test("Lists are replaced, and tables merge by name")
  func tables() throws {
    let both = try layered(
      (
        "a",
        """
        input: {touchscreens: [A, B]}
        keys: {KEY_RED: ok, KEY_BLUE: ok}
        outputs: {DP-1: {mode: highest, rotation: 90}, DP-2: {mode: highest}}
        """
      ),
      (
        "b",
        """
        input:
          touchscreens: [C]
        keys:
          KEY_RED: none
        outputs:
          DP-1:
            rotation: 180
        """
      ))
    #expect(both.configuration.input.touchscreens == ["C"])
    #expect(both.configuration.interface.keys == ["KEY_RED": .none, "KEY_BLUE": .ok])
    #expect(
      both.configuration.outputs["DP-1"]
        == OutputSettings(mode: .highest, rotation: .upsideDown))
    #expect(both.configuration.outputs["DP-2"] == OutputSettings(mode: .highest))
    #expect(both.origin(of: "outputs.DP-1.mode")?.description == "a:3")
    #expect(both.origin(of: "outputs.DP-1.rotation")?.description == "b:7")
    #expect(both.origin(of: "keys.KEY_BLUE")?.description == "a:2")
    #expect(both.origin(of: "input.touchscreens")?.description == "b:2")
    #expect(both.origin(of: "display.mode") == nil)
  }

  @Test("Options override the environment, which overrides files")
  func order() throws {
    let file = ConfigurationLayer.file("a.yaml", Array("display: {fit: cover}".utf8))
    let environment = ConfigurationLayer.environment(["VITRINE_DISPLAY_FIT": "stretch"])
    let option = ConfigurationLayer.assignments(["display.fit=contain"], option: "--set")
    func fit(_ layers: ConfigurationLayer...) throws -> (Fit, String?) {
      let read = try LayeredConfiguration(layers)
      return (read.configuration.display.fit, read.origin(of: "display.fit")?.description)
    }
    #expect(try fit(file) == (.cover, "a.yaml:1"))
    #expect(try fit(file, environment) == (.stretch, "VITRINE_DISPLAY_FIT"))
    #expect(try fit(file, environment, option) == (.contain, "--set display.fit"))
  }

  @Test("The faults of all layers are reported at once, in layer order")
  func faults() {
    #expect(throws: ConfigurationFaults.self) {
      try layered(
        ("b.yaml", "display: {fit: fill}\ninput: {grab: 3}"), ("a.yaml", "a: [\n"),
        environment: ["VITRINE_DISPLAY_FIT": "fil", "VITRINE_DISPLY_FIT": "cover"])
    }
    do throws(ConfigurationFaults) {
      _ = try layered(
        ("b.yaml", "display: {fit: fill}\ninput: {grab: 3}"), ("a.yaml", "a: [\n"),
        environment: ["VITRINE_DISPLAY_FIT": "fil", "VITRINE_DISPLY_FIT": "cover", "PATH": "/"])
    } catch {
      let starts = [
        "b.yaml:1: display.fit: unknown value \"fill\"",
        "b.yaml:2: input.grab: invalid value \"3\"",
        "a.yaml:2: invalid YAML", "VITRINE_DISPLAY_FIT: display.fit: unknown value \"fil\"",
        "VITRINE_DISPLY_FIT: unknown variable: did you mean VITRINE_DISPLAY_FIT?",
      ]
      #expect(error.lines.count == starts.count)
      for (line, start) in zip(error.lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
    }
  }

  @Test("Tables may not exceed their size across many files")
  func growing() {
    let rows = { (range: ClosedRange<Int>) in
      "outputs: {\(range.map { "DP-\($0): {mode: highest}" }.joined(separator: ", "))}"
    }
    do throws(ConfigurationFaults) {
      _ = try layered(("a", rows(1...10)), ("b", rows(8...17)))
      Issue.record("17 rows")
    } catch {
      #expect(
        error.lines == [
          "b:1: outputs: too many entries, with those of earlier layers: 17 (limit: 16)"
        ])
    }
    #expect(throws: Never.self) { try layered(("a", rows(1...10)), ("b", rows(7...16))) }
  }

  @Test(
    "Environment variables can set the same values as files",
    arguments: [
      ("VITRINE_DISPLAY_MODE", "1920x1080@60", "display: {mode: 1920x1080@60}"),
      (
        "VITRINE_DISPLAY_CUSTOM_MODES", "1920x1080@50, 1280x720",
        "display: {custom-modes: [1920x1080@50, 1280x720]}"
      ),
      ("VITRINE_AUDIO_MIXER", "-12", "audio: {mixer: -12}"),
      ("VITRINE_AUDIO_MIXER", "keep", "audio: {mixer: keep}"),
      ("VITRINE_PLAYBACK_FALLBACK_AFTER", "5", "playback: {fallback-after: 5}"),
      ("VITRINE_INPUT_GRAB", "false", "input: {grab: false}"),
      ("VITRINE_INPUT_TOUCHSCREENS", "", "input: {touchscreens: []}"),
      ("VITRINE_INTERFACE_HEADING", "", "interface: {heading: \"\"}"),
      ("VITRINE_INTERFACE_THEME_SCALE", "1.5", "interface: {theme: {scale: 1.5}}"),
      ("VITRINE_INTERFACE_THEME_ACCENT", "#0A84FF", "interface: {theme: {accent: '#0A84FF'}}"),
      ("VITRINE_KEYS", "KEY_RED=ok, KEY_BLUE=none", "keys: {KEY_RED: ok, KEY_BLUE: none}"),
      (
        "VITRINE_OUTPUTS", "DP-1.mode=highest,DP-1.rotation=90",
        "outputs: {DP-1: {mode: highest, rotation: 90}}"
      ),
      ("VITRINE_OUTPUTS", "DP-1.brightness=40", "outputs: {DP-1: {brightness: 40}}"),
      (
        "VITRINE_POWER_SCHEDULE", "sat,sun 09:00-18:00; 2026-12-25 off",
        "power: {schedule: ['sat,sun 09:00-18:00', 2026-12-25 off]}"
      ),
    ])
  func variables(name: String, text: String, file: String) throws {
    #expect(try layered(environment: [name: text]).configuration == configuration(file))
  }

  @Test(
    "A fault in the environment is reported with the variable's name",
    arguments: [
      (
        "VITRINE_INPUT_GRAB", "yes",
        "VITRINE_INPUT_GRAB: input.grab: invalid value \"yes\": expected true"
      ),
      ("VITRINE_INTERFACE_THEME_SCALE", "", "interface.theme.scale: missing value"),
      ("VITRINE_DISPLAY_CUSTOM_MODES", "1920x1080,", "invalid mode \"\""),
      ("VITRINE_KEYS", "KEY_RED", "keys.KEY_RED: unknown action \"\""),
      (
        "VITRINE_OUTPUTS", "DP-1=highest",
        "outputs.DP-1: expected a section (mode, rotation, margins, brightness, playlist, audio, audio-delay), got \"highest\""
      ),
      ("VITRINE_OUTPUTS", "DP-1.mode=highest,DP-1.mode=highest", "duplicate key"),
      ("VITRINE_INTERFACE_HEADING", "a\nb", "text contains a line break"),
      ("VITRINE_", "", "unknown variable"),
      ("VITRINE_A\u{1B}B", "", "VITRINE_A?B: unknown variable"),
    ])
  func badVariables(name: String, text: String, cause: String) {
    do throws(ConfigurationFaults) {
      _ = try layered(environment: [name: text])
      Issue.record("\(name)=\(text) is good")
    } catch {
      #expect(error.lines.count == 1 && error.lines[0].contains(cause), "\(error.lines)")
    }
  }

  @Test("Each setting has its own variable")
  func names() {
    let names = Schema.settings.map(EnvironmentNames.name)
    #expect(Set(names).count == names.count)
    #expect(EnvironmentNames.others.isDisjoint(with: names))
    for name in names {
      #expect(name.utf8.allSatisfy { $0 == 0x5F || (0x41...0x5A).contains($0) }, "\(name)")
    }
  }

  @Test("Variables of tests and tools are ignored")
  func others() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var found: Set<String> = []
    for folder in ["Tests/DeviceTests", "Tests/OverlayTests", "tools"] {
      let place = root.appending(path: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
        guard let text = try? String(contentsOf: place.appending(path: name), encoding: .utf8)
        else { continue }
        found.formUnion(text.matches(of: /VITRINE_[A-Z_]*[A-Z]/).map { String($0.output) })
      }
    }
    found.subtract(Schema.settings.map(EnvironmentNames.name))
    #expect(found.count > 5)
    for name in found { #expect(EnvironmentNames.others.contains(name), "\(name)") }
    #expect(throws: Never.self) { try layered(environment: ["VITRINE_LAB": "1"]) }
  }

  @Test("Assignments name their key, and an unknown key is reported")
  func assignments() {
    func fault(_ word: String) -> String? {
      do throws(ConfigurationFaults) {
        _ = try LayeredConfiguration([.assignments([word], option: "--set")])
        return nil
      } catch {
        return error.lines.joined()
      }
    }
    #expect(fault("display.fit=cover") == nil)
    #expect(fault("interface.heading=a=b") == nil)
    #expect(
      fault("display.fit") == "--set display.fit: missing value: write --set display.fit=VALUE")
    #expect(
      fault("display.fitt=cover") == "--set display.fitt: unknown key: did you mean display.fit?")
    #expect(fault("fit=cover") == "--set fit: unknown key: did you mean display.fit?")
    #expect(fault("=") == "--set : unknown key")
    #expect(
      fault("display.fit=fill")?.hasPrefix("--set display.fit: display.fit: unknown value \"fill\"")
        == true)
  }
}
