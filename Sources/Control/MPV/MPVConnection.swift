internal import VitrineLinux
internal import VitrineTiming

/// One client of mpv's protocol: what it sent and was not done yet, and what it has not read. Bound to the
/// server's thread.
final class MPVConnection {
  let id: UInt64
  let socket: FileDescriptor
  var conversation: MPVConversation
  private var input = LineBuffer(limit: MPVConnection.longestLine)
  private var output = OutputBuffer()
  /// Of the line that is being done, the last one first.
  private var parts: [MPVConversation.Part] = []
  /// Other clients come first, then the rest of what this one sent is done.
  private(set) var awaitsTurn = false
  /// What was asked of the player, and is to be answered when it is done.
  var pending: Pending?
  private(set) var hasEnded = false
  /// It takes nothing more; what it sent before is still done.
  private(set) var isGone = false
  private(set) var isClosed = false
  var watched = Readiness.readable
  var isWatched = true

  struct Pending {
    let number: UInt64
    let ticket: MPVConversation.Ticket
    let outcome: MPVOutcome
    /// Whether nothing played as it was asked.
    let wasIdle: Bool
  }

  /// mpv has no limit; what clients send is far below.
  private static let longestLine = 256 << 10
  /// So many are done before it is the next client's turn.
  private static let turn = 64
  private static let mostUnsent = 4 << 20

  init(_ id: UInt64, _ socket: consuming FileDescriptor) {
    self.id = id
    self.socket = socket
    // mpv counts from 0.
    conversation = MPVConversation(name: "ipc_\(id -| 1)")
  }

  var interest: Readiness {
    var interest: Readiness = []
    if !hasEnded, pending == nil, !awaitsTurn, output.count < Self.mostUnsent / 4 {
      interest.insert(.readable)
    }
    if !output.isEmpty { interest.insert(.writable) }
    return interest
  }

  var isLoading: Bool {
    if case .load? = pending?.outcome { true } else { false }
  }

  /// Whether all that it asked for is done and read, and nothing more comes of it.
  var isDone: Bool {
    isClosed || (hasEnded || isGone) && !awaitsTurn && pending == nil && output.isEmpty
  }

  func receive() {
    guard !hasEnded else { return }
    do throws(Errno) {
      guard let received = try socket.receive(count: 1 << 16) else { return }
      // A file that comes with it is closed unseen.
      if received.bytes.isEmpty { hasEnded = true } else { input.append(received.bytes) }
    } catch {
      noteGone()
    }
  }

  /// Its other end is gone in both directions. It is not heard of again: all that it sent is read now.
  func noteGone() {
    guard !isGone else { return }
    isGone = true
    output.removeAll()
    for _ in 0..<64 where !hasEnded { receive() }
    hasEnded = true
  }

  /// Hands out what can be done now, part by part, until others have their turn.
  func takeTurn(_ body: (MPVConversation.Part) -> Void) {
    for _ in 0..<Self.turn {
      guard let part = nextPart() else { return awaitsTurn = false }
      body(part)
    }
    awaitsTurn = true
  }

  /// Lines are read when their turn comes: what one may hold is in memory once.
  private func nextPart() -> MPVConversation.Part? {
    guard pending == nil, !isClosed else { return nil }
    while parts.isEmpty {
      switch input.next() {
      case nil: return nil
      case .line(let bytes): parts = MPVConversation.parts(of: bytes).reversed()
      case .tooLong: parts = [.malformed(id: .integer(0))]
      }
    }
    return parts.popLast()
  }

  func say(_ value: MPVValue) { say(value.line) }

  func say(_ line: [UInt8]) {
    guard !isClosed, !isGone else { return }
    // One that reads nothing has no use for more.
    guard output.count + line.count <= Self.mostUnsent else { return isClosed = true }
    output.append(line)
  }

  func flush() {
    guard !isGone else { return }
    do throws(Errno) {
      try output.flush(to: socket)
    } catch {
      noteGone()
    }
  }
}
