internal import VitrineKMS
internal import VitrineLinux
package import VitrineMedia
package import VitrinePlayback
internal import VitrineScanout
package import VitrineSound
internal import VitrineTiming

/// The requested sound device.
package enum SoundChoice: Hashable, Sendable {
  case none
  /// The monitor with the picture if it plays sound, otherwise the first card that supports the
  /// format, HDMI cards first.
  case automatic
  /// The monitor with the picture and no other device, for programs with several players.
  case display
  /// ALSA's name of a device, such as `hw:CARD=vc4hdmi0`.
  case named(String)

  /// Parses `auto`, `none` or an ALSA name; nil for an empty string.
  package init?(word: String) {
    switch word {
    case "": return nil
    case "auto": self = .automatic
    case "none": self = .none
    default: self = .named(word)
    }
  }

  /// The value that `init(word:)` accepts.
  package var word: String {
    switch self {
    case .none: "none"
    case .automatic, .display: "auto"
    case .named(let name): name
    }
  }
}

/// The sound output of a player.
package struct SoundOptions: Hashable, Sendable {
  package var device = SoundChoice.automatic
  /// The change of the card's mixer when the card is opened.
  package var mixer = MixerPolicy.audible
  /// How much later the sound plays than the picture is output; negative: earlier.
  package var delay = Duration.zero
  /// The silence before the first sound after the device was opened.
  package var preRoll = Duration.zero
  /// The channels and the sample size.
  package var formats = SoundFormatChoice()

  package init(_ device: SoundChoice = .automatic) { self.device = device }
}

/// The requested channels and sample size of the sound device.
package struct SoundFormatChoice: Hashable, Sendable {
  /// The loudspeakers of the device; nil are those that the monitor reports.
  package var channels: Int?
  /// Whether to play more than 16 bits if the device can.
  package var isWide = false

  package init() {}

  /// Returns the formats to try, in order of preference. Without a report there are two
  /// loudspeakers: the number of a card's channels says nothing about its loudspeakers.
  package func formats(for display: SoundPort.Display?) -> [SoundFormat] {
    var wanted = channels ?? 2
    // HDMI's 7.1 has other loudspeakers than that of files, and drivers differ in the names.
    if channels == nil, case .present(let eld) = display { wanted = min(eld.channels, 6) }
    return [8, 6, 2].filter { $0 <= wanted }.map {
      SoundFormat(rate: SoundFormat.standard.rate, channels: $0, isWide: isWide)
    }
  }

  /// Describes the format of an opened device for the log, unless it is the usual one.
  func note(on format: SoundFormat) -> String {
    if self == SoundFormatChoice(), format == .standard { return "" }
    let layout = [6: "5.1", 8: "7.1"][format.channels] ?? "stereo"
    return " (\(layout), \(format.isWide ? 24 : 16) bits)"
  }
}

/// The device in use, reopened automatically when it was lost. Thread-bound.
struct SoundDevice: ~Copyable {
  private let options: SoundOptions
  private let report: @Sendable (SoundFeed.Event) -> Void
  var pcm: PCM?
  /// The port in use, if it was chosen automatically.
  private var port: SoundPort?
  private var monitor: WantedMonitor?
  /// When to check for a better port.
  private var checks: [HostTime] = []
  private var nextAttempt: HostTime?
  private var isErrorReported = false
  /// A device that was running but did not play: others are tried first, and it is not trusted
  /// until it plays.
  private var stalled: String?
  private(set) var isOnTrial = false
  /// The cards whose mixer was set.
  private var mixed: Set<String> = []
  private let binding = ThreadBinding()

  /// The capacity of the device's buffer: long enough for a busy machine, short enough for a quick
  /// pause.
  static let buffer = Duration.milliseconds(140)
  private static let retryInterval = Duration.seconds(1)
  /// A card detects a monitor some time after the picture appears.
  private static let checkDelays: [Duration] = [.zero, .seconds(1), .seconds(3), .seconds(8)]

  init(
    _ options: SoundOptions, report: @escaping @Sendable (SoundFeed.Event) -> Void
  ) {
    self.options = options
    self.report = report
    pcm = nil
  }

  var isOpen: Bool {
    switch pcm {
    case .some: true
    case .none: false
    }
  }

  /// Whether an open device is trusted to play.
  var isTrusted: Bool { isOpen && !isOnTrial }

  /// Moves the sound to the monitor with the picture, if the device is chosen automatically.
  mutating func accompany(_ monitor: WantedMonitor?, _ now: HostTime) {
    binding.check()
    guard options.device == .automatic || options.device == .display else { return }
    self.monitor = monitor
    checks = Self.checkDelays.map { now + $0 }
  }

  /// Opens a device if there is none and a retry is due, or a better one. Returns true if another
  /// device is open.
  mutating func openIfDue(_ now: HostTime) -> Bool {
    binding.check()
    if isOpen { return switchIfDue(now) }
    // The monitor is known once it has a picture.
    guard options.device != .none, options.device != .display || monitor != nil,
      nextAttempt.map({ $0 <= now }) ?? true
    else { return false }
    nextAttempt = now + Self.retryInterval
    var refusals: [String] = []
    if open(among: candidates(), &refusals) { return true }
    let none =
      options.device == .display ? "no sound card is connected to this display" : "no sound card"
    reportUnavailable(refusals.isEmpty ? none : refusals.joined(separator: "; "))
    return false
  }

  /// Only a device that can be opened replaces the current one.
  private mutating func switchIfDue(_ now: HostTime) -> Bool {
    guard let check = checks.first, check <= now else { return false }
    checks.removeFirst()
    guard let port else { return false }
    var refusals: [String] = []
    let all = candidates()
    if open(among: all.prefix { $0.port?.isSame(as: port) != true }, &refusals) { return true }
    // Another monitor or receiver at the same port may have other loudspeakers.
    guard let same = all.first(where: { $0.port?.isSame(as: port) == true }),
      options.formats.formats(for: same.port?.display)
        != options.formats.formats(for: port.display)
    else { return false }
    pcm = nil
    return open(among: all, &refusals)
  }

  private mutating func open(
    among candidates: some Sequence<Candidate>, _ refusals: inout [String]
  ) -> Bool {
    for candidate in candidates {
      do {
        let opened = try open(candidate)
        guard opened.rate == SoundFormat.standard.rate else {
          refusals.append("\(candidate.name): supports \(opened.rate) Hz only")
          continue
        }
        pcm = consume opened
        port = candidate.port
        isOnTrial = candidate.name == stalled
        if !isOnTrial { trust(candidate.name) }
        return true
      } catch {
        refusals.append("\(error)")
      }
    }
    return false
  }

  /// Once for each card: outputs that share it, and monitors that come and go, change nothing that
  /// someone has set since. A card without a mixer needs none.
  private mutating func setMixer(of card: String?) {
    guard options.mixer != .keep, let card, mixed.insert(card).inserted else { return }
    do throws(SoundError) {
      let mixer = try Mixer(card: card)
      let changes = options.mixer.changes(to: mixer.controls())
      guard !changes.isEmpty else { return }
      try mixer.apply(changes)
      report(.mixerSet(changes.map(\.description).joined(separator: "; ")))
    } catch {
      report(.mixerUnavailable("\(error)"))
    }
  }

  /// Opens it with as many channels as possible.
  private func open(_ candidate: Candidate) throws(SoundError) -> PCM {
    let formats = options.formats.formats(for: candidate.port?.display)
    for format in formats.dropLast() {
      if let pcm = try? PCM(candidate.name, format, buffer: Self.buffer) { return pcm }
    }
    // The refusal of the last, which all devices support, is that of the device.
    return try PCM(candidate.name, formats.last ?? .standard, buffer: Self.buffer)
  }

  private mutating func trust(_ name: String) {
    (isErrorReported, isOnTrial, stalled) = (false, false, nil)
    var (card, note): (String?, String) = (nil, "")
    switch pcm {
    case .some(let pcm): (card, note) = (pcm.card, options.formats.note(on: pcm.format))
    case .none: break
    }
    setMixer(of: card)
    report(.opened(name + note))
  }

  /// The device plays: trust it.
  mutating func confirmPlayback() {
    guard isOnTrial, let stalled else { return }
    trust(stalled)
  }

  /// Closes a device that is gone or plays nothing.
  mutating func lose(_ error: SoundError, isStalled: Bool = false) {
    binding.check()
    // A card that returns starts with its own settings.
    if isStalled { stalled = error.device } else { mixed = [] }
    pcm = nil
    port = nil
    reportUnavailable("\(error)")
  }

  private mutating func reportUnavailable(_ text: String) {
    guard !isErrorReported else { return }
    isErrorReported = true
    report(.unavailable(text))
  }

  private struct Candidate {
    let name: String
    let port: SoundPort?
  }

  private func candidates() -> [Candidate] {
    let all = allCandidates()
    return all.filter { $0.name != stalled } + all.filter { $0.name == stalled }
  }

  private func allCandidates() -> [Candidate] {
    switch options.device {
    case .none: []
    case .named(let name): [Candidate(name: name, port: nil)]
    case .automatic: Self.candidates(SoundCard.all().flatMap(\.ports).inOrder(for: monitor))
    case .display: Self.candidates(SoundCard.all().flatMap(\.ports).connected(to: monitor))
    }
  }

  private static func candidates(_ ports: [SoundPort]) -> [Candidate] {
    ports.flatMap { port in port.deviceNames.map { Candidate(name: $0, port: port) } }
  }
}

extension PCM {
  fileprivate init(_ name: String, _ format: SoundFormat, buffer: Duration) throws(SoundError) {
    try self.init(
      name: name, rate: format.rate, channels: format.channels, isWide: format.isWide,
      buffer: buffer)
  }

  /// The format that it is written in.
  var format: SoundFormat { SoundFormat(rate: rate, channels: channels, isWide: isWide) }
}

extension SoundPort {
  /// Whatever monitor is connected to it.
  fileprivate func isSame(as other: SoundPort) -> Bool {
    card == other.card && device == other.device
  }
}

extension WantedMonitor {
  /// The monitor that shows the picture.
  init(_ display: DisplayDescription) {
    let digits = display.connector?.split(separator: "-").last
    self.init(
      model: display.monitor.map { Model(maker: $0.makerCode, product: $0.product) },
      connectorNumber: digits.flatMap { Int($0) })
  }
}
