import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// A video above another one, on a fake display and a manual clock.
struct InsetTests {
  private static let run = Run(1)

  private final class Stage {
    let clock = ManualClock()
    let display: FakeDisplay
    let sound: Shared<SoundState>
    let presenter: Presenter
    let reports = Shared<[String]>([])
    /// The times of the pictures at each flip, in frames; nil without an inset.
    private(set) var shown: [Shown] = []

    struct Shown: Equatable {
      let film: Int64
      let inset: Int64?
    }

    init(refresh: Double = 50) {
      let display = FakeDisplay(size: PixelSize(64, 48), refresh: refresh, clock: clock)
      self.display = display
      let (clock, reports) = (clock, reports)
      let sound = Shared(
        SoundState(
          clock: PlaybackClock(
            steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
            timeline: SoundTimeline(rate: 48000))))
      self.sound = sound
      presenter = Presenter(sink: display, now: { clock.now }, clock: { sound.value }) { report in
        if case .insetHidden(_, let reason) = report { reports.update { $0.append(reason) } }
      }
      display.onFlip = { [unowned self] flip in
        shown.append(
          Shown(
            film: flip.layers.picture.pts.nanoseconds / 40_000_000,
            inset: flip.layers.inset.map { $0.pts.nanoseconds / 40_000_000 }))
      }
    }

    func queues(
      _ run: Run, frames: Range<Int>, rate: Int32 = 25, closes: Bool = true
    ) throws -> RunQueues {
      let queues = RunQueues(run, RunQueues.Bounds(imageDuration: MediaTime(10, 1))) { _, _ in }
      try add(frames, rate, to: queues)
      if closes { queues.pictures.close() }
      return queues
    }

    func add(_ frames: Range<Int>, _ rate: Int32 = 25, to queues: RunQueues) throws {
      let plan = try display.plan(
        for: PictureDescription(
          format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(64, 48),
          color: ColorDescription(matrix: .bt601, range: .limited)),
        Arrangement())
      let buffer = try display.bufferMaker(plan.format, plan.bufferSize, nil)
      for frame in frames {
        queues.pictures.force(
          ScanoutPicture(
            run: queues.run, pts: MediaTime(Int64(frame), rate), duration: MediaTime(1, rate),
            buffer: buffer, plan: plan, holder: .none))
      }
    }

    func start(_ run: Run, at media: MediaTime = .zero, after: Duration = .milliseconds(40)) {
      sound.update { state in
        let place = state.clock.steady.position(
          at: presenter.vblanks.vblank(after: clock.now + after) ?? clock.now)
        state.clock.timeline.begin(run, at: media, from: Int64(place.rounded()))
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

    /// A film of two seconds with an inset.
    func begin(_ inset: RunQueues) throws -> RunQueues {
      let film = try queues(InsetTests.run, frames: 0..<50)
      film.inset.update { $0 = inset }
      start(InsetTests.run)
      presenter.begin(film)
      return film
    }
  }

  @Test("Both change at the same vblanks, at any speed", arguments: [1.0, 0.5, 2])
  func step(speed: Double) throws {
    let stage = Stage()
    _ = try stage.begin(try stage.queues(Run(-1), frames: 0..<50))
    stage.setSpeed(speed)
    stage.play(for: .seconds(5))
    #expect(stage.shown.allSatisfy { $0.inset == $0.film || $0.inset == nil }, "\(stage.shown)")
    #expect(stage.shown.count { $0.inset != nil } >= 50)
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.presented == 50 && statistics.late == 0 && statistics.dropped == 0)
    #expect(statistics.inset.presented == 50 && statistics.inset.dropped == 0)
  }

  @Test("Times count from the beginning of each source")
  func origins() throws {
    let stage = Stage()
    let inset = try stage.queues(Run(-1), frames: 35..<85)
    inset.settle(at: MediaTime(35, 25))
    _ = try stage.begin(inset)
    stage.play(for: .seconds(1))
    #expect(stage.shown.count > 20)
    #expect(stage.shown.allSatisfy { $0.inset == $0.film + 35 }, "\(stage.shown)")
  }

  @Test("Another frame rate has its own vblanks, and delays nothing")
  func rates() throws {
    let stage = Stage()
    _ = try stage.begin(try stage.queues(Run(-1), frames: 0..<100, rate: 50))
    stage.play(for: .seconds(3))
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.inset.presented == 100 && statistics.inset.dropped == 0)
    #expect(statistics.presented == 50 && statistics.late == 0)
  }

  @Test("While paused, its picture stays, and it continues in step")
  func pause() throws {
    let stage = Stage()
    _ = try stage.begin(try stage.queues(Run(-1), frames: 0..<50))
    stage.play(for: .milliseconds(500))
    stage.setSpeed(0)
    stage.play(for: .seconds(1))
    let count = stage.shown.count
    stage.play(for: .seconds(1))
    #expect(stage.shown.count == count)
    stage.setSpeed(1)
    stage.play(for: .seconds(3))
    #expect(stage.shown.allSatisfy { $0.inset == $0.film || $0.inset == nil }, "\(stage.shown)")
    #expect(stage.presenter.currentStatistics().inset.presented == 50)
  }

  @Test("Late pictures are dropped, and the film keeps its vblanks")
  func late() throws {
    let stage = Stage()
    let inset = try stage.queues(Run(-1), frames: 0..<1, closes: false)
    _ = try stage.begin(inset)
    stage.play(for: .seconds(1))
    try stage.add(1..<50, to: inset)
    stage.play(for: .milliseconds(500))
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.late == 0 && statistics.dropped == 0)
    #expect(statistics.inset.dropped > 15)
    #expect(stage.shown.suffix(8).allSatisfy { $0.inset == $0.film }, "\(stage.shown)")
  }

  @Test("It disappears at its end, when it is hidden, and with another item")
  func end() throws {
    let stage = Stage()
    let film = try stage.begin(try stage.queues(Run(-1), frames: 0..<10))
    stage.play(for: .milliseconds(700))
    #expect(stage.shown.last { $0.film == 9 }?.inset == 9 && stage.shown.last?.inset == nil)
    #expect(stage.shown.first { $0.film == 11 }?.inset == nil, "\(stage.shown)")
    let other = try stage.queues(Run(-2), frames: 0..<50)
    film.inset.update { $0 = other }
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last?.inset != nil)
    film.inset.update { $0 = nil }
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last?.inset == nil)
    film.inset.update { $0 = other }
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last?.inset != nil)
    stage.start(Run(3))
    stage.presenter.begin(try stage.queues(Run(3), frames: 0..<50))
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last?.inset == nil)
  }

  @Test("After a seek, its picture stays until the next one is decoded")
  func seek() throws {
    let stage = Stage()
    _ = try stage.begin(try stage.queues(Run(-1), frames: 0..<50))
    stage.play(for: .milliseconds(400))
    let before = try #require(stage.shown.last?.inset)
    let film = try stage.queues(Run(2), frames: 30..<50)
    let inset = try stage.queues(Run(-2), frames: 0..<0, closes: false)
    film.inset.update { $0 = inset }
    stage.presenter.preview(film)
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last == Stage.Shown(film: 30, inset: before))
    try stage.add(30..<50, to: inset)
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last == Stage.Shown(film: 30, inset: 30))
    stage.start(Run(2), at: MediaTime(30, 25))
    stage.presenter.begin(film)
    stage.play(for: .milliseconds(400))
    #expect(stage.shown.suffix(5).allSatisfy { $0.inset == $0.film }, "\(stage.shown)")
    // It has failed: nothing more comes.
    let last = try stage.queues(Run(3), frames: 40..<50)
    let failed = try stage.queues(Run(-3), frames: 0..<0)
    last.inset.update { $0 = failed }
    stage.presenter.preview(last)
    stage.play(for: .milliseconds(200))
    stage.start(Run(3), at: MediaTime(40, 25))
    stage.presenter.begin(last)
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last?.inset == nil)
  }

  @Test("The picture of another file disappears after a second without a new one")
  func stalled() throws {
    let stage = Stage()
    _ = try stage.begin(try stage.queues(Run(-1), frames: 0..<50))
    stage.play(for: .milliseconds(400))
    let film = try stage.queues(Run(2), frames: 0..<100)
    let inset = try stage.queues(Run(-2), frames: 0..<0, closes: false)
    film.inset.update { $0 = inset }
    stage.presenter.preview(film)
    stage.play(for: .milliseconds(200))
    stage.start(Run(2))
    stage.presenter.begin(film)
    stage.play(for: .milliseconds(800))
    #expect(stage.shown.last?.inset != nil)
    stage.play(for: .milliseconds(400))
    #expect(stage.shown.last?.inset == nil)
    try stage.add(20..<100, to: inset)
    stage.play(for: .milliseconds(800))
    #expect(stage.shown.last?.inset == stage.shown.last?.film)
  }

  @Test("If composing it delays the film three times, it is hidden until another item")
  func slow() throws {
    let stage = Stage()
    let film = try stage.begin(try stage.queues(Run(-1), frames: 0..<50))
    stage.play(for: .milliseconds(200))
    for count in 1...3 {
      #expect(stage.shown.last?.inset != nil, "\(count)")
      // Refused at quarters of a period.
      stage.display.busyCommits = 6
      stage.play(for: .milliseconds(40))
    }
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last?.inset == nil)
    #expect(stage.presenter.currentStatistics().inset.hidden == 1)
    #expect(stage.reports.value == ["this machine composes both videos too slowly"])
    let count = stage.shown.count
    stage.play(for: .milliseconds(400))
    #expect(stage.shown.count >= count + 9 && stage.shown.suffix(9).allSatisfy { $0.inset == nil })
    _ = film
    let next = try stage.queues(Run(2), frames: 0..<50)
    let inset = try stage.queues(Run(-2), frames: 0..<50)
    next.inset.update { $0 = inset }
    stage.start(Run(2))
    stage.presenter.begin(next)
    stage.play(for: .milliseconds(200))
    #expect(stage.shown.last?.inset != nil)
  }

  @Test("Pictures of an earlier display are not shown")
  func display() throws {
    let stage = Stage()
    let inset = try stage.queues(Run(-1), frames: 0..<50)
    stage.display.replace()
    _ = try stage.begin(inset)
    stage.play(for: .seconds(1))
    #expect(stage.shown.count > 20 && stage.shown.allSatisfy { $0.inset == nil })
    #expect(stage.presenter.currentStatistics().inset.dropped > 15)
  }
}
