internal import Linux
internal import Media
internal import Sound
internal import Timing

/// Which sound device to play through.
public enum SoundChoice: Hashable, Sendable {
  case none
  /// The first card that takes our format, HDMI before others.
  case automatic
  /// ALSA's name of a device, such as `hw:CARD=vc4hdmi0`.
  case named(String)
}

/// The device in use, opened again by itself when it was lost. Thread-bound.
struct SoundDevice: ~Copyable {
  private let choice: SoundChoice
  private let format: SoundFormat
  private let report: @Sendable (SoundFeed.News) -> Void
  var pcm: PCM?
  private var nextAttempt: HostTime?
  private var hasComplained = false

  /// What the device holds at most: long enough for a busy machine, short enough for a pause.
  static let buffer = Duration.milliseconds(140)
  private static let retryInterval = Duration.seconds(1)

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

  /// Opens the device where there is none and its time has come.
  mutating func openIfDue(_ now: HostTime) {
    guard !isOpen, choice != .none, nextAttempt.map({ $0 <= now }) ?? true else { return }
    nextAttempt = now + Self.retryInterval
    var refusals: [String] = []
    for name in candidateNames() {
      do {
        let opened = try PCM(
          name: name, rate: format.rate, channels: format.channels, buffer: Self.buffer)
        guard opened.rate == format.rate else {
          refusals.append("\(name): plays \(opened.rate) Hz only")
          continue
        }
        pcm = consume opened
        hasComplained = false
        report(.opened(name))
        return
      } catch {
        refusals.append("\(error)")
      }
    }
    complain(refusals.isEmpty ? "no sound card" : refusals.joined(separator: "; "))
  }

  /// Lets go of a device that is gone.
  mutating func lose(_ error: SoundError) {
    pcm = nil
    complain("\(error)")
  }

  private mutating func complain(_ text: String) {
    guard !hasComplained else { return }
    hasComplained = true
    report(.unavailable(text))
  }

  private func candidateNames() -> [String] {
    switch choice {
    case .none: []
    case .named(let name): [name]
    case .automatic: SoundCard.all().flatMap(\.deviceNames)
    }
  }
}
