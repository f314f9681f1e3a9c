import Control
public import Engine
import Glibc
public import Linux
import Playback
import Playlists
import Scanout
import Synchronization
import Timing

/// Reads commands, one a line, and answers with one line of JSON for each thing that happens.
/// Its thread ends with the process: a FIFO has no end.
public final class CommandScript: Sendable {
  private let path: String
  private let output = Mutex(())
  private let captures: CaptureOrders
  private let read: PlayerControl.Reader
  private let sources: SourceThread

  /// Longer lines are no commands.
  private static let longestLine = 8192

  /// Reads from a file or FIFO, or from standard input for `-`.
  public init(
    path: String, _ captures: CaptureOrders, read: @escaping PlayerControl.Reader
  ) throws(Errno) {
    (self.path, self.captures, self.read) = (path, captures, read)
    sources = try SourceThread()
  }

  public func start(_ player: Player, log: Log) throws(Errno) {
    let thread = try NamedThread("commands") { [self] in read(player, log) }
    thread.detach()
  }

  private func write(_ capture: Capture?, to path: String) {
    guard let capture else {
      return say("error", [("error", quoted(Refusal.noPicture.description))])
    }
    do throws(PlaybackError) {
      try capture.writePNG(to: path)
      say("screenshot", [("file", quoted(path)), ("origin", quoted(capture.origin.rawValue))])
    } catch {
      say("error", [("error", quoted(error.message))])
    }
  }

  /// Tells what happened, with the moment on the monotonic clock in seconds.
  public func note(_ event: PlayerEvent) {
    switch event {
    case .shown(let item, let position, let time):
      say("shown", [("item", quoted(item.name)), ("position", "\(position.seconds)")], at: time)
    case .playing(let item): say("playing", [("item", quoted(item.name))])
    case .failed(let item, let error):
      say("failed", [("item", quoted(item.name)), ("error", quoted(error.message))])
    case .ended: say("ended", [])
    case .asked(let request): say("asked", [("request", quoted("\(request)"))])
    case .interfaceShown(let isVisible, let time):
      say("interface", [("visible", "\(isVisible)")], at: time)
    case .display(.lit(let display, _)):
      say("display", [("name", quoted(display.name)), ("mode", quoted(display.mode))])
    case .display(.dark(let reason)): say("display", [("dark", quoted(reason))])
    case .display(.off(let display)):
      say(
        "display",
        [
          ("name", quoted(display.name)), ("mode", quoted(display.mode)), ("power", quoted("off")),
        ])
    case .display(.reasserted(let isOn)):
      say("display", [("power", power(isOn)), ("reasserted", "true")])
    case .power(let isOn): say("display", [("power", power(isOn))])
    case .inputAdded(let name): say("input-added", [("device", quoted(name))])
    case .inputRemoved(let name): say("input-removed", [("device", quoted(name))])
    default: break
    }
  }

  private func read(_ player: Player, _ log: Log) {
    let file = path == "-" ? dup(STDIN_FILENO) : open(path, flags | O_CLOEXEC)
    guard file >= 0 else { return log.error("\(path): cannot be read: \(Errno.last)") }
    defer { close(file) }
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return }
      pending += buffer.prefix(count)
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        obey(String(decoding: pending[..<end], as: UTF8.self), player)
        pending.removeFirst(end + 1)
      }
      if pending.count > Self.longestLine { pending = [] }
    }
  }

  /// A FIFO that we could write to has no end when its last writer goes: the next one is heard.
  private var flags: CInt {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO ? O_RDWR : O_RDONLY
  }

  private func obey(_ line: String, _ player: Player) {
    do throws(Refusal) {
      let reply = try ScriptLine.parse(line)?.obey(
        player, read: { [self] names throws(Refusal) in try items(names) })
      switch reply {
      case .status(let status): say(status)
      case .screenshot(let path):
        let isTaken = captures.ask(player) { [self] in write($0, to: path) }
        if !isTaken { throw .tooManyPictures }
      case nil: break
      }
    } catch {
      say("error", [("error", quoted(error.description))])
    }
  }

  /// The line after waits for it, but not for ever: what is read may be on a share that hangs.
  private func items(_ names: [String]) throws(Refusal) -> [Item] {
    let answer = BoundedQueue<Result<[Item], Refusal>>(limit: 1)
    let deadline = HostTime.now() + .seconds(10)
    sources.read(
      until: deadline, { [read] () throws(Refusal) in try read(names) },
      done: { answer.push($0) })
    guard let result = answer.pop(until: deadline) else { throw .tooSlow }
    return try result.get()
  }

  private func say(_ status: PlaybackStatus) {
    say(
      "status",
      [
        ("phase", quoted(status.phase.word)), ("paused", "\(status.isPaused)"),
        ("item", status.item.map { quoted($0.name) } ?? "null"),
        ("entry", status.entry.map { "\($0)" } ?? "null"),
        ("position", "\(status.position.seconds)"),
        ("duration", status.duration.map { "\($0.seconds)" } ?? "null"),
        ("rate", "\(status.rate)"), ("volume", "\(status.volume)"),
        ("muted", "\(status.isMuted)"), ("power", power(status.isDisplayOn)),
      ])
  }

  private func say(_ event: String, _ fields: [(String, String)], at time: HostTime = .now()) {
    let all = [("event", quoted(event))] + fields + [("time", "\(Double(time.nanoseconds) / 1e9)")]
    let line = "{" + all.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}\n"
    output.withLock { _ in
      var bytes = Array(line.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else { return }  // the reader is gone
        bytes = bytes.dropFirst(count)
      }
    }
  }

  private func power(_ isOn: Bool) -> String { quoted(isOn ? "on" : "off") }

  private func quoted(_ text: String) -> String {
    let safe = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 32: "?"
      default: String(scalar)
      }
    }
    return "\"" + safe.joined() + "\""
  }
}
