import VitrineLinux
import VitrineTiming

/// One client's connection. Confined to the server's thread.
final class ControlConnection {
  private var known: ClientAdmission.Client
  private var socket: ClientSocket
  private let limits: ControlLimits
  private var input: LineBuffer
  private(set) var pending: Pending?
  private var requestCount = 0
  var isObserving = false
  /// Whether a status was skipped because the previous one was not sent yet.
  private var hasSkippedStatus = false
  private(set) var isClosed = false
  private let binding = ThreadBinding()

  /// A request that the player has not answered yet. Later requests wait, so that answers come in
  /// order.
  struct Pending {
    let number: Int
    let id: JSONValue?
    let deadline: HostTime
  }

  init(
    _ id: UInt64, of user: UInt32, _ socket: consuming FileDescriptor, _ limits: ControlLimits
  ) {
    known = ClientAdmission.Client(
      id: id, user: user, idleSince: .now(), hasSentRequest: false, isBusy: false)
    self.limits = limits
    self.socket = ClientSocket(socket, token: id)
    input = LineBuffer(limit: limits.lineBytes)
  }

  /// The client, as admission sees it.
  var client: ClientAdmission.Client {
    var client = known
    client.isBusy = pending != nil || isObserving || !socket.output.isEmpty
    return client
  }

  var id: UInt64 { known.id }
  var user: UInt32 { known.user }
  /// Whether the client has disconnected. Requests that it sent before are still carried out.
  var isGone: Bool { socket.isGone }

  /// Disconnects the client and tries to send the reason.
  func dismiss(_ why: Refusal) {
    answer(nil, .refused(why))
    isClosed = true
  }

  /// Waits for input, unless earlier requests are pending, and for output.
  func wait(in loop: borrowing EventLoop) {
    var interest: Readiness = []
    if acceptsInput, !socket.hasEnded { interest.insert(.readable) }
    if !socket.output.isEmpty { interest.insert(.writable) }
    socket.wait(for: interest, in: loop)
  }

  func add(to loop: borrowing EventLoop) throws(Errno) { try socket.add(to: loop) }

  func remove(from loop: borrowing EventLoop) { socket.remove(from: loop) }

  private var acceptsInput: Bool {
    pending == nil && socket.output.count < limits.busyBytes && !socket.output.hasFile
      && !isClosed
  }

  /// The client has closed both directions.
  func handleHangUp() {
    binding.check()
    isObserving = false
    socket.hangUp()
  }

  /// Does what can be done now, and passes each line to `body`.
  func serve(_ body: (RequestLine) -> Void) {
    binding.check()
    // A limited number of rounds before the next client's turn. A client that has disconnected gets
    // no other turn.
    // bound: 64 or 4
    for _ in 0..<(isGone ? 64 : 4) {
      flush()
      handleLines(body)
      guard acceptsInput, !socket.hasEnded, receive() else { break }
    }
    handleLines(body)
    flush()
    let isDone = acceptsInput && socket.hasEnded && socket.output.isEmpty && !isObserving
    if isDone { isClosed = true }
  }

  private func handleLines(_ body: (RequestLine) -> Void) {
    while acceptsInput, let line = input.next() {
      (known.idleSince, known.hasSentRequest) = (.now(), true)
      switch line {
      case .line(let bytes): body(RequestLine(bytes))
      case .tooLong:
        answer(
          nil,
          .refused(Refusal("the line is too long (limit: \(limits.lineBytes) bytes)", .invalid)))
      }
    }
  }

  /// Returns false if nothing can be received now.
  private func receive() -> Bool {
    do throws(Errno) {
      guard let bytes = try socket.receive(count: 16 << 10) else {
        if isGone { socket.end() }
        return false
      }
      if !bytes.isEmpty { input.append(bytes) }
      return true
    } catch {
      socket.end()
      handleHangUp()
      return false
    }
  }

  private func flush() {
    do throws(Errno) {
      try socket.flush()
    } catch {
      handleHangUp()
    }
  }

  /// Waits for the player until `deadline`; returns the number that identifies the answer.
  func await(_ id: JSONValue?, until deadline: HostTime) -> Int {
    requestCount += 1
    pending = Pending(number: requestCount, id: id, deadline: deadline)
    return requestCount
  }

  /// Takes the player's answer, unless it is too late.
  func finish(_ number: Int, _ reply: Reply) {
    binding.check()
    guard let pending, pending.number == number else { return }
    self.pending = nil
    answer(pending.id, reply)
  }

  func answer(_ id: JSONValue?, _ reply: Reply) {
    binding.check()
    var fields: [String: JSONValue] = ["error": .text("success")]
    var file: CapturedPicture?
    switch reply {
    case .success(let data): if let data { fields["data"] = data }
    case .refused(let refusal): fields = refusal.fields
    case .picture(let picture, let form):
      do throws(Refusal) {
        fields["data"] = try picture.description(form, limits)
        file = form == .descriptor ? picture : nil
      } catch {
        fields = error.fields
      }
    }
    if let id { fields["request_id"] = id }
    send(JSONValue.object(fields).line, with: file)
  }

  /// Sends the status, or skips it in favour of a later one if it would have to wait.
  func sendStatus(_ status: [UInt8]) {
    binding.check()
    hasSkippedStatus = !socket.output.isEmpty
    if !hasSkippedStatus { send(status) }
  }

  /// Sends the current status if one was skipped and can be sent now.
  func sendSkippedStatus(_ status: () -> [UInt8]) {
    if hasSkippedStatus, isObserving, socket.output.isEmpty { sendStatus(status()) }
  }

  /// Sends an event, or skips it if the client does not read.
  func sendEvent(_ line: [UInt8]) {
    binding.check()
    if socket.output.count < limits.busyBytes { send(line) }
  }

  private func send(_ line: [UInt8], with file: CapturedPicture? = nil) {
    guard !isGone, !isClosed else { return }
    guard socket.output.count + line.count <= limits.unsentBytes else { return isClosed = true }
    socket.output.append(line, with: file)
    flush()
  }

  /// Whether the client has read everything that was sent to it.
  var hasReadAll: Bool { socket.hasReadAll }
}
