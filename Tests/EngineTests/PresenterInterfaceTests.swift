import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// The interface over playing pictures, on a fake display and a manual clock.
@Suite("The interface over the picture")
struct PresenterInterfaceTests {
  /// A presenter that plays one run, with interface pictures at chosen moments.
  private final class Stage {
    let clock = ManualClock()
    let display: FakeDisplay
    let presenter: Presenter
    let queues = RunQueues(Run(1), RunQueues.Bounds(imageDuration: MediaTime(10, 1))) { _, _ in }
    let answers = Shared<[Int: HostTime]>([:])
    /// The start times of the subtitles published when their change was reported.
    let published = Shared<[MediaTime?]>([])
    private let pool: ScanoutPool

    init(rate: Int32, frames: Int = 120) throws {
      display = FakeDisplay(size: PixelSize(64, 48), refresh: 60, clock: clock)
      var state = SoundState(
        clock: PlaybackClock(
          steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
          timeline: SoundTimeline(rate: 48000)))
      let make = display.bufferMaker
      pool = ScanoutPool(PoolKey(overlay: display.size, epoch: display.epoch), limit: 8) {
        () throws(PlaybackError) in try make(.argb8888, PixelSize(64, 48), nil)
      }
      let place = state.clock.steady.position(at: clock.now + .milliseconds(50))
      state.clock.timeline.begin(Run(1), at: .zero, from: Int64(place.rounded()))
      let (sound, answers, published) = (state, answers, published)
      let progress = Shared<Shared<DisplayProgress>?>(nil)
      presenter = Presenter(
        sink: display, clock: { sound },
        report: { report in
          if case .interfaceShown(let number, let time) = report {
            answers.update { $0[number] = time }
          }
          if case .subtitlesChanged = report {
            published.update { $0.append(progress.value?.value.subtitles?.start) }
          }
        })
      progress.update { [presenter] in $0 = presenter.progress }
      try fill(rate, frames)
      presenter.begin(queues)
    }

    private func fill(_ rate: Int32, _ frames: Int) throws {
      let plan = try display.plan(
        for: PictureDescription(
          format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(64, 48),
          color: ColorDescription(matrix: .bt601, range: .limited)),
        Arrangement())
      let buffer = try display.bufferMaker(plan.format, plan.bufferSize, nil)
      for frame in 0..<frames {
        queues.pictures.force(
          ScanoutPicture(
            run: Run(1), pts: MediaTime(Int64(frame), rate), duration: MediaTime(1, rate),
            buffer: buffer, plan: plan, holder: .none))
      }
      queues.pictures.close()
    }

    func show(_ number: Int) throws {
      let lease = try #require(try pool.tryAcquire())
      let box = PixelRect(x: 0, y: 0, width: 16, height: 16)
      presenter.setInterface(
        InterfacePicture(number: number, layer: InterfaceLayer(lease, box: box, number: number)))
    }

    /// Advances the clock from one request of the presenter to the next.
    func play(until end: HostTime) {
      while clock.now < end {
        let next = presenter.step(now: clock.now) ?? end
        clock.advance(to: min(max(next, clock.now + .microseconds(1)), end))
      }
    }
  }

  @Test(
    "A response is on screen within two refreshes and delays no frame",
    arguments: [Int32(24), 25, 30, 50, 60])
  func latency(rate: Int32) throws {
    let (plain, operated) = (try Stage(rate: rate), try Stage(rate: rate))
    plain.play(until: plain.clock.now + .milliseconds(1900))
    let start = operated.clock.now
    // Moments unrelated to the frames.
    let moments = (0..<40).map { start + .microseconds(80_000 + Int64($0) * 43_711) }
    for (number, moment) in moments.enumerated() {
      operated.play(until: moment)
      try operated.show(number)
    }
    operated.play(until: start + .milliseconds(1900))
    for (number, moment) in moments.enumerated() {
      let answer = try #require(operated.answers.value[number], "number \(number)")
      #expect(answer - moment <= operated.display.period * 2, "number \(number)")
    }
    func firsts(_ stage: Stage) -> [MediaTime: Duration] {
      stage.display.shown.reduce(into: [:]) { firsts, flip in
        if firsts[flip.pts] == nil { firsts[flip.pts] = flip.at - start }
      }
    }
    #expect(firsts(operated) == firsts(plain))
    let statistics = operated.presenter.currentStatistics()
    #expect(statistics.late == 0 && statistics.dropped == 0)
    #expect(statistics.presented == plain.presenter.currentStatistics().presented)
  }

  @Test("Subtitles are published before their change is reported")
  func subtitles() throws {
    let stage = try Stage(rate: 30)
    let pictures = (0..<3).map { SubtitlePicture(run: Run(1), start: MediaTime($0, 2)) }
    for picture in pictures { stage.queues.subtitles.force(picture) }
    stage.play(until: stage.clock.now + .milliseconds(200))
    #expect(stage.presenter.progress.value.subtitles === pictures[0])
    try stage.show(1)
    stage.play(until: stage.clock.now + .milliseconds(1500))
    // The interface was drawn over none of them but is notified of each.
    #expect(stage.published.value == pictures.dropFirst().map(\.start))
    stage.presenter.leave(Run(1))
  }

  @Test("The published vblanks are those of the last flip")
  func vblanks() throws {
    let stage = try Stage(rate: 30)
    stage.play(until: stage.clock.now + .seconds(1))
    let published = try #require(stage.presenter.progress.value.vblanks)
    #expect(published.latest == stage.presenter.vblanks.latest)
    let last = try #require(stage.display.shown.last)
    #expect(abs((try #require(published.latest) - last.at).seconds) < 0.000_1)
  }

  @Test("A picture already on screen is not committed again")
  func rest() throws {
    let stage = try Stage(rate: 1, frames: 1)
    stage.play(until: stage.clock.now + .milliseconds(200))
    try stage.show(1)
    stage.play(until: stage.clock.now + .seconds(2))
    #expect(stage.display.shown.count == 2)
  }

  @Test("A busy display gets the picture at the next opportunity")
  func busy() throws {
    let stage = try Stage(rate: 1, frames: 1)
    stage.play(until: stage.clock.now + .milliseconds(200))
    stage.display.busyCommits = 2
    try stage.show(1)
    let moment = stage.clock.now
    stage.play(until: moment + .milliseconds(200))
    let answer = try #require(stage.answers.value[1])
    #expect(answer - moment < .milliseconds(60))
  }

  @Test("A picture composed by the display is offered until it is taken")
  func slow() throws {
    let stage = try Stage(rate: 1, frames: 1)
    stage.play(until: stage.clock.now + .milliseconds(200))
    let before = stage.display.offers.count
    stage.display.busyCommits = 5
    for number in 1...4 {
      try stage.show(number)
      stage.play(until: stage.clock.now + .milliseconds(5))
    }
    stage.play(until: stage.clock.now + .milliseconds(200))
    // The first one until it is taken, then the newest.
    let offers = stage.display.offers.dropFirst(before)
    #expect(offers.count == 7 && Set(offers.dropLast()).count == 1 && offers.first != offers.last)
    #expect(stage.answers.value.keys.sorted() == [1, 4])
    #expect(stage.presenter.currentStatistics().dropped == 0)
  }
}
