internal import VitrineLinux
internal import VitrineTiming

/// One client of mpv's protocol, with its unprocessed input and its unsent output. Confined to the
/// server's thread.
final class MPVConnection {
  let id: UInt64
  private var socket: ClientSocket
  var session: MPVSession
  private var input = LineBuffer(limit: MPVConnection.longestLine)
  /// The remaining parts of the current line, in reverse order.
  private var parts: [MPVSession.Part] = []
  /// Whether the rest of the input waits until other clients had their turn.
  private(set) var awaitsTurn = false
  /// A request that the player has not finished.
  var pending: Pending?
  private(set) var isClosed = false

  struct Pending {
    let number: UInt64
    let context: MPVSession.ReplyContext
    let outcome: MPVOutcome
    /// Whether nothing played when it was requested.
    let wasIdle: Bool
  }

  /// mpv has no limit; real clients stay far below.
  private static let longestLine = 256 << 10
  /// The number of parts before the next client's turn.
  private static let turn = 64
  private static let mostUnsent = 4 << 20

  init(_ id: UInt64, _ socket: consuming FileDescriptor, token: UInt64) {
    self.id = id
    self.socket = ClientSocket(socket, token: token)
    // mpv numbers clients from 0.
    session = MPVSession(name: "ipc_\(id -| 1)")
  }

  /// Whether the client has finished sending.
  var hasEnded: Bool { socket.hasEnded }
  /// Whether the client has disconnected. Requests that it sent before are still carried out.
  var isGone: Bool { socket.isGone }

  /// Waits for input, unless earlier requests are pending, and for output.
  func wait(in loop: borrowing EventLoop) {
    var interest: Readiness = []
    if !hasEnded, pending == nil, !awaitsTurn, socket.output.count < Self.mostUnsent / 4 {
      interest.insert(.readable)
    }
    if !socket.output.isEmpty { interest.insert(.writable) }
    socket.wait(for: interest, in: loop)
  }

  func add(to loop: borrowing EventLoop) throws(Errno) { try socket.add(to: loop) }

  func remove(from loop: borrowing EventLoop) { socket.remove(from: loop) }

  var isLoading: Bool {
    if case .load? = pending?.outcome { true } else { false }
  }

  /// Whether all requests are carried out, and all output is sent.
  var isDone: Bool {
    isClosed || (hasEnded || isGone) && !awaitsTurn && pending == nil && socket.output.isEmpty
  }

  func receive() {
    guard !hasEnded else { return }
    do throws(Errno) {
      guard let bytes = try socket.receive(count: 1 << 16) else { return }
      if !bytes.isEmpty { input.append(bytes) }
    } catch {
      handleHangUp()
    }
  }

  /// The client has closed both directions. Reads the rest of its input now, since the loop will
  /// not report it again.
  func handleHangUp() {
    guard !isGone else { return }
    socket.hangUp()
    for _ in 0..<64 where !hasEnded { receive() }
    socket.end()
  }

  /// Passes parts to `body` until this turn is over.
  func runTurn(_ body: (MPVSession.Part) -> Void) {
    for _ in 0..<Self.turn {
      guard let part = nextPart() else { return awaitsTurn = false }
      body(part)
    }
    awaitsTurn = true
  }

  /// Parses a line only when its turn comes, so that only one is expanded in memory.
  private func nextPart() -> MPVSession.Part? {
    guard pending == nil, !isClosed else { return nil }
    while parts.isEmpty {
      switch input.next() {
      case nil: return nil
      case .line(let bytes): parts = MPVSession.parts(of: bytes).reversed()
      case .tooLong: parts = [.malformed(id: .integer(0))]
      }
    }
    return parts.popLast()
  }

  func send(_ value: MPVValue) { send(value.line) }

  func send(_ line: [UInt8]) {
    guard !isClosed, !isGone else { return }
    // Disconnects a client that reads nothing.
    guard socket.output.count + line.count <= Self.mostUnsent else { return isClosed = true }
    socket.output.append(line)
  }

  func flush() {
    do throws(Errno) {
      try socket.flush()
    } catch {
      handleHangUp()
    }
  }
}
