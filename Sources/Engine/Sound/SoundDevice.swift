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

/// Why none of the devices of a choice plays.
struct SoundChoiceError: Error, CustomStringConvertible {
  let description: String

  /// `refusals` are those of the devices that were tried.
  init(_ refusals: [String], _ choice: SoundChoice) {
    let none = choice == .display ? "no sound card is connected to this display" : "no sound card"
    description = refusals.isEmpty ? none : refusals.joined(separator: "; ")
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
  /// Whether compressed sound passes through.
  package var passthrough = PassthroughPolicy.off
  /// Whether items are played at the same loudness.
  package var levelsLoudness = false

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
    if channels == nil, case .present(let eld) = display { wanted = eld.channels }
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
  private var options: SoundOptions
  private let report: @Sendable (SoundFeed.Event) -> Void
  var pcm: PCM?
  /// The port in use, if it was chosen automatically.
  private var port: SoundPort?
  /// The coding for which the device is open; nil for samples.
  private(set) var coding: SoundCoding?
  /// The codings accepted by the device.
  private(set) var codings: Set<SoundCoding> = []
  /// The device in use as it is opened for samples.
  private var base: Candidate?
  /// The names of devices that cannot be opened for compressed sound, until a display is connected.
  private var refusedCoding: Set<String> = []
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

  /// The requested device.
  var choice: SoundChoice { options.device }

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
    self.monitor = monitor
    refusedCoding = []
    let follows = options.device == .automatic || options.device == .display
    guard follows || options.passthrough == .automatic else { return }
    checks = Self.checkDelays.map { now + $0 }
  }

  /// Replaces the requested device. The present one plays until another is open, and stays if none of
  /// the requested ones can be opened. Returns true if another device, or none, plays from now on.
  mutating func choose(
    _ choice: SoundChoice, _ now: HostTime
  ) throws(SoundChoiceError) -> Bool {
    binding.check()
    guard choice != options.device || !isOpen && choice != .none else { return false }
    var (refusals, hasMoved): ([String], Bool) = ([], true)
    if choice == .none {
      pcm = nil
      (port, base, coding, codings) = (nil, nil, nil, [])
      report(.off)
    } else {
      let all = candidates(for: choice)
      let ahead = all.prefix { !isInUse($0) }
      hasMoved = open(among: ahead, &refusals)
      if !hasMoved {
        // The device in use serves the choice, too.
        guard ahead.count < all.count else { throw SoundChoiceError(refusals, choice) }
        port = all[ahead.count].port
      }
    }
    options.device = choice
    (checks, nextAttempt, isErrorReported) = ([], nil, false)
    accompany(monitor, now)
    return hasMoved
  }

  /// The codings that pass through to a device.
  private func passable(to candidate: Candidate?) -> Set<SoundCoding> {
    guard options.passthrough != .off, let candidate, !refusedCoding.contains(candidate.name) else {
      return []
    }
    // A socket that was chosen automatically may lead to an amplifier, which plays compressed sound as noise.
    if let port = candidate.port, !port.leadsToDisplay { return [] }
    var reported: Set<SoundCoding> = []
    if options.passthrough == .automatic, case .present(let eld)? = port(of: candidate)?.display {
      reported = eld.codings
    }
    return options.passthrough.codings(reported: reported)
  }

  /// The port that a device leads to, with its present display.
  private func port(of candidate: Candidate) -> SoundPort? {
    SoundCard.all().flatMap(\.ports).first { port in
      candidate.port.map { $0.isSame(as: port) } ?? port.isNamed(candidate.name)
    }
  }

  /// Opens the device in use again, for sound in this coding; nil is for samples.
  mutating func reopen(for wanted: SoundCoding?) {
    binding.check()
    guard let base else { return }
    pcm = nil
    if let wanted {
      guard let refusal = open(base, for: wanted) else { return }
      refusedCoding.insert(base.name)
      report(.decoded(wanted, .device(refusal)))
    }
    var refusals: [String] = []
    // A device that is gone is opened again when it returns.
    if !open(among: [base], &refusals) { nextAttempt = nil }
  }

  /// Returns why it cannot be opened for the coding, or nil.
  private mutating func open(_ candidate: Candidate, for wanted: SoundCoding) -> String? {
    let display = port(of: candidate).flatMap { $0.leadsToDisplay ? $0 : nil }
    guard let name = display?.name(for: wanted) ?? SoundDeviceName(candidate.name).name(for: wanted)
    else { return "\(candidate.name) mixes or converts sound" }
    do throws(SoundError) {
      let opened = try PCM(name, SoundFormat(wanted), buffer: Self.buffer)
      let rate = SoundFormat.standard.rate
      guard opened.rate == rate else {
        return "\(name): does not support \(rate * wanted.carrier) Hz"
      }
      pcm = consume opened
    } catch {
      return "\(error)"
    }
    coding = wanted
    report(.opened("\(name) (\(wanted.rawValue))"))
    return nil
  }

  private func isInUse(_ candidate: Candidate) -> Bool {
    switch pcm {
    case .none: return false
    case .some(let pcm):
      if candidate.name == base?.name { return true }
      if let base, let used = base.port ?? self.port(of: base),
        (candidate.port ?? self.port(of: candidate))?.isSame(as: used) == true
      {
        return true
      }
      let hardware = SoundDeviceName(candidate.name).hardware
      return hardware != nil && hardware == SoundDeviceName(pcm.name).hardware
    }
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
    if open(among: candidates(for: options.device), &refusals) { return true }
    reportUnavailable(SoundChoiceError(refusals, options.device).description)
    return false
  }

  /// Only a device that can be opened replaces the current one.
  private mutating func switchIfDue(_ now: HostTime) -> Bool {
    guard let check = checks.first, check <= now else { return false }
    checks.removeFirst()
    codings = passable(to: base)
    guard let port else { return false }
    var refusals: [String] = []
    let all = candidates(for: options.device)
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
        (port, base, coding) = (candidate.port, candidate, nil)
        codings = passable(to: candidate)
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
    let last = formats.last ?? .standard
    do throws(SoundError) {
      return try PCM(candidate.name, last, buffer: Self.buffer)
    } catch {
      // A port that was chosen automatically has other names, too.
      guard error.isAboutEncoding, candidate.port == nil, let name = port(of: candidate)?.framedName
      else { throw error }
      return try PCM(name, last, buffer: Self.buffer)
    }
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
    if isStalled { stalled = base?.name ?? error.device } else { mixed = [] }
    // Until a display is connected.
    if coding != nil, let base { refusedCoding.insert(base.name) }
    pcm = nil
    (port, base, coding, codings) = (nil, nil, nil, [])
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

  private func candidates(for choice: SoundChoice) -> [Candidate] {
    let all = allCandidates(for: choice)
    return all.filter { $0.name != stalled } + all.filter { $0.name == stalled }
  }

  private func allCandidates(for choice: SoundChoice) -> [Candidate] {
    switch choice {
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
    let carrier = format.coding?.carrier ?? 1
    try self.init(
      name: name, rate: format.rate, channels: format.channels / carrier, isWide: format.isWide,
      carrier: carrier, buffer: buffer)
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
