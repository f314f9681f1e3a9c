import Testing
import VitrinePlayback
import VitrineTiming

/// When the latency of a live stream is controlled.
struct LivePlaybackTests {
  private typealias Situation = LivePlayback.Situation
  private static let position = MediaTime(88, 1)
  private static let live = Arrival.Live(
    edge: MediaTime(100, 1), target: MediaTime(12, 1), earliest: .zero)

  private static func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64(seconds * 1e9))
  }

  /// The situation of a machine whose item has started, in one word.
  private static func word(_ machine: Machine, hasBegun: Bool = true) -> String {
    switch Situation(machine.state, hasBegun: hasBegun, at: position) {
    case .notStarted: "not started"
    case .held(let place): place == position ? "held" : "held elsewhere"
    case .starved: "starved"
    case .waiting: "waiting"
    case .advancing(let place):
      place.position == position && place.run == machine.state.currentRun
        && place.opening == machine.state.currentEntryRun ? "advancing" : "advancing elsewhere"
    }
  }

  @Test(
    "A started item is controlled while it advances, and not while it is held",
    arguments: [
      (.idle, "not started"), (.ended, "not started"), (.failed, "not started"),
      (.stopped, "not started"), (.opening, "waiting"), (.openingPaused, "held"),
      (.loaded, "waiting"), (.seeking, "waiting"), (.seekingPaused, "held"),
      (.playing, "advancing"), (.preparing, "advancing"), (.prepared, "advancing"),
      (.paused, "held"), (.touched, "held"), (.scrubbing, "held"), (.starved, "starved"),
      (.starvedPaused, "held"),
    ] as [(Scene, String)])
  func situations(scene: Scene, word: String) {
    #expect(Self.word(scene.machine) == word)
    #expect(Self.word(scene.machine, hasBegun: false) == "not started")
  }

  @Test("A rate that a user chose is not corrected", arguments: [(1, "advancing"), (2, "held")])
  func rates(rate: Double, word: String) {
    var machine = Scene.playing.machine
    machine.perform(.setRate(rate))
    #expect(Self.word(machine) == word)
  }

  private static func place(_ seconds: Int64) -> LatencyController.Place {
    .init(position: MediaTime(seconds, 1), run: Run(1), opening: Run(1))
  }

  @Test("Only an advancing item is corrected; an item that is not live ends the control")
  func actions() {
    let table: [(Situation, Arrival.Live?, LatencyController.Action?)] = [
      (.advancing(Self.place(86)), Self.live, .play(at: 1.03)),
      (.advancing(Self.place(88)), Self.live, nil),
      (.advancing(Self.place(86)), nil, .play(at: nil)),
      (.held(at: MediaTime(86, 1)), Self.live, nil),
      (.starved, Self.live, nil),
      (.waiting, Self.live, nil),
      (.notStarted, Self.live, .play(at: nil)),
    ]
    for (situation, live, action) in table {
      var playback = LivePlayback()
      #expect(
        playback.check(.advancing(Self.place(88)), Self.live, now: Self.moment(1)) == .play(at: 1))
      #expect(playback.check(situation, live, now: Self.moment(3)) == action, "\(situation)")
    }
  }

  @Test("The latency grows during a pause, and is unknown before the start")
  func progress() {
    var playback = LivePlayback()
    #expect(playback.progress(Self.live, from: .zero) == nil)
    _ = playback.check(.advancing(Self.place(88)), Self.live, now: Self.moment(1))
    _ = playback.check(.advancing(Self.place(88)), Self.live, now: Self.moment(2))
    #expect(playback.progress(Self.live, from: .zero)?.latency == MediaTime(12, 1))
    var later = Self.live
    later.edge = MediaTime(110, 1)
    _ = playback.check(.held(at: Self.position), later, now: Self.moment(12))
    #expect(playback.progress(later, from: .zero)?.latency == MediaTime(22, 1))
  }
}
