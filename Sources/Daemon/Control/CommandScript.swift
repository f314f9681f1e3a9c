import Glibc
import Synchronization
import VitrineControl
public import VitrineEngine
public import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

/// Reads commands, one per line, and prints one line of JSON per event. Its thread ends with the
/// process, because a FIFO has no end.
public final class CommandScript: Sendable {
  private let path: String
  private let output = Mutex(())
  private let read: PlayerControl.Reader
  private let sources: SourceThread

  /// Longer lines are rejected.
  private static let longestLine = 8192

  /// Reads from a file or FIFO, or from standard input for `-`.
  public init(
    path: String, read: @escaping PlayerControl.Reader
  ) throws(Errno) {
    self.path = path
    self.read = read
    sources = try SourceThread()
  }

  public func start(_ player: Player, log: Log) throws(Errno) {
    let thread = try NamedThread("commands") { [self] in read(player, log) }
    thread.detach()
  }

  private func write(_ capture: Capture?, to path: String) {
    guard let capture else { return fail(Refusal.noPicture.description) }
    do throws(PlaybackError) {
      try capture.writePNG(to: path)
      say("screenshot", ["file": .text(path), "origin": .text(capture.origin.rawValue)])
    } catch {
      fail(error.message)
    }
  }

  /// Prints an event with its time on the monotonic clock in seconds.
  public func note(_ event: PlayerEvent) {
    if let line = JSONValue(event, at: .now()) { print(line) }
  }

  private func read(_ player: Player, _ log: Log) {
    let file = path == "-" ? dup(STDIN_FILENO) : unsafe open(kernelPath(path), flags | O_CLOEXEC)
    guard file >= 0 else { return log.error("\(path): cannot be read: \(Errno.last)") }
    defer { close(file) }
    var lines = LineBuffer(limit: Self.longestLine)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return }
      lines.append(buffer.prefix(count))
      while let line = lines.next() {
        switch line {
        case .line(let bytes): obey(String(decoding: bytes, as: UTF8.self), player)
        case .tooLong: fail("skipped a line that is too long (limit: \(Self.longestLine) bytes)")
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

  private func obey(_ line: String, _ player: Player) {
    do throws(Refusal) {
      let reply = try ScriptLine.parse(line)?.obey(
        player, read: { [self] names throws(Refusal) in try items(names) })
      switch reply {
      case .status(let status): print(JSONValue(status).said("status", .now()))
      case .screenshot(let path):
        let refusal = player.capture { [self] in write($0, to: path) }
        if let refusal { throw Refusal(refusal) }
      case nil: break
      }
    } catch {
      fail(error.description)
    }
  }

  /// Waits at most ten seconds for the items: they may be on an unresponsive share.
  private func items(_ names: [String]) throws(Refusal) -> [Item] {
    let answer = BoundedQueue<Result<[Item], Refusal>>(limit: 1)
    let deadline = HostTime.now() + .seconds(10)
    sources.read(
      until: deadline, { [read] () throws(Refusal) in try read(names) },
      done: { answer.push($0) })
    guard let result = answer.pop(until: deadline) else { throw .tooSlow }
    return try result.get()
  }

  private func fail(_ why: String) { say("error", ["error": .text(why)]) }

  private func say(_ event: String, _ fields: [String: JSONValue]) {
    print(.said(event, fields, .now()))
  }

  private func print(_ line: JSONValue) {
    // A closed output does not end the program.
    output.withLock { _ in _ = StandardStream.output.write(line.line) }
  }
}
