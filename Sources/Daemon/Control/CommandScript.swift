import Glibc
import Synchronization
package import VitrineControl
package import VitrineEngine
package import VitrineLinux
import VitrineOperations
import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

/// Reads commands, one per line, and prints one line of JSON per event. Its thread ends with the
/// process, because a FIFO has no end.
package final class CommandScript: Sendable {
  private let path: String
  private let output = Mutex(())
  private let read: ItemReader
  private let sources: SourceThread

  /// Longer lines are rejected.
  private static let longestLine = 8192

  /// Reads from a file or FIFO, or from standard input for `-`.
  package init(
    path: String, read: @escaping ItemReader
  ) throws(Errno) {
    self.path = path
    self.read = read
    sources = try SourceThread()
  }

  package func start(_ player: Player, log: Log) throws(Errno) {
    let thread = try NamedThread("commands") { [self] in read(player, log) }
    thread.detach()
  }

  private func write(_ capture: Capture?, to path: String) {
    guard let capture else { return reportError(Refusal.noPicture.description) }
    do throws(PlaybackError) {
      try capture.writePNG(to: path)
      printEvent("screenshot", ["file": .text(path), "origin": .text(capture.origin.rawValue)])
    } catch {
      reportError(error.message)
    }
  }

  /// Prints an event with its time on the monotonic clock in seconds.
  package func report(_ event: PlayerEvent) {
    if let line = JSONValue(event, at: .now()) { print(line) }
  }

  private func read(_ player: Player, _ log: Log) {
    let file = path == "-" ? dup(STDIN_FILENO) : unsafe open(kernelPath(path), flags | O_CLOEXEC)
    guard file >= 0 else {
      return log.write(.terminalFailed, "\(path): cannot be read: \(Errno.last)")
    }
    defer { close(file) }
    var lines = LineBuffer(limit: Self.longestLine)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return }
      lines.append(buffer.prefix(count))
      while let line = lines.next() {
        switch line {
        case .line(let bytes): perform(String(decoding: bytes, as: UTF8.self), player)
        case .tooLong:
          reportError("skipped a line that is too long (limit: \(Self.longestLine) bytes)")
        }
      }
    }
  }

  /// Opens a FIFO for writing too: it then does not end with its last writer, and later writers are
  /// read.
  private var flags: CInt {
    var status = stat()
    guard unsafe stat(kernelPath(path), &status) == 0 else { return O_RDONLY }
    return status.st_mode & S_IFMT == S_IFIFO ? O_RDWR : O_RDONLY
  }

  private func perform(_ line: String, _ player: Player) {
    do throws(Refusal) {
      let reply = try ScriptLine.parse(line)?.perform(
        on: player, read: { [self] names throws(Refusal) in try items(names) })
      switch reply {
      case .status(let status): print(JSONValue(status).asEvent("status", .now()))
      case .screenshot(let path):
        let refusal = player.capture { [self] in write($0, to: path) }
        if let refusal { throw Refusal(refusal) }
      case nil: break
      }
    } catch {
      reportError(error.description)
    }
  }

  /// Waits at most ten seconds for the items: they may be on an unresponsive share.
  private func items(_ names: [String]) throws(Refusal) -> [Item] {
    let results = BoundedQueue<Result<[Item], Refusal>>(limit: 1)
    let deadline = HostTime.now() + .seconds(10)
    sources.read(
      until: deadline, { [read] () throws(Refusal) in try read(names) },
      done: { results.push($0) })
    guard let result = results.pop(until: deadline) else { throw .tooSlow }
    return try result.get()
  }

  private func reportError(_ why: String) { printEvent("error", ["error": .text(why)]) }

  private func printEvent(_ event: String, _ fields: [String: JSONValue]) {
    print(.event(event, fields, .now()))
  }

  private func print(_ line: JSONValue) {
    // A closed output does not end the program.
    output.withLock { _ in _ = StandardStream.output.write(line.line) }
  }
}

/// Events as `--commands` prints them; docs/use/play.md describes the fields.
extension JSONValue {
  /// Nil for an event that is not printed. `now` is the time for events without one.
  init?(_ event: PlayerEvent, at now: HostTime) {
    switch event {
    case .shown(let item, let position, let time):
      self = .event(
        "shown", ["item": .text(item.name), "position": .number(position.seconds)], time)
    case .playing(let item): self = .event("playing", ["item": .text(item.name)], now)
    case .failed(let item, let error):
      self = .event("failed", ["item": .text(item.name), "error": .text(error.message)], now)
    case .ended: self = .event("ended", [:], now)
    case .requested(let request): self = .event("asked", ["request": .text("\(request)")], now)
    case .spoken(let utterance):
      self = .event(
        "spoken",
        ["text": .text(utterance.text), "language": .text(utterance.language)], now)
    case .interfaceShown(let isVisible, let time):
      self = .event("interface", ["visible": .bool(isVisible)], time)
    case .display(let news):
      guard let fields = Self.fields(of: news) else { return nil }
      self = .event("display", fields, now)
    case .power(let isOn): self = .event("display", ["power": .power(isOn)], now)
    case .inputAdded(let name): self = .event("input-added", ["device": .text(name)], now)
    case .inputRemoved(let name): self = .event("input-removed", ["device": .text(name)], now)
    default: return nil
    }
  }

  private static func fields(of news: DisplayEvent) -> [String: JSONValue]? {
    switch news {
    case .lit(let display, _): ["name": .text(display.name), "mode": .text(display.mode)]
    case .dark(let reason): ["dark": .text(reason)]
    case .off(let display):
      ["name": .text(display.name), "mode": .text(display.mode), "power": .power(false)]
    case .reasserted(let isOn): ["power": .power(isOn), "reasserted": .bool(true)]
    case .warning: nil
    }
  }

  private static func power(_ isOn: Bool) -> JSONValue { .text(isOn ? "on" : "off") }

  static func event(
    _ event: String, _ fields: [String: JSONValue], _ time: HostTime
  ) -> JSONValue {
    JSONValue.object(fields).asEvent(event, time)
  }

  /// This object as an event, with its time on the monotonic clock in seconds.
  func asEvent(_ event: String, _ time: HostTime) -> JSONValue {
    with(["event": .text(event), "time": .number(Double(time.nanoseconds) / 1e9)])
  }
}
