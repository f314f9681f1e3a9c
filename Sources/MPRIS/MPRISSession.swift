internal import VitrineBus
internal import VitrineControl
internal import VitrineLinux
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The player on one bus connection: its name, the calls of clients, and its signals. Confined to
/// its thread.
final class MPRISSession: BusTenant {
  private let name: String
  private let connection: BusConnection
  private let controlled: any Controlled
  private let inbox: MPRISInbox
  private let news: @Sendable (MPRISNews) -> Void
  private var admission: MPRISAdmission
  private var changes: MPRISChanges
  private var jumps = MPRISJumps()
  private var desk = MPRISDesk()
  private(set) var isSettled = false
  private var failure: BusError?

  /// The timeout for the player's answer.
  private static let patience = Duration.seconds(10)
  private static let bus = "org.freedesktop.DBus"

  init(
    _ name: String, _ connection: BusConnection, _ controlled: any Controlled,
    _ admission: MPRISAdmission, _ inbox: MPRISInbox,
    _ news: @escaping @Sendable (MPRISNews) -> Void
  ) throws(BusError) {
    self.name = name
    self.connection = connection
    self.controlled = controlled
    self.admission = admission
    self.inbox = inbox
    self.news = news
    changes = MPRISChanges(
      MPRISView(status: controlled.status, queue: controlled.queue).told)
    try connection.serve(MPRISInterfaces.path) { [weak self] call, ticket in
      self?.receive(call, ticket)
    }
    try connection.observe(
      "type='signal',sender='\(Self.bus)',member='NameAcquired',arg0='\(name)'"
    ) { [weak self] _ in self?.noteOwned() }
    // If another program owns the name, this one is queued for it.
    try ask("RequestName", [.string(name), .uint32(0)]) { [weak self] reply in
      self?.noteName(reply)
    }
  }

  var deadline: HostTime? {
    [changes.deadline, desk.deadline].compactMap { $0 }.min()
  }

  func tend(at now: HostTime) throws(BusError) {
    let mail = inbox.take()
    for done in mail.done { finish(done, now) }
    desk.refuseLate(at: now)
    if mail.hasStatus || !mail.done.isEmpty { changes.note() }
    tellChanges(now)
    if let failure { throw failure }
  }

  private var view: MPRISView {
    MPRISView(status: controlled.status, queue: controlled.queue)
  }

  private func tellChanges(_ now: HostTime) {
    let view = view
    if jumps.note(view.status, at: now) { emit(MPRISInterfaces.seeked(view.position)) }
    guard let changed = changes.take(at: now, { view.told }) else { return }
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
  private func noteName(_ reply: BusReply) {
    switch reply {
    // 1: this program owns it, which NameAcquired has reported. 2: another program does.
    case .success(let values):
      isSettled = true
      if values.first?.integer == 2 { news(.isWaiting(name: name)) }
    case .failure(let refusal): failure = .refused(what: "the name \(name)", refusal)
    }
  }

  private func noteOwned() { news(.known(name: name)) }
}

// Calls.
extension MPRISSession {
  private func receive(_ call: BusCall, _ ticket: BusTicket) {
    switch admission.answer(to: call.peer) {
    case .admitted: serve(call, ticket)
    case .rejected: ticket.answer(.failure(.notAdmitted))
    case .unknown:
      let isFirst = desk.holds(of: call.peer) == 0
      guard desk.hold(call, ticket) else { return ticket.answer(.failure(.busy)) }
      if isFirst { learn(call.peer) }
    }
  }

  /// Queries the user of a program. sd-bus could do that itself, but would block.
  private func learn(_ peer: String) {
    do throws(BusError) {
      try ask("GetConnectionCredentials", [.string(peer)]) { [weak self] reply in
        guard let self else { return }
        var credentials: [String: BusValue] = [:]
        if case .success(let values) = reply, case .properties(let found)? = values.first {
          credentials = found
        }
        if let user = admission.note(peer, credentials) { news(.rejected(user: user)) }
        for (call, ticket) in desk.takeHeld(of: peer) { receive(call, ticket) }
      }
    } catch {
      failure = error
    }
  }

  private func serve(_ call: BusCall, _ ticket: BusTicket) {
    let view = view
    let meaning = MPRISInterfaces.object.meaning(of: call) { interface in
      interface == MPRISInterfaces.root ? MPRISView.root : view.player
    }
    switch meaning {
    case .answered(let reply): ticket.answer(reply)
    case .method(_, let name, let arguments):
      carryOut(MPRISOutcome(method: name, arguments, view), ticket, view)
    case .change(_, let property, let value):
      carryOut(MPRISOutcome(property: property, value), ticket, view)
    }
  }

  private func carryOut(_ outcome: MPRISOutcome, _ ticket: BusTicket, _ view: MPRISView) {
    switch outcome {
    case .nothing: ticket.answer(.success([]))
    case .refused(let refusal): ticket.answer(.failure(refusal))
    case .request(.quit):
      ticket.answer(.success([]))
      controlled.quit()
    case .request(let request):
      let deadline = HostTime.now() + Self.patience
      let taken = MPRISDesk.Taken(
        request: request, ticket: ticket, wasIdle: view.isIdle, deadline: deadline)
      let number = inbox.makeNumber()
      guard desk.take(number, taken) else { return ticket.answer(.failure(.busy)) }
      let reply = controlled.answer(request, listBytes: 0) { [inbox] in
        AwaitedReply(until: deadline) { inbox.put(.init(number: number, refusal: $0.refusal)) }
      }
      if let reply { inbox.put(.init(number: number, refusal: reply.refusal)) }
    }
  }

  private func finish(_ done: MPRISInbox.Done, _ now: HostTime) {
    guard let taken = desk.finish(done.number) else { return }
    guard done.refusal == nil else {
      return taken.ticket.answer(.failure(BusRefusal(done.refusal)))
    }
    let view = view
    switch taken.request {
    case .load where !taken.wasIdle:
      // An item that was already playing starts again.
      if let first = view.queue.entries.first { controlled.perform(.jump(to: first.id)) { _ in } }
    case .command(.seek), .command(.skip):
      // A short seek is not detected as a jump of the position. It is reported once.
      _ = jumps.note(view.status, at: now)
      emit(MPRISInterfaces.seeked(view.position))
    default: break
    }
    taken.ticket.answer(.success([]))
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
