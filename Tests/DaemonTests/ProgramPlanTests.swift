import Testing
import VitrineEngine
import VitrineKMS
import VitrineMachine
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSettings
import VitrineTiming

@testable import VitrineDaemon

@Suite("Player configurations, from settings and roles")
struct ProgramPlanTests {
  private static let others = ["HDMI-A-2", "HDMI-A-3"]

  /// A configuration with every setting of a player.
  private static func settings() throws -> Configuration {
    var settings = Configuration()
    (settings.display.device, settings.display.connector) = ("/dev/dri/card1", "HDMI-A-1")
    (settings.display.fit, settings.display.rotation) = (.cover, .clockwise)
    settings.display.mirrors = ["DP-1"]
    settings.display.customModes = ["1920x1080@59.94"]
    settings.display.margins = try #require(Margins("3% 0"))
    settings.display.shift = PixelShift(reach: 8)
    settings.outputs = ["HDMI-A-2": OutputSettings(rotation: .upsideDown, margins: Margins.none)]
    (settings.audio.device, settings.audio.volume) = ("hw:CARD=vc4hdmi0", 0.5)
    settings.audio.languages = ["de"]
    settings.subtitles.languages = ["en"]
    settings.playback.rate = 1.5
    settings.power.off = .black
    settings.power.wake = .seconds(30)
    settings.operation.isInteractive = true
    settings.service.state = "/var/lib/vitrine"
    return settings
  }

  private static func plan(
    _ settings: Configuration, display: DisplayChoice? = nil
  ) -> ProgramPlan {
    var plan = ProgramPlan(
      settings, nil, display: display, otherConnectors: others)
    (plan.waitsForDevice, plan.staysOpen, plan.isPaused) = (true, true, true)
    plan.captures.isPossible = true
    plan.captures.times = [MediaTime(2, 1)]
    return plan
  }

  private static let content = ProgramPlan.Content(
    Queue([Item(path: "a.mp4"), Item(path: "b.mp4")], loop: .queue),
    listed: [Item(path: "c.mp4")])

  private static func request(_ configuration: PlayerConfiguration) throws -> DisplayRequest {
    guard case .screen(let request) = configuration.display else {
      throw WrongDisplay(found: "\(configuration.display)")
    }
    return request
  }

  private struct WrongDisplay: Error { let found: String }

  @Test(
    "All players share the common settings",
    arguments: [ProgramPlan.Role.first, .other(connector: "HDMI-A-2")])
  func shared(_ role: ProgramPlan.Role) throws {
    let settings = try Self.settings()
    let made = Self.plan(settings).configuration(role, Self.content)
    let request = try Self.request(made)
    #expect(made.queue.entries.map(\.item.location) == ["a.mp4", "b.mp4"])
    #expect(made.queue.loop == .queue)
    #expect((made.fit, made.rotation) == (.cover, .clockwise))
    #expect(made.choices.preferences.audioLanguages == ["de"])
    #expect(made.choices.preferences.subtitleLanguages == ["en"])
    #expect(made.power == PowerOptions(off: .black))
    #expect(made.powerSchedule?.wakesOnTouch == true)
    #expect(made.staysOpen)
    #expect(request.device.path == "/dev/dri/card1" && request.modes.folder == "/var/lib/vitrine")
    #expect(request.isCapturing && request.device.isAwaited)
    #expect(request.modes.custom.map(\.description) == ["1920x1080@59.94"])
    // In addition to the settings for all outputs.
    #expect(request.panels.margins == Margins("3% 0") && request.panels.shift.reach == 8)
    #expect(request.panels.ownMargins == ["HDMI-A-2": Margins.none])
    #expect(request.panels.rotations == ["HDMI-A-2": .clockwise])
  }

  @Test("The first player has audio and input, and leaves the others their connectors")
  func first() throws {
    let made = Self.plan(try Self.settings()).configuration(.first, Self.content)
    let request = try Self.request(made)
    #expect(made.sound.device == .named("hw:CARD=vc4hdmi0"))
    #expect((made.volume, made.rate) == (0.5, 1.5))
    #expect(made.interface?.isForNotices == false && made.isPaused && !made.beginsIdle)
    #expect(made.captureTimes == [MediaTime(2, 1)])
    #expect(request.connector == "HDMI-A-1" && request.mirrors == ["DP-1"])
    #expect(request.avoided == Set(Self.others))
  }

  @Test("Another player has no audio or input, and only its own connector")
  func other() throws {
    let made = Self.plan(try Self.settings())
      .configuration(.other(connector: "HDMI-A-3"), Self.content)
    let request = try Self.request(made)
    #expect(made.sound.device == .none)
    #expect((made.volume, made.rate) == (0.5, 1))
    #expect(made.interface?.isForNotices == true && made.interface?.input == nil)
    #expect(!made.isPaused && made.captureTimes.isEmpty)
    #expect(request.connector == "HDMI-A-3" && request.mirrors.isEmpty && request.avoided.isEmpty)
  }

  @Test(
    "Each output with a playlist can have sound, and auto then means the display's own",
    arguments: [
      ("auto", nil, .automatic, .none), ("auto", "none", .automatic, .none),
      ("auto", "auto", .display, .display), ("auto", "hw:CARD=B", .display, .named("hw:CARD=B")),
      ("hw:CARD=A", "auto", .named("hw:CARD=A"), .display), ("none", "auto", .none, .display),
    ] as [(String, String?, SoundChoice, SoundChoice)])
  func sound(main: String, own: String?, first: SoundChoice, other: SoundChoice) throws {
    var settings = try Self.settings()
    settings.audio.device = main
    (settings.audio.delay, settings.audio.maximumVolume) = (.milliseconds(80), 0.7)
    settings.outputs["HDMI-A-2"] = OutputSettings(
      playlist: "/a", audio: own, audioDelay: .milliseconds(-20))
    let plan = Self.plan(settings)
    let made = plan.configuration(.first, Self.content)
    #expect((made.sound.device, made.sound.delay) == (first, .milliseconds(80)))
    let second = plan.configuration(.other(connector: "HDMI-A-2"), Self.content)
    #expect((second.sound.device, second.sound.delay) == (other, .milliseconds(-20)))
    #expect(made.maximumVolume == 0.7 && second.maximumVolume == 0.7)
    let silent = plan.configuration(.other(connector: "HDMI-A-3"), Self.content)
    #expect(silent.sound.device == .none)
  }

  @Test("Without controls, an interface opens for notices only, unless it has a menu or triggers")
  func notices() {
    var (menu, triggered) = (Configuration(), Configuration())
    menu.interface.servicePIN = "2468"
    triggered.triggers["KEY_RED"] = TriggerSettings(source: "/a.mp4")
    for (settings, isForNotices) in [(Configuration(), true), (menu, false), (triggered, false)] {
      let plan = Self.plan(settings)
      let made = plan.configuration(.first, Self.content)
      #expect(made.interface?.options.isBare == true)
      #expect(made.interface?.isForNotices == isForNotices)
      let other = plan.configuration(.other(connector: "HDMI-A-3"), Self.content)
      #expect(other.interface?.isForNotices == true && other.interface?.options.servicePIN == nil)
      #expect(other.interface?.options.triggers.isEmpty == true)
    }
  }

  @Test("A gallery starts with an empty queue; otherwise there is none")
  func list() throws {
    var settings = try Self.settings()
    let plain = Self.plan(settings).configuration(.first, Self.content)
    #expect(plain.interface?.options.hasList == false)
    settings.operation.hasList = true
    let chosen = Self.plan(settings).configuration(.first, Self.content)
    #expect(chosen.beginsIdle && chosen.interface?.options.hasList == true)
    #expect(chosen.interface?.listed.all.map(\.location) == ["c.mp4"])
  }

  @Test(
    "The display on the command line is a connector, a device, both, or the first of all",
    arguments: [
      (nil, "/dev/dri/card1", "HDMI-A-1"),
      ("auto", nil, nil),
      ("DP-2", nil, "DP-2"),
      ("/dev/dri/card0", "/dev/dri/card0", nil),
      ("/dev/dri/card0:DP-2", "/dev/dri/card0", "DP-2"),
    ] as [(String?, String?, String?)])
  func display(word: String?, device: String?, connector: String?) throws {
    let choice = try word.map { try #require(DisplayChoice(word: $0)) }
    let plan = Self.plan(try Self.settings(), display: choice)
    let request = try Self.request(plan.configuration(.first, Self.content))
    #expect(request.device.path == device && request.connector == connector)
    #expect(plan.devicePath == device)
  }

  @Test("A headless program has one player and watches no device by default")
  func headless() throws {
    let choice = try #require(DisplayChoice(word: "headless:1280x720@50"))
    let plan = Self.plan(try Self.settings(), display: choice)
    guard case .headless(let size, let refresh) = plan.configuration(.first, Self.content).display
    else { throw WrongDisplay(found: "a screen") }
    #expect(size == PixelSize(1280, 720) && refresh == 50)
    #expect(plan.otherConnectors.isEmpty && plan.devicePath == nil)
  }

  @Test(
    "Keys are grabbed from other programs if the display is operated and input is grabbed",
    arguments: [
      (false, false, true, false), (true, false, true, true), (true, false, false, false),
      (false, true, true, true),
    ])
  func keys(isInteractive: Bool, hasList: Bool, grabs: Bool, takes: Bool) {
    var settings = Configuration()
    (settings.operation.isInteractive, settings.operation.hasList) = (isInteractive, hasList)
    settings.input.grabs = grabs
    #expect(ProgramPlan(settings, nil, display: nil).grabsKeys == takes)
  }
}
