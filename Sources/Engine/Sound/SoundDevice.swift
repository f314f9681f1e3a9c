internal import VitrineLinux
internal import VitrineMedia
internal import VitrineScanout
internal import VitrineSound
internal import VitrineTiming

/// Which sound device to play through.
public enum SoundChoice: Hashable, Sendable {
  case none
  /// The display with the picture where it plays sound, else the first card that takes our
  /// format, those for displays before others.
  case automatic
  /// ALSA's name of a device, such as `hw:CARD=vc4hdmi0`.
  case named(String)

  /// `auto`, `none` or ALSA's name; nil for no name at all.
  public init?(word: String) {
    switch word {
    case "": return nil
    case "auto": self = .automatic
    case "none": self = .none
    default: self = .named(word)
    }
  }

  /// As it is read from a word.
  public var word: String {
    switch self {
    case .none: "none"
    case .automatic: "auto"
    case .named(let name): name
    }
  }
}

/// The device in use, opened again by itself when it was lost. Thread-bound.
struct SoundDevice: ~Copyable {
  private let choice: SoundChoice
  private let format: SoundFormat
  private let report: @Sendable (SoundFeed.News) -> Void
  var pcm: PCM?
  /// The way out that is in use, where it was ours to choose.
  private var port: SoundPort?
  private var monitor: WantedMonitor?
  /// When to look whether there is a better way out.
  private var looks: [HostTime] = []
  private var nextAttempt: HostTime?
  private var hasComplained = false
  /// Ran and played nothing: others come first, and it is not believed before it moves.
  private var standing: String?
  private(set) var isOnTrial = false
  private let binding = ThreadBinding()

  /// What the device holds at most: long enough for a busy machine, short enough for a pause.
  static let buffer = Duration.milliseconds(140)
  private static let retryInterval = Duration.seconds(1)
  /// A card hears of a display some time after the display has its picture.
  private static let looksAfterNews: [Duration] = [.zero, .seconds(1), .seconds(3), .seconds(8)]

  init(
    choice: SoundChoice, format: SoundFormat, report: @escaping @Sendable (SoundFeed.News) -> Void
  ) {
    (self.choice, self.format, self.report) = (choice, format, report)
    pcm = nil
  }

  var isOpen: Bool {
    switch pcm {
    case .some: true
    case .none: false
    }
  }

  /// Whether one is open that is known to play, or not known not to.
  var isTrusted: Bool { isOpen && !isOnTrial }

  /// The picture is on this display now: the sound goes there as well, where it may choose.
  mutating func accompany(_ monitor: WantedMonitor?, _ now: HostTime) {
    binding.check()
    guard choice == .automatic else { return }
    self.monitor = monitor
    looks = Self.looksAfterNews.map { now + $0 }
  }

  /// Opens the device where there is none and its time has come, or a better one. True when
  /// another one is open than before.
  mutating func openIfDue(_ now: HostTime) -> Bool {
    binding.check()
    if isOpen { return exchangeIfDue(now) }
    guard choice != .none, nextAttempt.map({ $0 <= now }) ?? true else { return false }
    nextAttempt = now + Self.retryInterval
    var refusals: [String] = []
    if open(among: candidates(), &refusals) { return true }
    complain(refusals.isEmpty ? "no sound card" : refusals.joined(separator: "; "))
    return false
  }

  /// What cannot be opened is no better than what plays.
  private mutating func exchangeIfDue(_ now: HostTime) -> Bool {
    guard let look = looks.first, look <= now else { return false }
    looks.removeFirst()
    guard let port else { return false }
    var refusals: [String] = []
    return open(among: candidates().prefix { $0.port?.isSame(as: port) != true }, &refusals)
  }

  private mutating func open(
    among candidates: some Sequence<Candidate>, _ refusals: inout [String]
  ) -> Bool {
    for candidate in candidates {
      do {
        let opened = try PCM(
          name: candidate.name, rate: format.rate, channels: format.channels,
          buffer: Self.buffer)
        guard opened.rate == format.rate else {
          refusals.append("\(candidate.name): plays \(opened.rate) Hz only")
          continue
        }
        pcm = consume opened
        port = candidate.port
        isOnTrial = candidate.name == standing
        if !isOnTrial { trust(candidate.name) }
        return true
      } catch {
        refusals.append("\(error)")
      }
    }
    return false
  }

  private mutating func trust(_ name: String) {
    (hasComplained, isOnTrial, standing) = (false, false, nil)
    report(.opened(name))
  }

  /// The device plays what it is given.
  mutating func noteMoving() {
    guard isOnTrial, let standing else { return }
    trust(standing)
  }

  /// Lets go of a device that is gone, or that plays nothing.
  mutating func lose(_ error: SoundError, isStanding: Bool = false) {
    binding.check()
    if isStanding { standing = error.device }
    pcm = nil
    port = nil
    complain("\(error)")
  }

  private mutating func complain(_ text: String) {
    guard !hasComplained else { return }
    hasComplained = true
    report(.unavailable(text))
  }

  private struct Candidate {
    let name: String
    let port: SoundPort?
  }

  private func candidates() -> [Candidate] {
    let all = allCandidates()
    return all.filter { $0.name != standing } + all.filter { $0.name == standing }
  }

  private func allCandidates() -> [Candidate] {
    switch choice {
    case .none: []
    case .named(let name): [Candidate(name: name, port: nil)]
    case .automatic:
      SoundCard.all().flatMap(\.ports).inOrder(for: monitor).flatMap { port in
        port.deviceNames.map { Candidate(name: $0, port: port) }
      }
    }
  }
}

extension SoundPort {
  /// Whatever hangs at it.
  fileprivate func isSame(as other: SoundPort) -> Bool {
    card == other.card && device == other.device
  }
}
