import Glibc
import Logging
import Synchronization
package import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePlayback
internal import VitrinePlaylists
import VitrineScanout

/// The program's log on standard error: plain lines, above the status line on a terminal. Under the journal each
/// line starts with its priority. Thread-safe.
package struct Log: Sendable {
  private let logger: Logger
  private let line: TerminalLine
  /// The latest lines, for remote clients.
  let tail: LogTail

  package init() {
    let line = TerminalLine()
    let tail = LogTail()
    self.line = line
    self.tail = tail
    logger = Logger(label: "vitrine") { _ in LineHandler(line: line, tail: tail) }
  }

  /// Whether standard error is a terminal.
  package var isTerminal: Bool { line.isTerminal }

  package func info(_ text: String) { logger.info("\(text)") }
  package func warning(_ text: String) { logger.warning("\(text)") }
  package func error(_ text: String) { logger.error("\(text)") }

  /// Replaces the status line; an empty text removes it. Does nothing without a terminal.
  package func showStatus(_ text: String) { line.showStatus(text) }

  /// Logs an event if it matters to the operator. `output` is the connector if there are several
  /// outputs.
  package func write(_ event: PlayerEvent, of output: String? = nil) {
    let place = output.map { "\($0): " } ?? ""
    func info(_ text: String) { self.info(place + text) }
    func warning(_ text: String) { self.warning(place + text) }
    switch event {
    case .opened(let item, _) where item.isCard: info("\(item.name): a card")
    case .opened(let item, let summary):
      let tracks = [summary.video, summary.audio].compactMap(\.self).joined(separator: ", ")
      info("\(item.name): \(tracks), \(summary.duration.map { "\($0)" } ?? "unknown duration")")
    case .playing(let item): info("\(item.name): playing")
    case .failed(let item, let error): self.error(place + "\(item.location): \(error.message)")
    case .silent(let item, let error):
      warning("\(item.location): plays without sound: \(error.message)")
    case .withoutSubtitles(let item, let error):
      warning("\(item.location): plays without subtitles: \(error.message)")
    case .damaged(let item, let error):
      warning("\(item.location): part of the file is unreadable; the rest plays: \(error.message)")
    case .decoderFallback(let item, let what): warning("\(item.location): \(what)")
    case .converting(let item, let what): info("\(item.location): \(what)")
    case .overloaded(let item, let what):
      warning(
        "\(item.location): \(what): dropping frames to keep the audio in sync; lower the resolution or the "
          + "frame rate")
    case .stalled(let item, let why):
      warning("\(item.name): \(why); playback resumes automatically")
    case .resumed(let item): info("\(item.name): resumed")
    case .scrubEnded(let item):
      let limit = ScrubLease.limit.components.seconds
      info("\(item.name): scrubbing ended after \(limit) s without a scrub-move; playback resumed")
    case .soundOpened(let name): info("sound: \(name)")
    case .soundUnavailable(let why): warning("no sound: \(why); the video plays without it")
    case .waiting(let error, let delay):
      warning("nothing to play: \(error.message); retrying in \(delay.components.seconds) s")
    case .inputAdded(let name): info("input: \(name) connected")
    case .inputRemoved(let name): info("input: \(name) disconnected")
    case .inputUnavailable(let why): warning("input: \(why)")
    case .speechUnavailable(let why), .loudnessUnavailable(let why): warning(why)
    case .thumbnailsElsewhere(let folder, let cause):
      warning("\(cause.message): using \(folder) until exit; see service.thumbnails")
    case .display(.lit(let display, let reason)):
      info("display: \(display.name), \(display.mode): \(reason)")
    case .display(.warning(let what)): warning(what)
    case .display(.dark(let reason)):
      warning("no picture: \(reason); waiting for the display")
    case .display(.off(let display)):
      info("display: \(display.name), \(display.mode); staying off")
    case .display(.reasserted(let isOn)):
      warning("the display was \(isOn ? "off" : "on") and is \(isOn ? "on" : "off") again")
    case .power(let isOn): info("display: turned \(isOn ? "on" : "off")")
    case .requested, .spoken, .visitorLeft, .interfaceShown, .screen, .silenced: break
    case .firstPicture, .shown, .captured, .ended: break
    }
  }
}

/// Standard error, with a status line at the bottom that is rewritten in place.
private final class TerminalLine: Sendable {
  let isTerminal = StandardStream.error.isTerminal
  let isJournal = StandardStream.error.isJournal
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

/// Writes swift-log's messages as lines: `<4>text` for the journal, which reads the number as the
/// priority; see sd-daemon(3).
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
    write(safeText, event.level)
  }

  private func write(_ text: String, _ level: Logger.Level) {
    if line.isJournal {
      line.write("<\(Self.priority(of: level))>\(text)")
    } else {
      line.write(level >= .warning ? "\(level): \(text)" : text)
    }
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

extension Log {
  @Sendable func write(_ line: LogLine) {
    switch line {
    case .info(let text): info(text)
    case .warning(let text): warning(text)
    case .error(let text): error(text)
    }
  }
}
