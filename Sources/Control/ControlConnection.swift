import VitrineLinux
import VitrineTiming

/// One client. Thread-bound to the server's thread.
final class ControlConnection {
  let id: UInt64
  let user: UInt32
  let socket: FileDescriptor
  private let limits: ControlLimits
  private var input: LineBuffer
  private var output = OutputBuffer()
  private(set) var pending: Pending?
  private var requestCount = 0

  /// When it asked for something last, or connected.
  private var quietSince = HostTime.now()
  private var hasAsked = false
  var isFollowing = false
  /// It has not been told the newest status: it was still busy with one before.
  private var owesStatus = false
  /// It sends nothing more.
  private var hasEnded = false
  /// It takes nothing more: what it sent before is still done.
  private(set) var isGone = false
  private(set) var isClosed = false
  /// What the event loop was told to wait for.
  var watched = Readiness.readable
  var isWatched = true
  private let binding = ThreadBinding()

  /// A request that the player has not answered yet. What comes after it waits, so that answers
  /// come in the order of the requests.
  struct Pending {
    let number: Int
    let id: JSONValue?
    let deadline: HostTime
  }

  init(
    _ id: UInt64, of user: UInt32, _ socket: consuming FileDescriptor, _ limits: ControlLimits
  ) {
    (self.id, self.user, self.limits) = (id, user, limits)
    self.socket = socket
    input = LineBuffer(limit: limits.lineBytes)
  }

  /// What it takes of the room for clients.
  var seat: ClientRoom.Seat {
    ClientRoom.Seat(
      id: id, user: user, quietSince: quietSince, hasAsked: hasAsked,
      isBusy: pending != nil || isFollowing || !output.isEmpty)
  }

  /// Has it go, and says why, as far as it listens.
  func dismiss(_ why: Refusal) {
    answer(nil, .refused(why))
    isClosed = true
  }

  /// What to wait for; nothing while what it has sent before is not done.
  var interest: Readiness {
    var interest: Readiness = []
    if takesInput, !hasEnded { interest.insert(.readable) }
    if !output.isEmpty { interest.insert(.writable) }
    return interest
  }

  private var takesInput: Bool {
    pending == nil && output.count < limits.busyBytes && !output.hasFile && !isClosed
  }

  /// Its other end is gone in both directions.
  func noteGone() {
    binding.check()
    isGone = true
    isFollowing = false
    output.removeAll()
  }

  /// Does what can be done now, and hands each line to `body`.
  func serve(_ body: (RequestLine) -> Void) {
    binding.check()
    // So many parts at once, then it is the next client's turn. Who is gone is not asked again.
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
        answer(nil, .refused(Refusal("a line has \(limits.lineBytes) bytes at most", .invalid)))
      }
    }
  }

  /// False when there is nothing to be had now.
  private func receive() -> Bool {
    do throws(Errno) {
      guard let received = try socket.receive(count: 16 << 10) else {
        if isGone { hasEnded = true }
        return false
      }
      // A file that comes with it is closed unseen.
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

  /// Waits for the player until `deadline`; the number marks its answer.
  func await(_ id: JSONValue?, until deadline: HostTime) -> Int {
    requestCount += 1
    pending = Pending(number: requestCount, id: id, deadline: deadline)
    return requestCount
  }

  /// The player has answered; nothing when that was too late.
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

  /// Tells the status, or the one after it where this one would have to wait.
  func tell(_ status: [UInt8]) {
    binding.check()
    owesStatus = !output.isEmpty
    if !owesStatus { send(status) }
  }

  /// As `tell`, where it was left out before and can be told now.
  func tellOwed(_ status: () -> [UInt8]) {
    if owesStatus, isFollowing, output.isEmpty { tell(status()) }
  }

  private func send(_ line: [UInt8], with file: CapturedPicture? = nil) {
    guard !isGone, !isClosed else { return }
    guard output.count + line.count <= limits.unsentBytes else { return isClosed = true }
    output.append(line, with: file)
    flush()
  }

  /// Whether the client has read all that was sent to it.
  var hasReadAll: Bool { output.isEmpty && socket.isAllRead }
}
