import Synchronization
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// A whole player on fakes and a clock turned by hand: the real session, presenter and sound mix,
/// with a display, a sound device and sources that have no threads.
final class FakePlayer {
  let clock = HandClock()
  let display: HandDisplay
  let sound: HandSound
  let sources = Shared<[FakeSource]>([])
  let events = Shared<[String]>([])
  /// What the line to the television was told.
  let powers = Shared<[Bool]>([])
  /// What was noted to be open, and what was opened, in their order.
  let openings = Shared<[String]>([])
  let player: Player
  private var session: Session

  /// `scripts` says what the file of each name turns out to be.
  convenience init(
    _ names: [String], scripts: [String: FakeSource.Script], loop: Queue.Loop = .none,
    power: PowerOptions = PowerOptions()
  ) {
    self.init(names.map { Item(path: $0) }, scripts: scripts, loop: loop, power: power)
  }

  init(
    _ items: [Item], scripts: [String: FakeSource.Script], loop: Queue.Loop = .none,
    power: PowerOptions = PowerOptions()
  ) {
    let (clock, events, sources, powers) = (clock, events, sources, powers)
    let openings = openings
    let (display, sound) = (HandDisplay(clock), HandSound(clock))
    (self.display, self.sound) = (display, sound)
    let queue = Queue(items, loop: loop)
    var configuration = PlayerConfiguration(
      queue: queue, display: .headless(PixelSize(64, 48), refresh: 60))
    configuration.staysOpen = true
    configuration.power = power
    configuration.onOpening = { open in
      let names = open.compactMap { $0.split(separator: "/").last }
      openings.update { $0.append("note " + names.joined(separator: " ")) }
    }
    configuration.onPower = { isOn in powers.update { $0.append(isOn) } }
    player = Player(configuration) { event in
      if let text = Self.text(event) { events.update { $0.append(text) } }
    }
    display.start(sound, report: { [player] in player.mailbox.push(.presenter($0)) })
    let pictures = SharedDisplay(display, fit: .contain, rotation: .none)
    let parts = SessionParts(
      sound: sound, display: display, pictures: pictures, now: { clock.now },
      open: { item, run, _, report in
        let number = sources.value.count
        openings.update { $0.append("open \(item.name)") }
        let source = FakeSource(
          item, run, scripts[item.name] ?? .init(), number: number, pictures, report)
        sources.update { $0.append(source) }
        return source
      })
    session = Session(player, parts)
    session.begin()
  }

  private static func text(_ event: PlayerEvent) -> String? {
    switch event {
    case .playing(let item): "playing \(item.name)"
    case .failed(let item, let error): "failed \(item.name): \(error.category.rawValue)"
    case .waiting(_, let delay): "waiting \(delay.components.seconds) s"
    case .held(let item, let why): "held \(item.name): \(why)"
    case .comesAgain(let item): "\(item.name) comes again"
    case .ended: "ended"
    default: nil
    }
  }

  /// Lets so much time pass, from one thing that happens to the next.
  func play(for duration: Duration) {
    let end = clock.now + duration
    while clock.now < end {
      for source in sources.value { source.work() }
      while let message = player.mailbox.tryPop() { session.turn(message) }
      session.turn(nil)
      sound.work()
      let next = min(display.work() ?? end, clock.now + .milliseconds(4))
      clock.turn(to: min(max(next, clock.now + .microseconds(10)), end))
    }
  }

  /// How often the session wakes meanwhile of itself.
  func looks(in duration: Duration) -> Int {
    let end = clock.now + duration
    var count = 0
    while let next = session.nextLook, next < end {
      play(for: next - clock.now)
      count += 1
    }
    return count
  }

  var state: PlaybackState { session.state }

  /// What came on screen: the number of the opening it belongs to, and the frame.
  var shown: [(opening: Int, frame: Int, at: HostTime)] {
    display.shown.map { picture in
      let opening = Int(picture.pts.seconds) / FakeSource.hour
      let frame = (picture.pts.seconds - Double(opening * FakeSource.hour)) * 1000
      return (opening, Int(frame.rounded()), picture.at)
    }
  }
}

/// The presenter on a fake display, in the hands of one test.
final class HandDisplay: PresenterHost, @unchecked Sendable {
  // @unchecked: a test has one thread.
  private let sink: FakeDisplay
  private let clock: HandClock
  private var presenter: Presenter?
  private let orders = BoundedQueue<@Sendable (Presenter?) -> Void>(limit: .max)
  /// Whether its thread waits for something, such as a mode set.
  var isBusy = false

  init(_ clock: HandClock) {
    self.clock = clock
    sink = FakeDisplay(size: PixelSize(64, 48), refresh: 60, clock: clock)
  }

  func start(_ sound: HandSound, report: @escaping (Presenter.Report) -> Void) {
    presenter = Presenter(sink: sink, clock: { sound.state }, report: report)
  }

  var shown: [(pts: MediaTime, at: HostTime)] { sink.shown }
  var brightness: Brightness { sink.brightness }
  var progress: DisplayProgress { presenter?.progress.value ?? DisplayProgress() }
  var cpuTime: Duration { .zero }
  func perform(_ order: @escaping @Sendable (Presenter?) -> Void) { orders.push(order) }
  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer? {
    presenter.map(question)
  }
  func nudge() {}

  /// What the display's thread would do now; when it wants to be called again.
  func work() -> HostTime? {
    if isBusy { return nil }
    while let order = orders.tryPop() { order(presenter) }
    return presenter?.step(now: clock.now)
  }
}

/// The sound mix, with samples that go nowhere in their time.
final class HandSound: SoundOutput, @unchecked Sendable {
  // @unchecked: a test has one thread.
  private let clock: HandClock
  private var mix: SoundMix
  private var orders: [SoundFeed.Order] = []

  init(_ clock: HandClock) {
    self.clock = clock
    mix = SoundMix(
      format: .standard,
      clock: PlaybackClock(
        steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
        timeline: SoundTimeline(rate: 48000)))
  }

  func perform(_ order: SoundFeed.Order) { orders.append(order) }

  var state: SoundState {
    var state = SoundState(clock: mix.clock)
    state.ended = mix.ended
    return state
  }

  func work() {
    for order in orders { mix.carryOut(order) }
    orders = []
    mix.takeChunks()
    mix.pass(to: Int64(mix.clock.steady.position(at: clock.now)) + Int64(mix.depth))
  }
}
