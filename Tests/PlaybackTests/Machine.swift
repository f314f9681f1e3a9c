import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// A playback state with a record of its requests.
struct Machine {
  private(set) var state: PlaybackState
  private(set) var ledger = Ledger()

  static let broken = PlaybackError(.format, "broken", exitStatus: .data)
  static let duration = MediaTime(60, 1)

  /// Each letter is the name of an item.
  init(
    _ names: String, loop: Queue.Loop = .none, seed: UInt64? = nil, staysOpen: Bool = false
  ) {
    state = PlaybackState(
      queue: Queue(names.map { Item(path: String($0)) }, loop: loop, shuffleSeed: seed),
      staysOpen: staysOpen)
  }

  init(_ items: [Item], loop: Queue.Loop = .none) {
    state = PlaybackState(queue: Queue(items, loop: loop))
  }

  var complaints: [String] { ledger.complaints }
  var phase: PlaybackState.Phase { state.phase }
  var current: Run? { state.currentRun }
  /// The other open run.
  var next: Run? { ledger.openings.keys.first { $0 != state.currentRun } }
  /// The name of the item open beside the current one.
  var nextName: String? { next.flatMap { ledger.openings[$0]?.item } }

  /// The queue entry with that name.
  func entry(_ name: String) -> Queue.Entry.ID? {
    state.queue.entries.first { $0.item.name == name }?.id
  }

  @discardableResult
  mutating func receive(_ report: PlaybackState.Report, from run: Run?) -> [PlaybackState.Effect] {
    guard let run else { return [] }
    ledger.record(report, from: run)
    let effects = state.receive(report, from: run)
    return apply(effects, isCommand: false)
  }

  @discardableResult
  mutating func perform(
    _ command: Command, position: MediaTime = MediaTime(20, 1), tracks: [TrackInfo] = [],
    window: ClosedRange<MediaTime>? = nil
  ) -> [PlaybackState.Effect] {
    apply(
      state.perform(
        command, position: position, picture: position, tracks: tracks, window: window),
      isCommand: true)
  }

  mutating func begin(
    from entry: Queue.Entry.ID, at position: MediaTime
  ) -> [PlaybackState.Effect] {
    apply(state.play(from: entry, at: position), isCommand: true)
  }

  @discardableResult
  mutating func retryDue() -> [PlaybackState.Effect] {
    apply(state.retryDue(), isCommand: false)
  }

  private mutating func apply(
    _ effects: [PlaybackState.Effect], isCommand: Bool
  ) -> [PlaybackState.Effect] {
    ledger.apply(effects, isCommand: isCommand)
    ledger.check(state)
    return effects
  }
}

// Reports of an engine without failures.
extension Machine {
  static let opened = PlaybackState.Report.opened(duration: duration)

  /// Brings the current item to playing after its opening or a seek.
  @discardableResult
  mutating func load() -> [PlaybackState.Effect] {
    if phase == .opening { receive(Self.opened, from: current) }
    receive(.shown, from: current)
    return receive(.ready, from: current)
  }

  mutating func playFirst() {
    perform(.play)
    load()
  }

  /// Reaches the end of the current item and makes the next one ready.
  @discardableResult
  mutating func prepare() -> [PlaybackState.Effect] {
    receive(.nearEnd, from: current)
    receive(Self.opened, from: next)
    return receive(.ready, from: next)
  }

  /// Crosses the transition to the next item.
  mutating func passEdge() {
    prepare()
    receive(.followed, from: next)
  }
}

extension PlaybackState.Effect {
  /// A short description, for tables.
  var words: String {
    switch self {
    case .open(let item, let run): "open \(item.name) \(run.number)"
    case .seek(let from, let run, let seek):
      "seek \(from.number)>\(run.number) "
        + (seek.mode == .exact ? "to" : "near") + " \(Int(seek.target.seconds))"
    case .begin(let run): "begin \(run.number)"
    case .follow(let run): "follow \(run.number)"
    case .close(let run): "close \(run.number)"
    case .showCover(let run, let path): "cover \(path ?? "none") \(run.number)"
    case .step(let run): "step \(run.number)"
    case .setVolume: "volume"
    case .setRate: "rate"
    case .setFit: "fit"
    case .setArea: "area"
    case .setRotation: "rotation"
    case .setQuality: "quality"
    case .choose: "choose"
    case .setSubtitleStyle: "style"
    case .reportFailure(let item, _): "report \(item.name)"
    case .showCard: "card"
    case .retry(let delay): "retry \(delay.components.seconds)"
    case .pause: "pause"
    case .resume: "resume"
    case .blank: "blank"
    case .finish: "finish"
    case .setPower(let isOn): isOn ? "on" : "off"
    case .setBrightness(let wanted): "brightness \(wanted.percent.map { "\($0)" } ?? "as found")"
    }
  }
}

/// A short description of effects.
func words(_ effects: [PlaybackState.Effect]) -> String {
  effects.map(\.words).joined(separator: ", ")
}
