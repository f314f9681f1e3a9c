import Testing

@testable import VitrineSettings

@Suite("The effective configuration")
struct ShowTests {
  @Test("The output is a file with the same meaning")
  func roundTrip() throws {
    for one in SettingTests.cases {
      for value in one.good.suffix(2) {
        let read = try layered(("a", one.file(value).text))
        let shown = read.yaml(hasOrigins: true)
        let again = try layered(("a", shown))
        #expect(again.yaml() == read.yaml(), "\(one.path): \(value)")
        #expect(again.values[one.path] == read.values[one.path], "\(one.path): \(value)\n\(shown)")
      }
    }
    let example = try layered(("a", Configuration.example))
    #expect(try configuration(example.yaml()).outputs == example.configuration.outputs)
  }

  @Test("Settings that no layer sets show their built-in value")
  func builtIn() throws {
    let shown = try layered().yaml(hasOrigins: true)
    #expect(shown.contains("\n  mode: preferred  # built in\n"))
    #expect(shown.contains("\n  # connector: the first with a display\n"))
    #expect(shown.contains("\n  # heading: the playlist's title, else `wording.videos`\n"))
    #expect(shown.contains("\n    scale: 1  # built in\n"))
    #expect(shown.contains("\n  # attract-timeout: never\n"))
    for setting in Schema.settings { #expect(shown.contains("\(setting.name):")) }
  }

  @Test("Each value is shown with its origin")
  func origins() throws {
    let shown = try layered(
      ("/etc/vitrine/vitrine.yaml", "display:\n  fit: cover\n  mode: highest\n"),
      ("/etc/vitrine/conf.d/10-site.yaml", "keys:\n  KEY_RED: none\noutputs:\n  DP-1: {mode: 1x1}"),
      environment: ["VITRINE_DISPLAY_MODE": "1280x720"]
    ).yaml(hasOrigins: true)
    #expect(shown.contains("\n  fit: cover  # /etc/vitrine/vitrine.yaml:2\n"))
    #expect(shown.contains("\n  mode: \"1280x720\"  # VITRINE_DISPLAY_MODE\n"))
    #expect(shown.contains("\n  KEY_RED: none  # /etc/vitrine/conf.d/10-site.yaml:2\n"))
    #expect(shown.contains("\n    mode: \"1x1\"  # /etc/vitrine/conf.d/10-site.yaml:4\n"))
  }

  @Test(
    "Words are quoted where YAML would misread them",
    arguments: [
      ("auto", "auto"), ("HDMI-A-1", "HDMI-A-1"), ("90", "\"90\""), ("null", "\"null\""),
      ("~", "\"~\""), ("a: b", "\"a: b\""), ("a\"\\b", "\"a\\\"\\\\b\""), ("", "\"\""),
      ("\u{FEFF}", "\"\\U0000FEFF\""), ("\u{1F600}", "\"\u{1F600}\""), ("off", "off"),
    ])
  func quoting(word: String, yaml: String) {
    #expect(quotedYAML(word) == yaml)
  }
}
