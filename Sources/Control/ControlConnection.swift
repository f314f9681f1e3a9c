import VitrineLinux
import VitrineTiming

/// One client's connection. Confined to the server's thread.
final class ControlConnection {
  let id: UInt64
  let user: UInt32
  let socket: FileDescriptor
  private let limits: ControlLimits
  private var input: LineBuffer
  private var output = OutputBuffer()
  private(set) var pending: Pending?
  private var requestCount = 0

  /// When it last sent a request, or connected.
  private var quietSince = HostTime.now()
  private var hasAsked = false
  var isFollowing = false
  /// Whether a status was skipped because the previous one was not sent yet.
  private var owesStatus = false
  /// Whether the client has finished sending.
  private var hasEnded = false
  /// Whether the client has disconnected. Requests that it sent before are still carried out.
  private(set) var isGone = false
  private(set) var isClosed = false
  /// The readiness that the event loop waits for.
  var watched = Readiness.readable
  var isWatched = true
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
    self.id = id
    self.user = user
    self.limits = limits
    self.socket = socket
    input = LineBuffer(limit: limits.lineBytes)
  }

  /// The client's entry in the room.
  var seat: ClientRoom.Seat {
    ClientRoom.Seat(
      id: id, user: user, quietSince: quietSince, hasAsked: hasAsked,
      isBusy: pending != nil || isFollowing || !output.isEmpty)
  }

  /// Disconnects the client and tries to send the reason.
  func dismiss(_ why: Refusal) {
    answer(nil, .refused(why))
    isClosed = true
  }

  /// What to wait for; nothing while earlier requests are pending.
  var interest: Readiness {
    var interest: Readiness = []
    if takesInput, !hasEnded { interest.insert(.readable) }
    if !output.isEmpty { interest.insert(.writable) }
    return interest
  }

  private var takesInput: Bool {
    pending == nil && output.count < limits.busyBytes && !output.hasFile && !isClosed
  }

  /// The client has closed both directions.
  func noteGone() {
    binding.check()
    isGone = true
    isFollowing = false
    output.removeAll()
  }

  /// Does what can be done now, and passes each line to `body`.
  func serve(_ body: (RequestLine) -> Void) {
    binding.check()
    // A limited number of rounds before the next client's turn. A client that has disconnected gets
    // no other turn.
    // bound: 64 or 4
    for _ in 0..<(isGone ? 64 : 4) {
      flush()
      takeLines(body)
      guard takesInput, !hasEnded, receive() else { break }
    }
    takeLines(body)
    flush()
    let isDone = takesInput && hasEnded && output.isEmpty && !isFollowing
    if isDone { isClosed = true }
  }

  private func takeLines(_ body: (RequestLine) -> Void) {
    while takesInput, let line = input.next() {
      (quietSince, hasAsked) = (.now(), true)
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
      guard let received = try socket.receive(count: 16 << 10) else {
        if isGone { hasEnded = true }
        return false
      }
      // A file descriptor sent with it is closed.
      if received.bytes.isEmpty { hasEnded = true } else { input.append(received.bytes) }
      return true
    } catch {
      hasEnded = true
      noteGone()
      return false
    }
  }

  private func flush() {
    guard !isGone else { return output.removeAll() }
    do throws(Errno) {
      try output.flush(to: socket)
    } catch {
      noteGone()
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
  func tell(_ status: [UInt8]) {
    binding.check()
    owesStatus = !output.isEmpty
    if !owesStatus { send(status) }
  }

  /// Sends the current status if one was skipped and can be sent now.
  func tellOwed(_ status: () -> [UInt8]) {
    if owesStatus, isFollowing, output.isEmpty { tell(status()) }
  }

  private func send(_ line: [UInt8], with file: CapturedPicture? = nil) {
    guard !isGone, !isClosed else { return }
    guard output.count + line.count <= limits.unsentBytes else { return isClosed = true }
    output.append(line, with: file)
    flush()
  }

  /// Whether the client has read everything that was sent to it.
  var hasReadAll: Bool { output.isEmpty && socket.isAllRead }
}
