import Testing
import VitrineControl
import VitrineEngine
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineOperations

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
    var health = Health()
    health.dark = row.dark
    health.process.uptime = 3600
    health.picture = Health.Picture(
      status, dark: row.dark, hasPicture: row.hasPicture, showsInterface: row.showsInterface,
      at: Self.now)
    #expect(health.picture?.missing == row.missing)
    health.problems = HealthProblem.all(
      in: health, status, soundError: nil, isClockTrusted: true)
    #expect(health.severity == row.severity)
    #expect(health.problems.allSatisfy { !$0.cure.isEmpty })
  }

  @Test("A list in which nothing can be played is critical, not merely at its end")
  func nothingPlays() {
    var health = Health()
    health.picture = Health.Picture(missing: "nothing is playing")
    var status = PlaybackStatus()
    status.phase = .ended
    status.failure = FailedItem(
      entry: 1, item: Item(path: "a.mp4"),
      error: PlaybackError(.source, "damaged", exitStatus: .noInput))
    health.problems = HealthProblem.all(
      in: health, status, soundError: nil, isClockTrusted: true)
    #expect(health.severity == .critical)
    #expect(health.problems.map(\.text) == ["No picture: cannot play a.mp4: damaged"])
  }

  @Test("The picture comes first, then items, sound, the machine and the clock")
  func order() {
    var health = Health()
    (health.machine.temperature, health.machine.isThrottled, health.machine.freeBytes) = (
      91.4, true, 1 << 20
    )
    health.machine.isReadOnly = true
    health.failedItems = [
      Health.FailedItem("a.mp4", "no such file"), Health.FailedItem("b.mp4", "damaged"),
    ]
    func texts() -> [String] {
      HealthProblem.all(
        in: health, PlaybackStatus(), soundError: "no card", isClockTrusted: false
      ).map(\.text)
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
    health.dark = "unplugged"
    #expect(texts().first == "No picture: unplugged")
    #expect(!texts().contains { $0.hasPrefix("Cannot play") })
  }

  @Test("A playlist that cannot be read is critical unless an earlier version plays")
  func playlist() {
    let store = HealthStore(folder: "/")
    var health = Health()
    func problems() -> [HealthProblem] {
      HealthProblem.all(in: health, PlaybackStatus(), soundError: nil, isClockTrusted: true)
    }
    store.watchPlaylist { Health.Playlist(error: "menu.m3u:1: no", quarantined: ["/a", "/b"]) }
    health.playlist = store.health().playlist
    #expect(problems().map(\.severity) == [.critical, .warning])
    #expect(problems().first?.text.hasSuffix("cannot be read: menu.m3u:1: no") == true)
    #expect(problems().last?.text.hasPrefix("/a crashed the player repeatedly") == true)
    health.playlist.hasEarlierVersion = true
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
    #expect(store.health().failedItems.count == 20)
    store.handle(.playing(Item(path: "/39/a.mp4")))
    #expect(store.health().failedItems.count == 19)
  }
}
