import Synchronization
import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// The presenter on a fake display and a manual clock.
struct PresenterTests {
  /// A presenter with its surroundings.
  private final class Stage {
    let clock = ManualClock()
    let display: FakeDisplay
    private(set) var known: [Run: RunQueues] = [:]
    let sound: Shared<SoundState>
    let reports = Shared<[String]>([])
    let presenter: Presenter

    init(refresh: Double = 60, captures: [MediaTime] = []) {
      display = FakeDisplay(size: PixelSize(64, 48), refresh: refresh, clock: clock)
      let state = SoundState(
        clock: PlaybackClock(
          steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
          timeline: SoundTimeline(rate: 48000)))
      let (sound, reports) = (Shared(state), reports)
      self.sound = sound
      presenter = Presenter(
        sink: display, captureTimes: captures, clock: { sound.value },
        report: { report in reports.update { $0.append(Stage.name(report)) } })
    }

    static func name(_ report: Presenter.Report) -> String {
      switch report {
      case .shown(let run, _, _): "first picture of \(run)"
      case .followed(let run): "\(run) has followed"
      case .screened(let time): "\(time.run) had \(time.frames)"
      case .nearEnd(let run): "\(run) ends soon"
      case .stepped(let run, let time): "\(run) stepped to \(time.nanoseconds)"
      case .ended(let run): "end of \(run)"
      case .captured(_, let time): "captured \(time.nanoseconds)"
      case .screenshot: "screenshot"
      case .interfaceShown(let number, _): "interface \(number)"
      case .subtitlesChanged: "other subtitles"
      case .transitionCut(let run, let reason): "cut before \(run): \(reason)"
      case .insetHidden(let run, let reason): "no inset in \(run): \(reason)"
      case .display(let news, _): "\(news)"
      case .failed(let error): error.message
      }
    }

    /// A run's decoder output, which the test fills.
    func queues(_ run: Run) -> RunQueues {
      if let found = known[run] { return found }
      let reports = reports
      let made = RunQueues(run, RunQueues.Bounds(imageDuration: MediaTime(10, 1))) { report, run in
        if case .failed(let error) = report {
          reports.update { $0.append("\(run) failed: \(error.message)") }
        }
      }
      known[run] = made
      return made
    }

    func add(
      _ run: Run, frames: Range<Int>, rate: Int32, duration: MediaTime? = nil
    ) throws {
      let plan = try display.plan(
        for: PictureDescription(
          format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(64, 48),
          color: ColorDescription(matrix: .bt601, range: .limited)),
        Arrangement())
      let buffer = try display.bufferMaker(plan.format, plan.bufferSize, nil)
      for frame in frames {
        queues(run).pictures.force(
          ScanoutPicture(
            run: run, pts: MediaTime(Int64(frame), rate), duration: duration ?? MediaTime(1, rate),
            buffer: buffer, plan: plan, holder: .none))
      }
    }

    /// Starts a run with its first sample on the vblank grid, `after` from now.
    func begin(_ run: Run, after: Duration = .milliseconds(50)) {
      sound.update { state in
        let vblank = presenter.vblanks.vblank(after: clock.now + after) ?? clock.now
        let place = state.clock.steady.position(at: vblank)
        state.clock.timeline.begin(run, at: .zero, from: Int64(place.rounded()))
        state.ended[run] = .zero
      }
      presenter.begin(queues(run))
    }

    /// Advances the clock from one request of the presenter to the next.
    func play(for duration: Duration) {
      let end = clock.now + duration
      while clock.now < end {
        let next = presenter.step(now: clock.now) ?? end
        clock.advance(to: min(max(next, clock.now + .microseconds(1)), end))
      }
    }
  }

  @Test(
    "Every frame is shown once, at an even pace",
    arguments: [(Int32(24), 60.0), (25, 50), (30, 60), (60, 60), (25, 60)])
  func pace(rate: Int32, refresh: Double) throws {
    let stage = Stage(refresh: refresh)
    try stage.add(Run(1), frames: 0..<Int(rate) * 2, rate: rate)
    stage.queues(Run(1)).pictures.close()
    stage.begin(Run(1))
    stage.play(for: .seconds(3))
    #expect(stage.display.shown.map(\.pts) == (0..<Int64(rate) * 2).map { MediaTime($0, rate) })
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.late == 0 && statistics.dropped == 0 && statistics.repeated == 0)
    let worst = statistics.offsets.magnitudePercentile(1) ?? .seconds(1)
    #expect(worst <= .milliseconds(Int64(600 / refresh)))
    #expect(stage.reports.value == ["first picture of run 1", "end of run 1"])
  }

  @Test("A display due for a retry is retried while nothing moves")
  func retry() throws {
    let stage = Stage()
    let due = stage.clock.now + .milliseconds(500)
    stage.display.retryAt = due
    #expect(stage.presenter.step(now: stage.clock.now) == due)
  }

  @Test("The first frame is shown at once and does not disturb the pace")
  func preview() throws {
    let stage = Stage()
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.presenter.preview(stage.queues(Run(1)))
    let start = stage.clock.now
    stage.play(for: .milliseconds(500))
    #expect(stage.display.shown.map(\.pts) == [.zero])
    #expect(stage.display.shown[0].at - start <= stage.display.period)
    stage.begin(Run(1))
    stage.play(for: .seconds(2))
    #expect(stage.display.shown.map(\.pts) == (0..<30).map { MediaTime($0, 30) })
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.late == 0 && statistics.dropped == 0 && statistics.presented == 30)
  }

  @Test("A late frame is dropped and counted")
  func late() throws {
    let stage = Stage()
    try stage.add(Run(1), frames: 0..<10, rate: 30)
    stage.begin(Run(1))
    stage.play(for: .milliseconds(1000))
    try stage.add(Run(1), frames: 10..<60, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.play(for: .seconds(2))
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.dropped > 10 && statistics.presented + statistics.dropped == 60)
    #expect(stage.display.shown.last?.pts == MediaTime(59, 30))
  }

  @Test("A run with a late transition ends only after it")
  func lateFollower() throws {
    let stage = Stage()
    try stage.add(Run(1), frames: 0..<6, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.begin(Run(1))
    stage.play(for: .milliseconds(150))
    // The next run has one frame of 0.1 s, and the thread gets no CPU time for 1 s.
    try stage.add(Run(2), frames: 0..<1, rate: 10)
    stage.queues(Run(2)).pictures.close()
    stage.sound.update { state in
      let place = state.clock.steady.position(at: stage.clock.now + .milliseconds(100))
      state.clock.timeline.begin(Run(2), at: .zero, from: Int64(place))
      state.ended[Run(2)] = .zero
    }
    stage.presenter.follow(stage.queues(Run(2)))
    stage.clock.advance(to: stage.clock.now + .seconds(1))
    stage.play(for: .seconds(1))
    let reports = stage.reports.value.filter { $0.contains("run 2") }
    #expect(reports == ["first picture of run 2", "run 2 has followed", "end of run 2"])
  }

  @Test("A run whose source fails ahead fails after its last frame", arguments: [false, true])
  func failsAhead(isFollowed: Bool) throws {
    let stage = Stage()
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.queues(Run(1)).pictures.close()
    let end = MediaTime(1, 1)
    var ending = RunQueues.Ending(lastPicture: end, pictureEnd: end, isCertain: true)
    ending.failure = PlaybackError(.source, "gone", exitStatus: .unavailable)
    stage.queues(Run(1)).ending.update { [ending] in $0 = ending }
    stage.begin(Run(1))
    stage.sound.update { $0.ended[Run(1)] = end }
    if isFollowed {
      try stage.add(Run(2), frames: 0..<30, rate: 30)
      stage.sound.update { state in
        let place = state.clock.steady.position(at: stage.clock.now + .milliseconds(1050))
        state.clock.timeline.begin(Run(2), at: .zero, from: Int64(place))
      }
      stage.presenter.follow(stage.queues(Run(2)))
    }
    stage.play(for: .milliseconds(900))
    #expect(stage.reports.value == ["first picture of run 1"])
    stage.play(for: .seconds(1))
    #expect(stage.presenter.currentStatistics().dropped == 0)
    let reports = stage.reports.value.filter { !$0.contains(" had ") }
    #expect(
      reports == ["first picture of run 1", "run 1 failed: gone"]
        + (isFollowed ? ["first picture of run 2", "run 2 has followed"] : []))
  }

  @Test("A card in place of missing frames does not count as one")
  func card() throws {
    let stage = Stage()
    stage.presenter.preview(stage.queues(Run(1)))
    try stage.add(.none, frames: 0..<1, rate: 30)
    stage.presenter.showMeanwhile(try #require(stage.queues(.none).pictures.tryPop()))
    stage.play(for: .milliseconds(100))
    #expect(stage.display.shown.count == 1)
    #expect(stage.presenter.currentStatistics().presented == 0)
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.begin(Run(1))
    stage.play(for: .seconds(2))
    #expect(stage.display.shown.count == 31)
    #expect(stage.presenter.currentStatistics().presented == 30)
  }

  @Test("A frame that a busy display refuses is offered again")
  func busy() throws {
    let stage = Stage()
    try stage.add(Run(1), frames: 0..<60, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.display.busyCommits = 3
    stage.begin(Run(1))
    stage.play(for: .seconds(3))
    #expect(stage.presenter.currentStatistics().presented == 60)
    #expect(stage.reports.value.last == "end of run 1")
  }

  @Test("A frame that was refused until another replaced it counts as dropped")
  func replaced() throws {
    let stage = Stage()
    try stage.add(Run(1), frames: 0..<1, rate: 30)
    stage.display.busyCommits = 100
    stage.begin(Run(1))
    stage.play(for: .milliseconds(100))
    #expect(stage.display.shown.isEmpty)
    try stage.add(.none, frames: 0..<1, rate: 30)
    stage.presenter.showMeanwhile(try #require(stage.queues(.none).pictures.tryPop()))
    stage.display.busyCommits = 0
    stage.play(for: .milliseconds(100))
    #expect(stage.display.shown.count == 1)
    #expect(stage.presenter.currentStatistics().dropped == 1)
  }

  @Test("Pausing commits nothing, and the same frames follow")
  func pause() throws {
    let stage = Stage()
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.begin(Run(1), after: .zero)
    stage.play(for: .milliseconds(300))
    stage.sound.update { state in
      let place = Int64(state.clock.steady.position(at: stage.clock.now))
      state.clock.timeline.setSpeed(0, from: place)
    }
    stage.play(for: .milliseconds(100))
    let before = stage.display.shown.count
    stage.play(for: .seconds(60))
    #expect(stage.display.shown.count == before)
    stage.sound.update { state in
      let place = Int64(state.clock.steady.position(at: stage.clock.now))
      state.clock.timeline.setSpeed(1, from: place)
    }
    stage.play(for: .seconds(2))
    #expect(stage.display.shown.map(\.pts) == (0..<30).map { MediaTime($0, 30) })
  }

  @Test("A screenshot contains a still card at any moment")
  func captureOfCard() throws {
    let stage = Stage(captures: [MediaTime(7, 1)])
    try stage.add(Run(1), frames: 0..<1, rate: 1, duration: .zero)
    stage.queues(Run(1)).pictures.close()
    stage.begin(Run(1))
    stage.play(for: .seconds(1))
    #expect(stage.reports.value.contains("captured 7000000000"))
  }

  @Test("A screenshot shows the frame on screen at its time")
  func capture() throws {
    let stage = Stage(captures: [MediaTime(1, 2)])
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.begin(Run(1))
    stage.play(for: .seconds(2))
    #expect(stage.reports.value.contains("captured 500000000"))
  }

  /// Plays the start of a run at 30 fps.
  private func playing(captures: [MediaTime] = []) throws -> Stage {
    let stage = Stage(captures: captures)
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.begin(Run(1))
    stage.play(for: .milliseconds(300))
    return stage
  }

  private func wish(_ stage: Stage, within patience: Duration = .seconds(8)) -> CaptureRequest {
    CaptureRequest(until: stage.clock.now + patience) { _ in }
  }

  @Test("A screenshot uses another display if its own was removed")
  func captureOfReplaced() throws {
    let stage = try playing()
    stage.display.isCaptureAwaited = true
    stage.presenter.capture(wish(stage))
    stage.play(for: .milliseconds(100))
    #expect(stage.presenter.captures.isBusy)
    stage.display.replace()
    try stage.add(Run(1), frames: 30..<90, rate: 30)
    stage.play(for: .seconds(2))
    #expect(stage.reports.value.filter { $0.hasPrefix("screenshot") } == ["screenshot"])
    #expect(!stage.presenter.captures.isBusy)
  }

  @Test("A screenshot is taken as soon as a display returns")
  func captureOfTimeOnReplaced() throws {
    let stage = Stage(captures: [MediaTime(1, 10)])
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.display.isCaptureAwaited = true
    stage.begin(Run(1))
    stage.play(for: .milliseconds(300))
    #expect(stage.presenter.captures.isBusy)
    stage.display.replace()
    try stage.add(Run(1), frames: 30..<90, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.play(for: .seconds(4))
    #expect(stage.reports.value.filter { $0.hasPrefix("captured") } == ["captured 100000000"])
    #expect(stage.reports.value.last == "end of run 1")
  }

  @Test("A screenshot that lacked memory is retried until no client waits for it")
  func lostCapture() throws {
    let stage = try playing()
    try stage.add(Run(1), frames: 30..<300, rate: 30)
    stage.display.lostCaptures = 2
    stage.presenter.capture(wish(stage))
    stage.play(for: .seconds(4))
    #expect(stage.reports.value.filter { $0.hasPrefix("screenshot") } == ["screenshot"])
    stage.display.lostCaptures = .max
    stage.presenter.capture(wish(stage))
    stage.play(for: .seconds(10))
    #expect(stage.reports.value.filter { $0.hasPrefix("screenshot") } == ["screenshot"])
    #expect(!stage.presenter.captures.isBusy && stage.presenter.captures.request == nil)
  }

  @Test("The end of playback does not wait for a missing screenshot")
  func lostAtTheEnd() throws {
    let stage = Stage(captures: [MediaTime(1, 2)])
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.queues(Run(1)).pictures.close()
    stage.display.lostCaptures = .max
    stage.begin(Run(1))
    stage.play(for: .seconds(3))
    #expect(stage.reports.value == ["first picture of run 1", "end of run 1"])
  }

  @Test("A screenshot requested with nothing on screen expires")
  func lateCapture() throws {
    let stage = Stage()
    stage.presenter.capture(wish(stage))
    stage.play(for: .seconds(10))
    try stage.add(Run(1), frames: 0..<30, rate: 30)
    stage.begin(Run(1))
    stage.play(for: .seconds(1))
    #expect(stage.reports.value == ["first picture of run 1"])
  }
}
