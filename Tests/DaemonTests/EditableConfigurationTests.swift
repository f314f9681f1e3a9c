import Testing
import VitrineControl
import VitrineFakes
import VitrineGestures
import VitrineLinux
import VitrineMachine
import VitrineOverlay
import VitrinePlayback
import VitrineSettings
import VitrineTiming
import VitrineWeb

@testable import VitrineDaemon

/// Configuration received from outside.
struct EditableConfigurationTests {
  /// A service configured by its operator's file.
  private final class Scene {
    let folder: TestFolder
    var places: ConfigurationSources
    let configuration: EditableConfiguration
    let reloads = Shared(0)

    init(
      _ operators: String = "audio: {volume: 0.2}\ninterface: {service-pin: 2468}\n",
      refusal: Refusal? = nil
    ) throws {
      folder = try TestFolder("own")
      let file = try folder.write(operators, to: "vitrine.yaml")
      places = ConfigurationSources(files: [file], boards: folder.folder.path(of: "none"))
      places.own = ConfigurationSources.own(in: folder.folder.path)
      let reloads = reloads
      configuration = try #require(
        try EditableConfiguration(places) { done in
          reloads.update { $0 += 1 }
          done(refusal)
        })
    }

    deinit { configuration.close() }

    /// The results that arrive in time.
    private func awaited<Answer: Sendable>(
      _ ask: (@escaping @Sendable (Answer) -> Void) -> Void
    ) throws -> Answer {
      let answers = BoundedQueue<Answer>(limit: 1)
      ask { answers.push($0) }
      return try #require(answers.pop(until: .now() + .seconds(10)))
    }

    func read() throws -> ConfigurationText { try awaited(configuration.read).get() }
    func check(_ own: String) throws -> [String] {
      try awaited { configuration.check(own, $0) }
    }
    func change(_ own: String) throws -> Result<[String], Refusal> {
      try awaited { configuration.change(to: own, $0) }
    }
    func add(_ keys: [String: KeyAction]) throws -> Refusal? {
      try awaited { configuration.add(keys, $0) }
    }
    var holding: Configuration {
      get throws { try places.read().configuration.configuration }
    }
  }

  @Test(
    "The player's own configuration overrides other files, survives restarts and can be removed")
  func layers() throws {
    let scene = try Scene()
    #expect(try scene.read().own == "")
    #expect(try scene.change("audio: {volume: 0.7}\n").get() == [])
    #expect(try scene.holding.audio.volume == 0.7 && scene.reloads.value == 1)
    let text = try scene.read()
    #expect(text.own == "audio: {volume: 0.7}\n")
    #expect(
      text.effective.contains("volume: 0.7") && text.effective.contains("configuration.yaml:1"))
    _ = try scene.change("").get()
    #expect(try scene.holding.audio.volume == 0.2 && scene.reloads.value == 2)
    #expect(try scene.folder.folder.readNames() == ["vitrine.yaml"])
  }

  @Test("Keys from the service menu are added to the file, where they replace earlier ones")
  func keys() throws {
    let scene = try Scene("keys: {KEY_RED: mute, KEY_GREEN: info}\n")
    #expect(try scene.add(["KEY_RED": .ok, "KEY_0x2F1": .back]) == nil)
    #expect(try scene.read().own == "keys:\n  KEY_0x2F1: back\n  KEY_RED: ok\n")
    #expect(
      try scene.holding.interface.keys
        == ["KEY_RED": .ok, "KEY_GREEN": .info, "KEY_0x2F1": .back])
    _ = try scene.change("audio: {volume: 0.7}  # loud\nkeys: {KEY_RED: ok}\n").get()
    #expect(try scene.add(["KEY_RED": .down]) == nil)
    #expect(
      try scene.holding.audio.volume == 0.7 && scene.holding.interface.keys["KEY_RED"] == .down)
    #expect(scene.reloads.value == 3)
    #expect(try scene.add(["red": .down])?.description.contains("invalid key name") == true)
    #expect(try scene.holding.interface.keys["KEY_RED"] == .down && scene.reloads.value == 3)
  }

  @Test("The service menu's PIN is not shown")
  func secrets() throws {
    let scene = try Scene()
    let text = try scene.read().effective
    #expect(!text.contains("2468") && text.contains("service-pin: \"****\""))
    #expect(try scene.holding.interface.servicePIN == "2468")
  }

  @Test("Settings that wait for the next start are reported")
  func waiting() throws {
    let scene = try Scene()
    #expect(try scene.change("display: {mode: 1280x720}\n").get() == ["display"])
  }

  static let faults: [(String, String)] = [
    ("audio: {volume: 7}", "own:1: audio.volume"), ("audio: [", "own:"), ("colour: red", "own:1: "),
    ("control: {http: 0.0.0.0:80}", "control: can only be set on the machine"),
    ("access: {\"https://a.example\": {password-file: /etc/shadow}}", "access: can only be set"),
    ("network: {proxy: \"http://a.example\"}", "network: can only be set"),
    ("service: {state: /tmp}", "service: can only be set"),
    ("board: other", "board: can only be set"),
    ("cache: {folder: /etc}", "cache: can only be set"),
    ("console: {switching: true}", "console: can only be set"),
    ("input: {grab: false}", "input: can only be set"),
  ]

  @Test(
    "Invalid settings, and those beyond the screen, are refused and not written",
    arguments: faults)
  func refused(own: String, fault: String) throws {
    let scene = try Scene()
    let found = try scene.check(own)
    #expect(found.first?.hasPrefix(fault) == true, "\(found)")
    guard case .failure(let refusal) = try scene.change(own) else {
      Issue.record("the change was accepted")
      return
    }
    #expect(refusal.code == .invalid && refusal.description.hasPrefix(fault))
    #expect(try scene.read().own == "" && scene.reloads.value == 0)
  }

  @Test("The player's refusal is reported")
  func reloading() throws {
    let scene = try Scene(refusal: Refusal("no such list"))
    guard case .failure(let refusal) = try scene.change("playlist: /none\n") else {
      Issue.record("the change was accepted")
      return
    }
    #expect(refusal.description == "no such list")
  }

  @Test("Without a state folder, the player cannot store its own configuration")
  func nowhere() throws {
    #expect(try EditableConfiguration(ConfigurationSources()) { $0(nil) } == nil)
  }
}
