import Glibc
import Logging
import Synchronization
package import VitrineControl
package import VitrineEngine
import VitrineLinux
import VitrineOperations
package import VitrinePlayback
internal import VitrinePlaylists
import VitrineScanout

/// The program's log: plain lines on standard error, above the status line on a terminal, or entries of the journal.
/// Thread-safe.
package struct Log: Sendable {
  private let logger: Logger
  private let line: TerminalLine
  /// The latest lines, for remote clients.
  let tail: LogTail
  /// For the health.
  let lasting = LastingProblems()

  package init() {
    let line = TerminalLine()
    let tail = LogTail()
    self.line = line
    self.tail = tail
    logger = Logger(label: "vitrine") { _ in LineHandler(line: line, tail: tail) }
  }

  /// Whether standard error is a terminal.
  package var isTerminal: Bool { line.isTerminal }

  /// Writes a message of the service. Under the journal it has its ID and fields.
  package func write(_ message: LogMessage) {
    let fields = message.fields.map { ($0.name, Logger.MetadataValue.string($0.value)) }
    logger.log(
      level: message.kind.severity.level, "\(message.text)",
      metadata: Logger.Metadata(uniqueKeysWithValues: fields))
  }

  package func write(_ kind: MessageKind, _ text: String) { write(LogMessage(kind, text)) }

  /// Writes a message, and reports it in the health until the problem of this part is solved.
  func write(_ message: LogMessage, lasting subject: LastingProblems.Subject) {
    lasting.set(message, of: subject)
    write(message)
  }

  /// Removes the problem of a part from the health.
  func solve(_ subject: LastingProblems.Subject) { lasting.set(nil, of: subject) }

  /// Reports that the player of another output has ended.
  func writeFailure(_ text: String, of output: String) {
    write(LogMessage(.displayFailed, "\(output): \(text)", output: output))
  }

  /// Writes a line without a kind, for commands other than the service.
  package func print(_ text: String, _ severity: MessageKind.Severity) {
    logger.log(level: severity.level, "\(text)")
  }

  /// Replaces the status line; an empty text removes it. Does nothing without a terminal.
  package func showStatus(_ text: String) { line.showStatus(text) }

  /// Logs an event if it matters to the operator. `output` is the connector if there are several
  /// outputs.
  package func write(_ event: PlayerEvent, of output: String? = nil) {
    if let message = LogMessage(event, of: output) { write(message) }
  }
}

extension LogMessage {
  /// The message about an event; nil if it does not matter to the operator.
  init?(_ event: PlayerEvent, of output: String?) {
    let item: Item? =
      switch event {
      case .opened(let item, _), .playing(let item), .failed(let item, _), .silent(let item, _),
        .withoutSubtitles(let item, _), .withoutSignLanguage(let item, _), .damaged(let item, _),
        .decoderFallback(let item, _),
        .converting(let item, _), .transitionCut(let item, _), .overloaded(let item, _),
        .stalled(let item, _),
        .resumed(let item), .scrubEnded(let item):
        item
      default: nil
      }
    guard let (kind, text) = Self.text(of: event) else { return nil }
    let place = output.map { "\($0): " } ?? ""
    self.init(kind, place + text, item: item?.location, output: output)
  }

  private static func text(of event: PlayerEvent) -> (MessageKind, String)? {
    switch event {
    case .opened(let item, _) where item.isCard: return (.itemOpened, "\(item.name): a card")
    case .opened(let item, let summary):
      let tracks = [summary.video, summary.audio].compactMap(\.self).joined(separator: ", ")
      let duration = summary.duration.map { "\($0)" } ?? "unknown duration"
      return (.itemOpened, "\(item.name): \(tracks), \(duration)")
    case .playing(let item): return (.itemPlaying, "\(item.name): playing")
    case .failed(let item, let error): return (.itemFailed, "\(item.location): \(error.message)")
    case .silent(let item, let error):
      return (.itemSilent, "\(item.location): plays without sound: \(error.message)")
    case .withoutSubtitles(let item, let error):
      return (
        .itemWithoutSubtitles, "\(item.location): plays without subtitles: \(error.message)"
      )
    case .withoutSignLanguage(let item, let reason):
      return (
        .itemWithoutSignLanguage, "\(item.location): plays without sign language: \(reason)"
      )
    case .damaged(let item, let error):
      return (
        .itemDamaged,
        "\(item.location): part of the file is unreadable; the rest plays: \(error.message)"
      )
    case .decoderFallback(let item, let what):
      return (.decoderFallback, "\(item.location): \(what)")
    case .recovery(let step, let cause): return (.recovered, "recovery: \(step.text): \(cause)")
    case .transitionCut(let item, let reason):
      return (.transitionCut, "\(item.location): without transition: \(reason)")
    case .converting(let item, let what): return (.pictureConverted, "\(item.location): \(what)")
    case .overloaded(let item, let what):
      return (
        .machineOverloaded,
        "\(item.location): \(what): dropping frames to keep the audio in sync; lower the resolution or the "
          + "frame rate"
      )
    case .stalled(let item, let why):
      return (.playbackStalled, "\(item.name): \(why); playback resumes automatically")
    case .resumed(let item): return (.playbackResumed, "\(item.name): resumed")
    case .scrubEnded(let item):
      let limit = ScrubLease.limit.components.seconds
      return (
        .scrubEnded,
        "\(item.name): scrubbing ended after \(limit) s without a scrub-move; playback resumed"
      )
    case .soundOpened(let name): return (.soundOpened, "sound: \(name)")
    case .soundOff: return (.soundOff, "sound: none")
    case .soundDecoded(let coding, let cause):
      return (.soundDecoded, "sound: \(coding.rawValue) is decoded: \(cause)")
    case .companionOpened(let language, let name):
      return (.companionOpened, "sound in \(language): \(name)")
    case .companionUnavailable(let language, let why):
      return (.companionUnavailable, "no sound in \(language): \(why); the rest plays without it")
    case .soundUnavailable(let why):
      return (.soundUnavailable, "no sound: \(why); the video plays without it")
    case .mixerSet(let changes): return (.mixerSet, "mixer: \(changes)")
    case .mixerUnavailable(let why):
      return (.mixerUnavailable, "mixer: \(why); set it with alsamixer")
    case .waiting(let error, let delay):
      return (
        .nothingToPlay,
        "nothing to play: \(error.message); retrying in \(delay.components.seconds) s"
      )
    case .inputAdded(let name): return (.inputAdded, "input: \(name) connected")
    case .inputRemoved(let name): return (.inputRemoved, "input: \(name) disconnected")
    case .inputUnavailable(let why): return (.inputUnavailable, "input: \(why)")
    case .speechUnavailable(let why): return (.speechUnavailable, why)
    case .noticeUnavailable(let why):
      return (.noticeUnavailable, "message: not shown: \(why)")
    case .loudnessUnavailable(let why): return (.loudnessUnavailable, why)
    case .thumbnailsElsewhere(let folder, let cause):
      return (
        .thumbnailsElsewhere,
        "\(cause.message): using \(folder) until exit; see service.thumbnails"
      )
    case .display(let event): return text(of: event)
    case .power(let isOn): return (.displayPower, "display: turned \(isOn ? "on" : "off")")
    case .requested, .spoken, .visitorLeft, .interfaceShown, .screen, .silenced: return nil
    case .firstPicture, .shown, .captured, .ended: return nil
    }
  }

  private static func text(of event: DisplayEvent) -> (MessageKind, String) {
    switch event {
    case .lit(let display, let reason):
      (.displayOn, "display: \(display.name), \(display.mode): \(reason)")
    case .warning(let what): (.displayDegraded, what)
    case .dark(let reason): (.displayLost, "no picture: \(reason); waiting for the display")
    case .off(let display):
      (.displayOff, "display: \(display.name), \(display.mode); staying off")
    case .reasserted(let isOn):
      (
        .displayReasserted,
        "the display was \(isOn ? "off" : "on") and is \(isOn ? "on" : "off") again"
      )
    }
  }
}

/// Standard error, with a status line at the bottom that is rewritten in place.
private final class TerminalLine: Sendable {
  let isTerminal = StandardStream.error.isTerminal
  let isJournal = StandardStream.error.isJournal
  /// Whether entries with fields arrive. A container may have the journal's stream without its socket, and sending would
  /// lose them without an error.
  let takesFields = FileAccess.allows(W_OK, "/run/systemd/journal/socket")
  private let status = Mutex("")

  func write(_ text: String) {
    status.withLock { status in
      guard isTerminal, !status.isEmpty else { return put(text + "\n") }
      put("\r\u{1B}[K" + text + "\n" + status)
    }
  }

  func showStatus(_ text: String) {
    guard isTerminal else { return }
    status.withLock { status in
      status = text
      put("\r\u{1B}[K" + text)
    }
  }

  private func put(_ text: String) { StandardStream.error.write(Array(text.utf8)) }
}

/// Writes swift-log's messages: to the journal as entries with fields, or else as lines. A line without fields is
/// `<4>text` for the journal, which reads the number as the priority; see sd-daemon(3).
private struct LineHandler: LogHandler {
  let line: TerminalLine
  let tail: LogTail
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(line: TerminalLine, tail: LogTail) {
    self.line = line
    self.tail = tail
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let text = "\(event.message)"
    // Messages may contain file names with control characters.
    let safe = text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : String($0) }
    let safeText = safe.joined()
    tail.append(safeText, event.level)
    write(safeText, event)
  }

  private func write(_ text: String, _ event: LogEvent) {
    guard line.isJournal else {
      return line.write(event.level >= .warning ? "\(event.level): \(text)" : text)
    }
    let priority = Self.priority(of: event.level)
    // Messages of commands have no fields.
    if let fields = event.metadata, !fields.isEmpty, line.takesFields,
      JournalEntry(text, priority: priority, fields: fields.map { ($0, "\($1)") }).send()
    {
      return
    }
    line.write("<\(priority)>\(text)")
  }

  private static func priority(of level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}

extension MessageKind.Severity {
  fileprivate var level: Logger.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }
}

/// The logged problems that have not been solved, for the health. Thread-safe.
package final class LastingProblems: Sendable {
  /// A part of the service that has one problem at a time, in the order of the report.
  package enum Subject: Int, CaseIterable, Sendable {
    case configuration, restart, content, overlays, zones, page, cache, web, fleet, identity, light
  }

  private let messages = Shared<[Subject: LogMessage]>([:])

  /// Replaces the problem of a part; nil if it is solved.
  func set(_ message: LogMessage?, of subject: Subject) {
    messages.update { $0[subject] = message }
  }

  /// The problems, with the cures of their messages.
  package var problems: [HealthProblem] {
    let messages = messages.value
    return Subject.allCases.compactMap { subject in
      messages[subject].map { message in
        HealthProblem(
          // Without a configuration, a card is shown instead of the programme.
          message.kind == .configurationInvalid ? .critical : .warning,
          message.text, cure: message.kind.explanation.cure ?? "")
      }
    }
  }
}
