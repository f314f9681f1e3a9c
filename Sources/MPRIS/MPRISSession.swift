internal import VitrineBus
internal import VitrineControl
internal import VitrineLinux
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The player on one bus connection: its name, the calls of clients, and its signals. Confined to
/// its thread.
final class MPRISSession: BusClient {
  private let name: String
  private let connection: BusConnection
  private let controlled: any Controlled
  private let inbox: MPRISInbox
  private let onEvent: @Sendable (MPRISEvent) -> Void
  private var authorizer: MPRISAuthorizer
  private var changes: MPRISChanges
  private var seekDetector = MPRISSeekDetector()
  private var pendingCalls = MPRISPendingCalls()
  private(set) var isSettled = false
  private var failure: BusError?

  /// The timeout for the player's answer.
  private static let timeout = Duration.seconds(10)
  private static let bus = "org.freedesktop.DBus"

  init(
    _ name: String, _ connection: BusConnection, _ controlled: any Controlled,
    _ authorizer: MPRISAuthorizer, _ inbox: MPRISInbox,
    _ onEvent: @escaping @Sendable (MPRISEvent) -> Void
  ) throws(BusError) {
    self.name = name
    self.connection = connection
    self.controlled = controlled
    self.authorizer = authorizer
    self.inbox = inbox
    self.onEvent = onEvent
    changes = MPRISChanges(
      MPRISView(status: controlled.status, queue: controlled.queue).signaledProperties)
    try connection.serve(MPRISInterfaces.path) { [weak self] call, pending in
      self?.receive(call, pending)
    }
    try connection.observe(
      "type='signal',sender='\(Self.bus)',member='NameAcquired',arg0='\(name)'"
    ) { [weak self] _ in self?.handleNameAcquired() }
    // If another program owns the name, this one is queued for it.
    try ask("RequestName", [.string(name), .uint32(0)]) { [weak self] reply in
      self?.handleNameReply(reply)
    }
  }

  var deadline: HostTime? {
    [changes.deadline, pendingCalls.deadline].compactMap { $0 }.min()
  }

  func process(at now: HostTime) throws(BusError) {
    let messages = inbox.drain()
    for completion in messages.completions { finish(completion, now) }
    pendingCalls.failExpired(at: now)
    if messages.hasStatus || !messages.completions.isEmpty { changes.markChanged() }
    emitChanges(now)
    if let failure { throw failure }
  }

  private var view: MPRISView {
    MPRISView(status: controlled.status, queue: controlled.queue)
  }

  private func emitChanges(_ now: HostTime) {
    let view = view
    if seekDetector.update(view.status, at: now) { emit(MPRISInterfaces.seeked(view.position)) }
    guard let changed = changes.dueChanges(at: now, { view.signaledProperties }) else { return }
    emit(BusObject.changed(changed, of: MPRISInterfaces.player, at: MPRISInterfaces.path))
  }

  private func emit(_ signal: BusSignal) {
    do throws(BusError) { try connection.emit(signal) } catch { failure = error }
  }

  private func ask(
    _ method: String, _ arguments: [BusValue], done: @escaping (BusReply) -> Void
  ) throws(BusError) {
    try connection.call(
      BusCall(Self.bus, "/org/freedesktop/DBus", Self.bus, method, arguments), done: done)
  }
}

// The name.
extension MPRISSession {
  private func handleNameReply(_ reply: BusReply) {
    switch reply {
    // 1: this program owns it, which NameAcquired has reported. 2: another program does.
    case .success(let values):
      isSettled = true
      if values.first?.integer == 2 { onEvent(.isWaiting(name: name)) }
    case .failure(let refusal): failure = .refused(what: "the name \(name)", refusal)
    }
  }

  private func handleNameAcquired() { onEvent(.known(name: name)) }
}

// Calls.
extension MPRISSession {
  private func receive(_ call: BusCall, _ pending: BusPendingCall) {
    switch authorizer.decision(for: call.peer) {
    case .admitted: serve(call, pending)
    case .rejected: pending.reply(.failure(.notAdmitted))
    case .unknown:
      let isFirst = pendingCalls.waitingCount(of: call.peer) == 0
      guard pendingCalls.enqueue(call, pending) else { return pending.reply(.failure(.busy)) }
      if isFirst { queryUser(of: call.peer) }
    }
  }

  /// Queries the user of a program. sd-bus could do that itself, but would block.
  private func queryUser(of peer: String) {
    do throws(BusError) {
      try ask("GetConnectionCredentials", [.string(peer)]) { [weak self] reply in
        guard let self else { return }
        var credentials: [String: BusValue] = [:]
        if case .success(let values) = reply, case .properties(let found)? = values.first {
          credentials = found
        }
        if let user = authorizer.record(credentials, of: peer) { onEvent(.rejected(user: user)) }
        for (call, pending) in pendingCalls.removeWaiting(of: peer) { receive(call, pending) }
      }
    } catch {
      failure = error
    }
  }

  private func serve(_ call: BusCall, _ pending: BusPendingCall) {
    let view = view
    let meaning = MPRISInterfaces.object.meaning(of: call) { interface in
      interface == MPRISInterfaces.root ? MPRISView.root : view.player
    }
    switch meaning {
    case .answered(let reply): pending.reply(reply)
    case .method(_, let name, let arguments):
      perform(MPRISOutcome(method: name, arguments, view), pending, view)
    case .change(_, let property, let value):
      perform(MPRISOutcome(property: property, value), pending, view)
    }
  }

  private func perform(_ outcome: MPRISOutcome, _ pending: BusPendingCall, _ view: MPRISView) {
    switch outcome {
    case .nothing: pending.reply(.success([]))
    case .refused(let refusal): pending.reply(.failure(refusal))
    case .request(.quit):
      pending.reply(.success([]))
      controlled.quit()
    case .request(let request):
      let deadline = HostTime.now() + Self.timeout
      let accepted = MPRISPendingCalls.PendingRequest(
        request: request, pending: pending, wasIdle: view.isIdle, deadline: deadline)
      let number = inbox.makeNumber()
      guard pendingCalls.insert(accepted, as: number) else { return pending.reply(.failure(.busy)) }
      let reply = controlled.answer(request, listBytes: 0) { [inbox] in
        DeferredReply(until: deadline) { inbox.append(.init(number: number, refusal: $0.refusal)) }
      }
      if let reply { inbox.append(.init(number: number, refusal: reply.refusal)) }
    }
  }

  private func finish(_ completion: MPRISInbox.Completion, _ now: HostTime) {
    guard let accepted = pendingCalls.finish(completion.number) else { return }
    guard completion.refusal == nil else {
      return accepted.pending.reply(.failure(BusRefusal(completion.refusal)))
    }
    let view = view
    switch accepted.request {
    case .load where !accepted.wasIdle:
      // An item that was already playing starts again.
      if let first = view.queue.entries.first { controlled.perform(.jump(to: first.id)) { _ in } }
    case .command(.seek), .command(.skip):
      // A short seek is not detected as a jump of the position. It is reported once.
      _ = seekDetector.update(view.status, at: now)
      emit(MPRISInterfaces.seeked(view.position))
    default: break
    }
    accepted.pending.reply(.success([]))
  }
}

extension MPRISView {
  var isIdle: Bool { status.phase == .idle || status.phase == .ended }
}

extension Reply {
  fileprivate var refusal: Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}
