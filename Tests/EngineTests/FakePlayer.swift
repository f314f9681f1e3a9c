import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine

/// A staged player that records its reports and actions.
final class FakePlayer {
  let clock = ManualClock()
  let display: ManualDisplay
  let sound: ManualSound
  /// Every opened source.
  let sources = Shared<[ScriptedSource]>([])
  let events = Shared<[String]>([])
  /// How each showing ended.
  let showings = Shared<[String]>([])
  /// The reports of being muted or at zero volume.
  let silences = Shared<[Bool]>([])
  /// The power reports to the television.
  let powers = Shared<[Bool]>([])
  /// Notes and openings, in order.
  let openings = Shared<[String]>([])
  let player: Player
  private let staged: StagedPlayer

  /// `scripts` states the content of each named file.
  convenience init(
    _ names: [String], scripts: [String: SourceScript], loop: Queue.Loop = .none,
    power: PowerOptions = PowerOptions(), schedule: (any PowerSchedule)? = nil
  ) {
    self.init(
      names.map { Item(path: $0) }, scripts: scripts, loop: loop, power: power, schedule: schedule)
  }

  init(
    _ items: [Item], scripts: [String: SourceScript], loop: Queue.Loop = .none,
    power: PowerOptions = PowerOptions(), schedule: (any PowerSchedule)? = nil,
    interface: InterfaceConfiguration? = nil
  ) {
    let (events, sources, powers, openings) = (events, sources, powers, openings)
    let (silences, showings) = (silences, showings)
    display = ManualDisplay(clock)
    let queue = Queue(items, loop: loop)
    var configuration = PlayerConfiguration(
      queue: queue, display: .headless(PixelSize(64, 48), refresh: 60))
    configuration.staysOpen = true
    configuration.power = power
    configuration.powerSchedule = schedule
    configuration.interface = interface
    configuration.onOpening = { open in
      let names = open.compactMap { $0.split(separator: "/").last }
      openings.update { $0.append("note " + names.joined(separator: " ")) }
    }
    configuration.onPower = { isOn in powers.update { $0.append(isOn) } }
    let clock = clock
    player = Player(configuration, now: { clock.now }) { event in
      if let text = Self.text(event) { events.update { $0.append(text) } }
      if case .silenced(let isSilenced) = event { silences.update { $0.append(isSilenced) } }
      if case .screen(.left(let item, _, _, let end)) = event {
        showings.update { $0.append("\(item.name) \(end)") }
      }
    }
    staged = StagedPlayer(
      player, display, clock,
      script: { item in
        openings.update { $0.append("open \(item.name)") }
        return scripts[item.name] ?? .init()
      }, opened: { source in sources.update { $0.append(source) } })
    sound = staged.sound
    staged.begin()
  }

  private static func text(_ event: PlayerEvent) -> String? {
    switch event {
    case .playing(let item): "playing \(item.name)"
    case .failed(let item, let error): "failed \(item.name): \(error.category.rawValue)"
    case .waiting(_, let delay): "waiting \(delay.components.seconds) s"
    case .stalled(let item, let why): "held \(item.name): \(why)"
    case .resumed(let item): "\(item.name) resumed"
    case .scrubEnded(let item): "\(item.name) was left"
    case .ended: "ended"
    default: nil
    }
  }

  /// Advances the clock from one event to the next.
  func play(for duration: Duration) { clock.advance(to: clock.now + duration, with: [staged]) }

  /// The number of times that the session wakes up without an event.
  func looks(in duration: Duration) -> Int {
    let end = clock.now + duration
    var count = 0
    while let next = staged.nextCheck, next < end {
      play(for: next - clock.now)
      count += 1
    }
    return count
  }

  var state: PlaybackState { staged.state }
  /// Whether the interface is open.
  var hasInterface: Bool { staged.hasInterface }

  /// The shown frames: the number of their opening, and the frame.
  var shown: [(opening: Int, frame: Int, at: HostTime)] {
    display.shown.map { picture in
      let opening = Int(picture.pts.seconds) / ScriptedSource.hour
      let frame = (picture.pts.seconds - Double(opening * ScriptedSource.hour)) * 1000
      return (opening, Int(frame.rounded()), picture.at)
    }
  }
}
