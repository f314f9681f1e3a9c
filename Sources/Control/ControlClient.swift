public import VitrineLinux

/// A client of a `ControlServer`: sends requests, waits for answers, follows the status. Confined
/// to one thread.
public struct ControlClient: ~Copyable {
  public let socket: FileDescriptor
  private let path: String
  private var received: LineBuffer
  private var requestCount: Int
  private let binding: ThreadBinding
  /// A file received for the pending request.
  private var file: ReceivedFile?

  /// Answers may be longer than requests, but not unbounded.
  private static let longestLine = 4 << 20

  /// `seconds` is the timeout for each answer.
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

  /// The answer to a request.
  public struct Answer: Sendable {
    public let data: JSONValue?
    public let file: ReceivedFile?
  }

  /// Sends a request and waits for the answer.
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
        // An error without a request number concerns the client, not the request.
        throw refusal.code == .permission ? .noPermission : .rejected(refusal)
      }
      guard line["error"]?.text == "success" else { throw .noAnswer }
      defer { file = nil }
      return Answer(data: line["data"], file: file)
    }
  }

  /// Returns the events received so far; if `receiving`, waits for more data first. Throws if the
  /// player has ended.
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
      // The player may have sent the reason.
      return
    } catch {
      throw .failed(error)
    }
  }
}

/// A file received with an answer.
public final class ReceivedFile: Sendable {
  public let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}
