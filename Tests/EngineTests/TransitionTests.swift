import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// Transitions on a fake display that mixes pictures, on a manual clock: the luma of the picture on
/// screen at each vblank.
struct TransitionTests {
  private static let (dark, bright): (UInt8, UInt8) = (50, 200)

  private final class Stage {
    let clock = ManualClock()
    let display: FakeDisplay
    let sound: Shared<SoundState>
    let presenter: Presenter
    private(set) var shown: [UInt8] = []
    let cuts = Shared<[String]>([])

    init() {
      let display = FakeDisplay(size: PixelSize(64, 48), refresh: 50, clock: clock)
      self.display = display
      let sound = Shared(
        SoundState(
          clock: PlaybackClock(
            steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
            timeline: SoundTimeline(rate: 48000))))
      self.sound = sound
      let cuts = cuts
      let clock = clock
      presenter = Presenter(sink: display, now: { clock.now }, clock: { sound.value }) { report in
        if case .transitionCut(_, let reason) = report { cuts.update { $0.append(reason) } }
      }
      display.onFlip = { [unowned self] flip in
        shown.append(unsafe flip.layers.scanned.buffer.bytes[0])
      }
    }

    /// The output of an item of one luma at 25 frames per second.
    func queues(_ run: Run, _ luma: UInt8, count: Int, _ transition: Transition = .cut) throws
      -> RunQueues
    {
      let queues = RunQueues(
        run, RunQueues.Bounds(imageDuration: MediaTime(10, 1), transition: transition)
      ) { _, _ in }
      let plan = try display.plan(
        for: PictureDescription(
          format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(64, 48),
          color: ColorDescription(matrix: .bt601, range: .limited)),
        Arrangement())
      let buffer = try display.bufferMaker(plan.format, plan.bufferSize, nil)
      unsafe buffer.bytes.initializeMemory(as: UInt8.self, repeating: luma)
      for frame in 0..<count {
        queues.pictures.force(
          ScanoutPicture(
            run: run, pts: MediaTime(Int64(frame), 25), duration: MediaTime(1, 25), buffer: buffer,
            plan: plan, holder: .none))
      }
      queues.pictures.close()
      return queues
    }

    func start(_ run: Run, after: Duration) {
      sound.update { state in
        let place = state.clock.steady.position(
          at: presenter.vblanks.vblank(after: clock.now + after) ?? clock.now)
        state.clock.timeline.begin(run, at: .zero, from: Int64(place.rounded()))
        state.ended[run] = .zero
      }
    }

    func setSpeed(_ speed: Double) {
      sound.update { state in
        let place = Int64(state.clock.steady.position(at: clock.now))
        state.clock.timeline.setSpeed(speed, from: place)
      }
    }

    func play(for duration: Duration) {
      let end = clock.now + duration
      while clock.now < end {
        let next = presenter.step(now: clock.now) ?? end
        clock.advance(to: min(max(next, clock.now + .microseconds(1)), end))
      }
    }

    /// Plays one second of an item, followed by another.
    func follow(_ transition: Transition, still: Bool = false) throws {
      let first = try queues(Run(1), dark, count: still ? 1 : 25)
      start(Run(1), after: .milliseconds(40))
      presenter.begin(first)
      play(for: .milliseconds(200))
      let second = try queues(Run(2), bright, count: 25, transition)
      start(Run(2), after: .milliseconds(840))
      presenter.follow(second)
      play(for: .seconds(2))
    }
  }

  /// The values on screen without repetitions.
  private static func steps(_ shown: [UInt8]) -> [UInt8] {
    shown.enumerated().filter { $0.offset == 0 || shown[$0.offset - 1] != $0.element }.map(
      \.element)
  }

  @Test("A cross-fade mixes both items around their edge, with each picture")
  func crossFade() throws {
    let stage = Stage()
    try stage.follow(Transition(.crossFade, for: .milliseconds(400)))
    let steps = Self.steps(stage.shown)
    #expect(steps.first == Self.dark && steps.last == Self.bright)
    // A step every 40 ms of 400 ms, and one more after the first item's last picture.
    #expect((10...12).contains(steps.count), "\(steps)")
    #expect(steps == steps.sorted())
    let distances = zip(steps, steps.dropFirst()).map { Int($1) - Int($0) }
    #expect(distances.allSatisfy { $0 <= 17 }, "\(distances)")
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.transitions == 1 && statistics.cutTransitions == 0)
    #expect(statistics.presented == 50 && statistics.dropped == 0 && statistics.late == 0)
  }

  @Test("From a still picture it advances with each vblank")
  func still() throws {
    let stage = Stage()
    try stage.follow(Transition(.crossFade, for: .milliseconds(400)), still: true)
    let steps = Self.steps(stage.shown)
    // Ten vblanks before the edge, and five pictures after it.
    #expect((14...17).contains(steps.count), "\(steps)")
    #expect(stage.presenter.currentStatistics().late == 0)
  }

  @Test("A fade passes black, and each item keeps all of its frames")
  func fade() throws {
    let stage = Stage()
    try stage.follow(Transition(.fade, for: .milliseconds(400)))
    let steps = Self.steps(stage.shown)
    let least = try #require(steps.min())
    #expect(least <= 32, "\(steps)")
    let middle = try #require(steps.firstIndex(of: least))
    #expect(steps[...middle] == ArraySlice(steps[...middle].sorted(by: >)))
    #expect(Array(steps[middle...]) == steps[middle...].sorted())
    #expect(stage.presenter.currentStatistics().presented == 50)
  }

  @Test("A jump starts the transition with the first picture of the other item")
  func jump() throws {
    let stage = Stage()
    let first = try stage.queues(Run(1), Self.dark, count: 25)
    stage.start(Run(1), after: .milliseconds(40))
    stage.presenter.begin(first)
    stage.play(for: .milliseconds(400))
    stage.presenter.leave(Run(1))
    let second = try stage.queues(
      Run(2), Self.bright, count: 25, Transition(.crossFade, for: .milliseconds(400)))
    stage.presenter.preview(second)
    stage.play(for: .milliseconds(100))
    stage.start(Run(2), after: .zero)
    stage.presenter.begin(second)
    stage.play(for: .seconds(2))
    let steps = Self.steps(stage.shown)
    #expect(steps == steps.sorted() && steps.count > 10, "\(steps)")
    #expect(stage.presenter.currentStatistics().transitions == 1)
  }

  @Test("Repetitions of an item follow without a transition, other items with one")
  func repetition() {
    var (first, second) = (Item(path: "a"), Item(path: "b"))
    (first.transition, second.transition) = (Transition(.crossFade), Transition(.fade))
    first.repeatCount = 3
    let player = FakePlayer(
      [first, second], scripts: ["a": .init(frames: 60), "b": .init(frames: 60)])
    player.play(for: .seconds(9))
    let transitions = player.sources.value.map(\.queues.transition)
    #expect(transitions.map(\.isVisible) == [true, false, false, true])
    // Their pictures may still be mixed with those of another item.
    #expect(transitions.allSatisfy { $0.kind != .cut })
    #expect(player.player.status.statistics.transitions == 1)
  }

  @Test("While the sound outlasts the pictures, the last picture stays as it is")
  func tail() throws {
    let stage = Stage()
    let first = try stage.queues(Run(1), Self.dark, count: 25)
    first.ending.update {
      $0 = RunQueues.Ending(
        lastPicture: MediaTime(24, 25), pictureEnd: MediaTime(1, 1), isCertain: true,
        soundEnd: MediaTime(4, 1))
    }
    stage.start(Run(1), after: .milliseconds(40))
    stage.presenter.begin(first)
    stage.play(for: .milliseconds(200))
    // The sound has not placed the next item yet.
    let fade = Transition(.fade, for: .milliseconds(400))
    let second = try stage.queues(Run(2), Self.bright, count: 25, fade)
    stage.presenter.follow(second)
    stage.play(for: .seconds(3))
    #expect(Self.steps(stage.shown) == [Self.dark])
    stage.start(Run(2), after: .milliseconds(840))
    stage.play(for: .seconds(3))
    let steps = Self.steps(stage.shown)
    #expect(steps.count > 15 && steps.min() ?? 255 <= 32, "\(steps)")
  }

  @Test("A pause in the first half keeps the step")
  func pause() throws {
    let stage = Stage()
    let first = try stage.queues(Run(1), Self.dark, count: 25)
    first.ending.update {
      $0 = RunQueues.Ending(
        lastPicture: MediaTime(24, 25), pictureEnd: MediaTime(1, 1), isCertain: true)
    }
    stage.start(Run(1), after: .milliseconds(40))
    stage.presenter.begin(first)
    stage.play(for: .milliseconds(200))
    let second = try stage.queues(
      Run(2), Self.bright, count: 25, Transition(.crossFade, for: .seconds(1)))
    stage.presenter.follow(second)
    stage.play(for: .milliseconds(600))
    stage.setSpeed(0)
    let held = try #require(stage.shown.last)
    #expect(held > Self.dark && held < 125)
    let count = stage.shown.count
    stage.play(for: .seconds(5))
    let paused = Set(stage.shown.dropFirst(count).dropFirst())
    #expect(paused.count <= 1, "\(held): \(paused)")
    stage.setSpeed(1)
    stage.play(for: .milliseconds(100))
    stage.start(Run(2), after: .milliseconds(140))
    stage.play(for: .seconds(2))
    let steps = Self.steps(stage.shown)
    #expect(steps == steps.sorted() && steps.last == Self.bright, "\(steps)")
  }

  @Test("A machine that mixes too slowly cuts: once for each edge, and after two no longer tries")
  func slow() throws {
    let stage = Stage()
    stage.display.mixingRefusals = 5
    try stage.follow(Transition(.crossFade, for: .milliseconds(400)))
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.cutTransitions == 1 && statistics.transitions == 0)
    #expect(stage.cuts.value.count == 1)
    #expect(stage.shown.last == Self.bright)
  }

  @Test("A display that cannot mix pictures cuts, says why once, and shows every frame on time")
  func cut() throws {
    let stage = Stage()
    stage.display.mixingObstacle = "too small"
    try stage.follow(Transition(.slide, for: .milliseconds(400)))
    #expect(Self.steps(stage.shown) == [Self.dark, Self.bright])
    #expect(stage.cuts.value == ["too small"])
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.transitions == 0 && statistics.cutTransitions == 1)
    #expect(statistics.presented == 50 && statistics.late == 0)
  }
}
