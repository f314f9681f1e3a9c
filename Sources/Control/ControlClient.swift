public import VitrineLinux

/// A client of a `ControlServer`: asks, waits for answers, follows the status. Thread-bound.
public struct ControlClient: ~Copyable {
  public let socket: FileDescriptor
  private let path: String
  private var received: LineBuffer
  private var requestCount: Int
  private let binding: ThreadBinding
  /// A file that came with the answer that is awaited.
  private var file: ReceivedFile?

  /// Answers are longer than requests, but not without an end.
  private static let longestLine = 4 << 20

  /// Waits so many seconds for each answer.
  public init(path: String, waiting seconds: Int32 = 15) throws(ControlClientError) {
    let opened: FileDescriptor
    do throws(Errno) {
      opened = try FileDescriptor(connectedTo: path, waiting: seconds)
    } catch .noEntry {
      throw .notListening
    } catch .refused {
      throw .notListening
    } catch .accessDenied {
      throw .noPermission
    } catch {
      throw .failed(error)
    }
    socket = opened
    (self.path, received, requestCount) = (path, LineBuffer(limit: Self.longestLine), 0)
    binding = ThreadBinding()
    file = nil
  }

  /// What a request is answered with.
  public struct Answer: Sendable {
    public let data: JSONValue?
    public let file: ReceivedFile?
  }

  /// Asks for what these words say, and waits for the answer.
  public mutating func ask(_ words: [String]) throws(ControlClientError) -> Answer {
    binding.check()
    requestCount += 1
    let request = JSONValue.object([
      "command": .array(words.map { .text($0) }), "request_id": JSONValue(requestCount),
    ])
    try send(request.line)
    while true {
      let line = try nextLine()
      let isOurs = line["request_id"]?.integer == requestCount
      guard isOurs || line["event"] == nil else { continue }
      if let refusal = Refusal(answer: line) {
        if isOurs { throw .refused(refusal) }
        // Without a number it is about the client, and not about its request.
        throw refusal.code == .permission ? .noPermission : .rejected(refusal)
      }
      guard line["error"]?.text == "success" else { throw .noAnswer }
      defer { file = nil }
      return Answer(data: line["data"], file: file)
    }
  }

  /// The news that have come since; `receiving` waits for the next part of them before. Throws
  /// where the player has ended.
  public mutating func takeNews(receiving: Bool) throws(ControlClientError) -> [JSONValue] {
    binding.check()
    if receiving { try receive() }
    var news: [JSONValue] = []
    while let line = try takeLine() { news.append(line) }
    return news
  }

  private mutating func nextLine() throws(ControlClientError) -> JSONValue {
    while true {
      if let line = try takeLine() { return line }
      try receive()
    }
  }

  private mutating func takeLine() throws(ControlClientError) -> JSONValue? {
    guard let next = received.next() else { return nil }
    guard case .line(let line) = next else { throw .noAnswer }
    do throws(JSONError) {
      return try JSONValue(line: line)
    } catch {
      throw .noAnswer
    }
  }

  private mutating func receive() throws(ControlClientError) {
    do throws(Errno) {
      guard var part = try socket.receive(count: 64 << 10) else { throw Errno.timedOut }
      guard !part.bytes.isEmpty else { throw Errno.brokenPipe }
      received.append(part.bytes)
      if let file = part.file.take() { self.file = ReceivedFile(file) }
    } catch .timedOut {
      throw .noAnswer
    } catch .brokenPipe {
      throw .ended
    } catch .reset {
      throw .ended
    } catch {
      throw .failed(error)
    }
  }

  private func send(_ line: [UInt8]) throws(ControlClientError) {
    do throws(Errno) {
      var rest = line[...]
      while !rest.isEmpty {
        guard let sent = try socket.send(rest) else { throw Errno.timedOut }
        rest = rest.dropFirst(sent)
      }
    } catch .timedOut {
      throw .noAnswer
    } catch .brokenPipe {
      // It may have said why.
      return
    } catch {
      throw .failed(error)
    }
  }
}

/// A file that came with an answer.
public final class ReceivedFile: Sendable {
  public let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}
