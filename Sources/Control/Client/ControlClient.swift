package import VitrineLinux

/// A client of a `ControlServer`: sends requests, waits for answers, follows the status. Confined
/// to one thread.
package struct ControlClient: ~Copyable {
  package let socket: FileDescriptor
  private let path: String
  private var received: LineBuffer
  private var requestCount: Int
  private let binding: ThreadBinding
  /// A file received for the pending request.
  private var file: ReceivedFile?

  /// Answers may be longer than requests, but not unbounded.
  private static let longestLine = 4 << 20

  /// `seconds` is the timeout for each answer.
  package init(path: String, waiting seconds: Int32 = 15) throws(ControlClientError) {
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
  package struct Response: Sendable {
    package let data: JSONValue?
    package let file: ReceivedFile?
  }

  /// Sends a request and waits for the answer.
  package mutating func request(_ words: [String]) throws(ControlClientError) -> Response {
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
      if let refusal = Refusal(response: line) {
        if isOurs { throw .refused(refusal) }
        // An error without a request number concerns the client, not the request.
        throw refusal.code == .permission ? .noPermission : .rejected(refusal)
      }
      guard line["error"]?.text == "success" else { throw .noResponse }
      defer { file = nil }
      return Response(data: line["data"], file: file)
    }
  }

  /// Returns the events received so far; if `receiving`, waits for more data first. Throws if the
  /// player has ended.
  package mutating func nextEvents(receiving: Bool) throws(ControlClientError) -> [JSONValue] {
    binding.check()
    if receiving { try receive() }
    var events: [JSONValue] = []
    while let line = try nextReceivedLine() { events.append(line) }
    return events
  }

  private mutating func nextLine() throws(ControlClientError) -> JSONValue {
    while true {
      if let line = try nextReceivedLine() { return line }
      try receive()
    }
  }

  private mutating func nextReceivedLine() throws(ControlClientError) -> JSONValue? {
    guard let next = received.next() else { return nil }
    guard case .line(let line) = next else { throw .noResponse }
    do throws(JSONError) {
      return try JSONValue(line: line)
    } catch {
      throw .noResponse
    }
  }

  private mutating func receive() throws(ControlClientError) {
    do throws(Errno) {
      guard var part = try socket.receive(count: 64 << 10) else { throw Errno.timedOut }
      guard !part.bytes.isEmpty else { throw Errno.brokenPipe }
      received.append(part.bytes)
      if let file = part.file.take() { self.file = ReceivedFile(file) }
    } catch .timedOut {
      throw .noResponse
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
      throw .noResponse
    } catch .brokenPipe {
      // The player may have sent the reason.
      return
    } catch {
      throw .failed(error)
    }
  }
}

/// A file received with an answer.
package final class ReceivedFile: Sendable {
  package let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}

/// Why a `ControlClient` has no answer.
package enum ControlClientError: Error, Hashable, Sendable {
  /// No player listens at the socket.
  case notListening
  /// The client's user may not open the socket, or the player rejects it.
  case noPermission
  /// The player did not answer in time, or sent an invalid answer.
  case noResponse
  /// The player has ended.
  case ended
  /// The player does not admit this client at the moment.
  case rejected(Refusal)
  /// The player refused the request.
  case refused(Refusal)
  /// The result cannot be written to this path.
  case unwritten(String, Errno)
  case failed(Errno)
}
