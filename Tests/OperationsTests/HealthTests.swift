import Testing
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

@testable import VitrineOperations
@testable import VitrinePlayback

@Suite("The health of a player")
struct HealthTests {
  private static let now = HostTime(nanoseconds: 100_000_000_000)
  private static let failure = PlaybackState.Phase.failed(
    PlaybackError(.source, "no such file", exitStatus: .noInput))

  struct Row: CustomTestStringConvertible {
    var testDescription: String
    var dark: String?
    var hasPicture = true
    var showsInterface = false
    var missing: String?
    var severity: HealthProblem.Severity?
    var change: @Sendable (inout PlaybackStatus) -> Void = { _ in }

    init(
      _ name: String, missing: String? = nil, _ severity: HealthProblem.Severity? = nil,
      dark: String? = nil, hasPicture: Bool = true, showsInterface: Bool = false,
      change: @escaping @Sendable (inout PlaybackStatus) -> Void = { _ in }
    ) {
      testDescription = name
      (self.dark, self.showsInterface, self.missing) = (dark, showsInterface, missing)
      self.hasPicture = hasPicture
      (self.severity, self.change) = (severity, change)
    }
  }

  @Test(
    "It reports whether a picture is on the display, and why not",
    arguments: [
      Row("playing"),
      Row("a still that has been there for a minute") {
        $0.statistics.lastFlip = now - .seconds(60)
      },
      Row("a video that was resumed a second ago") {
        ($0.isMoving, $0.movingSince) = (true, now - .seconds(1))
        $0.statistics.lastFlip = now - .seconds(60)
      },
      Row("a video whose next picture is still decoded") {
        ($0.isMoving, $0.movingSince) = (true, now - .seconds(60))
        $0.statistics.lastFlip = now - .seconds(20)
        $0.work = WatchdogProgress(
          StallDetector.Progress(run: Run(1), presented: 1, decoded: 1), cpuTime: .zero)
      },
      Row("a paused video") {
        $0.isPaused = true
        $0.statistics.lastFlip = now - .seconds(60)
      },
      Row(
        "a video without page flips",
        missing: "the picture has not changed for 60 s although a new one is due", .critical
      ) {
        ($0.isMoving, $0.movingSince) = (true, now - .seconds(90))
        $0.statistics.lastFlip = now - .seconds(60)
      },
      Row(
        "a stream that has never arrived", missing: "nothing has been shown yet", .critical,
        hasPicture: false
      ) { $0.phase = .opening },
      Row("a stream that has stalled", .warning) {
        ($0.phase, $0.awaitsNetwork) = (.buffering, true)
        $0.statistics.lastFlip = now - .seconds(90)
      },
      Row("an item that opens, below the last picture of the previous one") { $0.phase = .opening },
      Row(
        "unplugged", missing: "HDMI-A-1 is not connected", .critical,
        dark: "HDMI-A-1 is not connected"),
      Row("off by a schedule", missing: "the display is turned off by a command or schedule") {
        $0.isDisplayOn = false
      },
      Row(
        "unplugged while it is off", missing: "the display is turned off by a command or schedule",
        dark: "HDMI-A-1 is not connected"
      ) { $0.isDisplayOn = false },
      Row("an empty list", missing: "nothing is playing", .warning) { $0.phase = .idle },
      Row("the gallery", showsInterface: true) { $0.phase = .idle },
      Row("a list that cannot be played", missing: "no item can be played: no such file", .critical)
      {
        $0.phase = failure
      },
    ])
  func picture(row: Row) {
    var status = PlaybackStatus()
    status.phase = .playing
    status.statistics.lastFlip = Self.now - .milliseconds(16)
    row.change(&status)
    for connector in [nil, "HDMI-A-2"] {
      var output = Health.Output(connector)
      output.dark = row.dark
      output.picture = Health.Picture(
        status, dark: row.dark, hasPicture: row.hasPicture, showsInterface: row.showsInterface,
        at: Self.now)
      #expect(output.picture?.missing == row.missing)
      let problems = HealthProblem.all(of: output, status, soundError: nil, uptime: 3600)
      #expect(problems.map(\.severity) == (row.severity.map { [$0] } ?? []))
      #expect(problems.allSatisfy { !$0.cure.isEmpty })
      let start = connector.map { "\($0): " } ?? ""
      #expect(
        problems.allSatisfy { $0.text.hasPrefix(start + (row.missing == nil ? "The" : "No")) })
    }
  }

  @Test("A cure names the output to control")
  func cures() {
    var status = PlaybackStatus()
    status.phase = .idle
    let cures = [nil, "HDMI-A-2"].map { connector in
      var output = Health.Output(connector)
      output.picture = Health.Picture(missing: "nothing is playing")
      return HealthProblem.all(of: output, status, soundError: nil, uptime: 3600).map(\.cure)
    }
    #expect(
      cures == [
        ["Start the programme with: vitrine ctl programme"],
        ["Start the programme with: vitrine ctl --output HDMI-A-2 programme"],
      ])
  }

  @Test("It describes each output, and the health of one output describes only that")
  func outputs() {
    let store = HealthStore(folder: "/", others: ["HDMI-A-2", "HDMI-A-3"])
    let error = PlaybackError(.source, "damaged", exitStatus: .noInput)
    store.handle(.firstPicture(Self.now))
    store.handle(.display(.dark(reason: "unplugged")), at: "HDMI-A-2")
    store.handle(.failed(Item(path: "/a.mp4"), error), at: "HDMI-A-3")
    store.handle(.firstPicture(Self.now), at: "HDMI-A-3")
    store.watchPlaylist(at: "HDMI-A-3") { Health.Playlist(error: "menu.m3u:1: no") }
    store.handle(.firstPicture(Self.now), at: "DP-1")
    let health = store.health()
    #expect(health.outputs.map(\.name) == ["main", "HDMI-A-2", "HDMI-A-3"])
    #expect(health.outputs.map(\.dark) == [nil, "unplugged", nil])
    #expect(health.outputs.map(\.isReady) == [true, false, true])
    #expect(health.outputs.map(\.failedItems.count) == [0, 0, 1])
    #expect(!health.isReady && health.recoveries == [.skipItem: 1])
    // The most severe first, of any output.
    #expect(
      health.problems.prefix(3).map(\.text) == [
        "HDMI-A-2: No picture: unplugged", "HDMI-A-3: The playlist cannot be read: menu.m3u:1: no",
        "HDMI-A-3: Cannot play a.mp4: damaged",
      ])
    let own = store.health(of: "HDMI-A-2")
    #expect(own.outputs.map(\.name) == ["HDMI-A-2"] && own.main.dark == "unplugged")
    #expect(own.problems.first?.text == "HDMI-A-2: No picture: unplugged")
    #expect(store.health(of: "HDMI-A-3").isReady)
    let main = store.health(of: "main")
    #expect(main.outputs.map(\.name) == ["main"] && main.isReady && main.problems.isEmpty)
  }

  @Test("A list in which nothing can be played is critical, not merely at its end")
  func nothingPlays() {
    var output = Health.Output()
    output.picture = Health.Picture(missing: "nothing is playing")
    var status = PlaybackStatus()
    status.phase = .ended
    status.failure = FailedItem(
      entry: 1, item: Item(path: "a.mp4"),
      error: PlaybackError(.source, "damaged", exitStatus: .noInput))
    let problems = HealthProblem.all(of: output, status, soundError: nil, uptime: 3600)
    #expect(problems.map(\.severity) == [.critical])
    #expect(problems.map(\.text) == ["No picture: cannot play a.mp4: damaged"])
  }

  @Test("The picture comes first, then items, sound, the machine and the clock")
  func order() {
    var health = Health()
    (health.machine.heat, health.machine.isThrottled, health.machine.freeBytes) = (
      91.4, true, 1 << 20
    )
    health.machine.isReadOnly = true
    health.main.failedItems = [
      Health.FailedItem("a.mp4", "no such file"), Health.FailedItem("b.mp4", "damaged"),
    ]
    func texts() -> [String] {
      let problems = HealthProblem.all(
        of: health.main, PlaybackStatus(), soundError: "no card", uptime: 3600)
      return HealthProblem.all(of: [problems], in: health, isClockTrusted: false).map(\.text)
    }
    #expect(
      texts() == [
        "Cannot play a.mp4: no such file (and 1 more)", "No sound: no card",
        "High temperature: 91 °C",
        "The board is throttled: too hot, or the power supply is too weak",
        "The disk is almost full: 1 MB free", "The disk is read-only: nothing is saved",
        "The clock is not set: no time server has responded yet",
      ])
    // The cause is known.
    health.machine.isUnderVoltage = true
    #expect(texts().contains("The supply voltage is too low"))
    #expect(!texts().contains { $0.hasPrefix("The board is throttled") })
    health.main.dark = "unplugged"
    #expect(texts().first == "No picture: unplugged")
    #expect(!texts().contains { $0.hasPrefix("Cannot play") })
  }

  @Test("Problems of other parts come after those of the outputs, the critical ones first")
  func lasting() {
    var lasting = [HealthProblem(.warning, "Zones: menu.csv: damaged", cure: "Correct it")]
    let problems = Shared(lasting)
    let store = HealthStore(folder: "/", lasting: { problems.value })
    store.handle(.soundUnavailable("no card"))
    #expect(
      store.health().problems.map(\.text).prefix(2) == [
        "No sound: no card", "Zones: menu.csv: damaged",
      ])
    lasting.append(HealthProblem(.critical, "vitrine.yaml:3: unknown key", cure: "Correct it"))
    problems.update { [lasting] in $0 = lasting }
    #expect(store.health().problems.first?.text == "vitrine.yaml:3: unknown key")
    #expect(store.health().severity == .critical)
  }

  @Test("An item for which the machine is too slow is named until it plays to its end in time")
  func overload() {
    let store = HealthStore(folder: "/")
    let (item, other) = (Item(path: "/srv/a.mp4"), Item(path: "/srv/b.mp4"))
    func texts() -> [String] { store.health().problems.map(\.text) }
    let time = ScreenTime(run: Run(1), begin: Self.now, end: Self.now, obstacles: [])
    func play(_ item: Item, load: String? = nil, _ end: ShowingEnd = .ended) {
      store.handle(.opened(item, MediaSummary()))
      if let load { store.handle(.overloaded(item, load)) }
      store.handle(.screen(.left(item, opening: Run(1), time, end)))
    }
    play(item, load: "1920x1080 at 60 frames a second")
    let text = "The machine is too slow for a.mp4: 1920x1080 at 60 frames a second"
    #expect(texts() == [text])
    play(other)
    #expect(texts() == [text])
    play(other, load: "too much")
    #expect(texts() == ["The machine is too slow for b.mp4: too much (and for 1 more)"])
    // A showing that was cut says nothing about the rest.
    play(item, .cut)
    #expect(store.health().main.slowItems.count == 2)
    play(item)
    play(other)
    #expect(texts() == [])
  }

  @Test("A playlist that cannot be read is critical unless an earlier version plays")
  func playlist() {
    let store = HealthStore(folder: "/")
    var output = Health.Output()
    func problems() -> [HealthProblem] {
      HealthProblem.all(of: output, PlaybackStatus(), soundError: nil, uptime: 3600)
    }
    store.watchPlaylist { Health.Playlist(error: "menu.m3u:1: no", quarantined: ["/a", "/b"]) }
    output.playlist = store.health().main.playlist
    #expect(problems().map(\.severity) == [.critical, .warning])
    #expect(problems().first?.text.hasSuffix("cannot be read: menu.m3u:1: no") == true)
    #expect(problems().last?.text.hasPrefix("/a crashed the player repeatedly") == true)
    output.playlist.hasEarlierVersion = true
    #expect(problems().map(\.severity) == [.warning, .warning])
  }

  @Test("Steps of recovery are counted")
  func recoveries() {
    let store = HealthStore(folder: "/")
    let error = PlaybackError(.decode, "damaged", exitStatus: .data)
    store.handle(.failed(Item(path: "/a.mp4"), error))
    store.handle(.recovery(.softwareDecoder, because: "no frame"))
    for _ in 0..<2 { store.record(.reopenDevice) }
    #expect(
      store.health().recoveries == [.skipItem: 1, .softwareDecoder: 1, .reopenDevice: 2])
  }

  @Test("Failed items are listed until they play again, told apart by their paths, and bounded")
  func failures() {
    let store = HealthStore(folder: "/")
    let error = PlaybackError(.source, "damaged", exitStatus: .noInput)
    for name in (0..<40).map({ "/\($0)/a.mp4" }) {
      store.handle(.failed(Item(path: name), error))
    }
    #expect(store.health().main.failedItems.count == 20)
    store.handle(.playing(Item(path: "/39/a.mp4")))
    #expect(store.health().main.failedItems.count == 19)
  }
}
