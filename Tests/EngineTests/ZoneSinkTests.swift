import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// Players in parts of another player's display, on a fake display and a manual clock.
struct ZoneSinkTests {
  /// One player: its run and clock.
  private final class Programme {
    let sound: Shared<SoundState>
    let queues: RunQueues
    private let clock: ManualClock
    private let display: FakeDisplay

    init(_ run: Run, on display: FakeDisplay, _ clock: ManualClock) {
      (self.display, self.clock) = (display, clock)
      queues = RunQueues(run, RunQueues.Bounds(imageDuration: MediaTime(10, 1))) { _, _ in }
      sound = Shared(
        SoundState(
          clock: PlaybackClock(
            steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
            timeline: SoundTimeline(rate: 48000))))
    }

    func add(_ frames: Range<Int>, _ rate: Int32) throws {
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

    /// Begins `after` now, aligned with a vblank.
    func begin(on presenter: Presenter, _ vblanks: VblankClock, after: Duration) {
      sound.update { state in
        let place = state.clock.steady.position(
          at: vblanks.vblank(after: clock.now + after) ?? clock.now)
        state.clock.timeline.begin(queues.run, at: .zero, from: Int64(place.rounded()))
      }
      presenter.begin(queues)
    }
  }

  private struct Shown: Equatable {
    let pts: MediaTime
    let at: Duration
  }

  /// A display with a film and zones.
  private final class Stage {
    let clock = ManualClock()
    let display: FakeDisplay
    let film: Programme
    let presenter: Presenter
    private(set) var zones: [(zone: VideoZone, programme: Programme, presenter: Presenter)] = []
    let reports = Shared<[String]>([])
    private let start: HostTime
    /// The first flip of each picture.
    private(set) var filmShown: [Shown] = []
    private(set) var zonesShown: [[Shown]] = []
    /// The number of flips.
    private(set) var flips = 0
    private var latest: [ObjectIdentifier] = []

    init(zones count: Int = 0, refresh: Double = 60) {
      start = clock.now
      let clock = clock
      let display = FakeDisplay(size: PixelSize(64, 48), refresh: refresh, clock: clock)
      self.display = display
      let film = Programme(Run(1), on: display, clock)
      self.film = film
      let sound = film.sound
      presenter = Presenter(
        sink: display, now: { clock.now }, clock: { sound.value }, report: { _ in })
      zonesShown = Array(repeating: [], count: count)
      for number in 0..<count {
        let zone = VideoZone("zone \(number)")
        // Runs of two players may have the same number.
        let programme = Programme(Run(1), on: display, clock)
        let (reports, sound) = (reports, programme.sound)
        let presenter = presenter.add(zone) { sink in
          Presenter(
            sink: sink, now: { clock.now }, clock: { sound.value },
            report: { report in
              if case .insetHidden(_, let reason) = report {
                reports.update { $0.append(reason) }
              }
            })
        }
        zones.append((zone, programme, presenter))
      }
      display.onFlip = { [unowned self] in record($0) }
    }

    private func record(_ flip: SinkFlip) {
      flips += 1
      let at = flip.time - start
      let film = Shown(pts: flip.picture.pts, at: at)
      if filmShown.last?.pts != film.pts { filmShown.append(film) }
      for (number, picture) in flip.layers.zones.enumerated()
      where zonesShown[number].last?.pts != picture.pts {
        zonesShown[number].append(Shown(pts: picture.pts, at: at))
      }
    }

    func play(for duration: Duration) {
      let end = clock.now + duration
      while clock.now < end {
        let next = presenter.step(now: clock.now) ?? end
        clock.advance(to: min(max(next, clock.now + .microseconds(1)), end))
      }
    }

    func begin(
      rates: [Int32], seconds: Int = 4, zonesAfter: Duration = .milliseconds(140)
    ) throws {
      try film.add(0..<Int(rates[0]) * seconds, rates[0])
      film.begin(on: presenter, presenter.vblanks, after: .milliseconds(40))
      for ((_, programme, zonePresenter), rate) in zip(zones, rates.dropFirst()) {
        try programme.add(0..<Int(rate) * seconds, rate)
        programme.begin(on: zonePresenter, presenter.vblanks, after: zonesAfter)
      }
    }
  }

  /// The flips of a film at this rate on a separate display.
  private static func alone(_ rate: Int32, refresh: Double, after: Duration) throws -> [Shown] {
    let stage = Stage(refresh: refresh)
    try stage.film.add(0..<Int(rate) * 4, rate)
    stage.film.begin(on: stage.presenter, stage.presenter.vblanks, after: after)
    stage.play(for: .seconds(5))
    return stage.filmShown
  }

  @Test(
    "Each player's frames are on the vblanks that they have on separate displays",
    arguments: [
      ([30, 25], 60), ([25, 30], 60), ([24, 60], 60), ([60, 60], 60), ([50, 25, 50], 50),
      ([30, 24, 25], 59.94), ([2, 30], 60),
    ] as [([Int32], Double)])
  func rates(rates: [Int32], refresh: Double) throws {
    let stage = Stage(zones: rates.count - 1, refresh: refresh)
    try stage.begin(rates: rates)
    stage.play(for: .seconds(5))
    #expect(
      stage.filmShown == (try Self.alone(rates[0], refresh: refresh, after: .milliseconds(40))))
    for (number, rate) in rates.dropFirst().enumerated() {
      #expect(
        stage.zonesShown[number]
          == (try Self.alone(rate, refresh: refresh, after: .milliseconds(140))), "\(rate)")
      let statistics = stage.zones[number].presenter.currentStatistics()
      #expect(statistics.late == 0 && statistics.dropped == 0 && statistics.presented == rate * 4)
    }
    let statistics = stage.presenter.currentStatistics()
    #expect(statistics.late == 0 && statistics.dropped == 0)
    // One commit for each vblank at most.
    #expect(stage.flips <= Int(5 * refresh))
  }

  @Test("Nothing is shown before the film's first picture, and the film's start does not change")
  func start() throws {
    let stage = Stage(zones: 1)
    let zone = stage.zones[0]
    try zone.programme.add(0..<100, 25)
    zone.presenter.preview(zone.programme.queues)
    stage.play(for: .milliseconds(500))
    #expect(stage.flips == 0)
    try stage.film.add(0..<60, 30)
    stage.film.begin(on: stage.presenter, stage.presenter.vblanks, after: .milliseconds(40))
    stage.play(for: .seconds(1))
    let alone = Stage()
    alone.play(for: .milliseconds(500))
    try alone.film.add(0..<60, 30)
    alone.film.begin(on: alone.presenter, alone.presenter.vblanks, after: .milliseconds(40))
    alone.play(for: .seconds(1))
    #expect(stage.filmShown == alone.filmShown && stage.filmShown.count > 20)
    #expect(stage.zonesShown[0].map(\.at) == [stage.filmShown[0].at])
  }

  @Test("A late frame of the film is not delayed further", arguments: [1, 6, 11])
  func late(milliseconds: Int) throws {
    var shown: [[Shown]] = []
    for count in [0, 1] {
      let stage = Stage(zones: count)
      try stage.film.add(0..<30, 30)
      stage.film.begin(on: stage.presenter, stage.presenter.vblanks, after: .milliseconds(40))
      if count > 0 {
        try stage.zones[0].programme.add(0..<240, 60)
        stage.zones[0].programme.begin(
          on: stage.zones[0].presenter, stage.presenter.vblanks, after: .milliseconds(40))
      }
      while stage.filmShown.count < 30 { stage.play(for: .milliseconds(1)) }
      stage.play(for: .milliseconds(50))
      let flip = try #require(stage.presenter.vblanks.vblank(after: stage.clock.now))
      stage.play(for: flip - stage.clock.now + .milliseconds(milliseconds))
      try stage.film.add(30..<60, 30)
      stage.play(for: .seconds(1))
      shown.append(stage.filmShown)
      if count > 0 { #expect(stage.zonesShown[0].count > 90) }
    }
    #expect(shown[0] == shown[1] && shown[0].count > 40)
  }

  @Test("A zone continues on another display, without the pictures of the earlier one")
  func replaced() throws {
    let stage = Stage(zones: 1)
    try stage.begin(rates: [30, 30], seconds: 1)
    stage.play(for: .milliseconds(500))
    let before = stage.zonesShown[0].count
    #expect(before > 5)
    stage.display.replace()
    stage.play(for: .seconds(1))
    #expect(stage.zonesShown[0].count == before)
    let zone = stage.zones[0]
    try stage.film.add(45..<90, 30)
    try zone.programme.add(45..<90, 30)
    stage.play(for: .seconds(1))
    #expect(stage.zonesShown[0].count > before + 20)
    #expect(zone.presenter.currentStatistics().presented > before + 20)
  }

  @Test("If the display composes too slowly, zones are hidden until there is another display")
  func slow() throws {
    let stage = Stage(zones: 1, refresh: 50)
    try stage.begin(rates: [25, 25], zonesAfter: .milliseconds(120))
    stage.play(for: .milliseconds(550))
    for _ in 1...3 {
      // Refused at quarters of a period.
      stage.display.busyCommits = 5
      stage.play(for: .milliseconds(40))
    }
    stage.play(for: .milliseconds(200))
    #expect(stage.reports.value == ["this machine composes both videos too slowly"])
    let before = stage.zonesShown[0].count
    stage.play(for: .milliseconds(500))
    #expect(stage.zonesShown[0].count == before && stage.filmShown.count > 25)
    stage.display.replace()
    stage.play(for: .milliseconds(20))
    try stage.film.add(100..<150, 25)
    try stage.zones[0].programme.add(100..<150, 25)
    stage.play(for: .seconds(4))
    #expect(stage.zonesShown[0].count > before + 20)
  }

  @Test("The picture of a zone that ends disappears")
  func removed() throws {
    let stage = Stage(zones: 2)
    try stage.begin(rates: [30, 30, 25])
    stage.play(for: .milliseconds(500))
    #expect(stage.presenter.layers.zones.count == 2)
    stage.presenter.remove(stage.zones[0].zone)
    stage.play(for: .milliseconds(200))
    #expect(stage.presenter.layers.zones.count == 1)
    #expect(stage.presenter.presenter(of: stage.zones[0].zone) == nil)
    #expect(stage.presenter.presenter(of: stage.zones[1].zone) != nil)
  }

  @Test("The error of a zone's player stays in its status")
  func failed() throws {
    let zone = VideoZone("side")
    let error = PlaybackError(.display, "too slow", exitStatus: .unavailable)
    zone.fail(error)
    zone.record(PlaybackStatus())
    #expect(zone.status.phase == .failed(error) && zone.status.item == nil)
  }
}
