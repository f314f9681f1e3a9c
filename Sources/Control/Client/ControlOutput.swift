import Glibc
import VitrineLinux

/// The output of `vitrine ctl`.
struct ControlOutput: ~Copyable {
  private var client: ControlClient
  private let json: Bool

  init(path: String, json: Bool) throws(ControlClientError) {
    client = try ControlClient(path: path)
    self.json = json
  }

  /// Sends a command and prints the response, if any. Returns the exit status.
  mutating func show(_ words: [String]) throws(ControlClientError) -> Int32 {
    switch words.first {
    case "health":
      let data = try client.request(words).data ?? .null
      show(data, of: "health")
      return StatusText.exitStatus(ofHealth: data)
    case "screenshot": try takeScreenshot(words.dropFirst().joined(separator: " "))
    case "list" where words.count == 1: try showList()
    case "load", "append", "insert":
      _ = try client.request(words.prefix(1) + words.dropFirst().map(Self.absolute))
    case "override" where words.count == 7 && words[5] == "file":
      _ = try client.request(words.dropLast() + [Self.absolute(words[6])])
    default: show(try client.request(words).data, of: words.first ?? "")
    }
    return 0
  }

  private func show(_ data: JSONValue?, of verb: String) {
    guard let data else { return }
    if json {
      Self.put(data.line)
    } else if verb == "status" {
      Self.put(StatusText.line(data))
    } else if verb == "health" {
      for line in StatusText.lines(ofHealth: data) { Self.put(line) }
    } else if verb == "content" {
      for line in StatusText.lines(ofContent: data) { Self.put(line) }
    } else if verb == "audio-device" {
      for line in StatusText.lines(ofSoundDevices: data) { Self.put(line) }
    } else if verb == "hand-over" {
      for line in StatusText.lines(ofHandOver: data) { Self.put(line) }
    } else if verb == "overlay" {
      for line in StatusText.lines(ofOverlays: data) { Self.put(line) }
    } else {
      for line in StatusText.lines(of: data) { Self.put(line) }
    }
  }

  /// Prints a long list part by part.
  private mutating func showList() throws(ControlClientError) {
    var shown = 0
    while true {
      let response = try client.request(["list", "\(shown)"])
      guard let data = response.data else { return }
      if json {
        Self.put(data.line)
      } else {
        StatusText.lines(ofList: data).forEach { Self.put($0) }
      }
      let count = data["entries"]?.array?.count ?? 0
      shown += count
      guard count > 0, shown < data["total"]?.integer ?? 0 else { return }
    }
  }

  /// Writes the file here, with the rights of the calling user.
  private mutating func takeScreenshot(_ path: String) throws(ControlClientError) {
    let response = try client.request(["screenshot"])
    guard let file = response.file, let size = response.data?["bytes"]?.integer else {
      throw .refused(Refusal("the player sent no picture"))
    }
    do throws(Errno) {
      try PictureCopy.write(file.descriptor, of: size, to: path)
    } catch {
      throw .unwritten(path, error)
    }
    if json, let data = response.data { Self.put(data.line) }
  }

  /// Prints a line per change, until a signal, the player's exit, or the end of standard output.
  mutating func follow() throws(ControlClientError) {
    let events: FollowEvents
    do throws(Errno) { events = try FollowEvents(client.socket) } catch { throw .failed(error) }
    _ = try client.request(["observe"])
    var last = ""
    var isReceiving = false
    while true {
      for event in try client.nextEvents(receiving: isReceiving) {
        let text =
          json
          ? String(decoding: event.line.dropLast(), as: UTF8.self) : StatusText.line(ofEvent: event)
        let isRepeated = text == last && event["event"]?.text == "status"
        last = text
        guard isRepeated || Self.put(text) else { return }
      }
      do throws(Errno) {
        guard try events.wait() else { return }
      } catch {
        throw .failed(error)
      }
      isReceiving = true
    }
  }

  /// The absolute path of a file; URLs stay as they are.
  private static func absolute(_ source: String) -> String {
    guard !source.hasPrefix("/") else { return source }
    let isFile = FileAccess.allows(F_OK, source)
    if !isFile, source.prefix(16).contains(":") { return source }
    guard let folder = ProcessEnvironment.currentFolder else { return source }
    return "\(folder)/\(source)"
  }

  /// False once standard output is closed.
  @discardableResult
  private static func put(_ text: String) -> Bool { put(Array((text + "\n").utf8)) }

  @discardableResult
  private static func put(_ bytes: [UInt8]) -> Bool { StandardStream.output.write(bytes) }
}

/// Waits for events of the player, or for the reader of standard output to close it.
private struct FollowEvents: ~Copyable {
  private let signals: Signals
  private let loop: EventLoop
  private let output: FileDescriptor

  private enum Token {
    static let socket: UInt64 = 0
    static let signals: UInt64 = 1
    static let output: UInt64 = 2
  }

  init(_ socket: borrowing FileDescriptor) throws(Errno) {
    let signals = try Signals.forShutdown()
    let loop = try EventLoop()
    let output = FileDescriptor(owning: dup(STDOUT_FILENO))
    try loop.add(socket, token: Token.socket)
    try loop.add(signals.descriptor, token: Token.signals)
    // epoll refuses regular files, which have no reader.
    if (try? loop.add(output, token: Token.output)) != nil {
      try loop.change(output, token: Token.output, to: [])
    }
    self.signals = signals
    self.loop = loop
    self.output = output
  }

  /// False after a signal, or once standard output is closed.
  func wait() throws(Errno) -> Bool {
    var (hasEvent, isEnd) = (false, false)
    while !hasEvent, !isEnd {
      try loop.wait { token, _ in
        if token == Token.socket { hasEvent = true } else { isEnd = true }
      }
    }
    return !isEnd
  }
}
