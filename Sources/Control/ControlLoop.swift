import Glibc
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// The event loop of the server's thread. Confined to it.
final class ControlLoop {
  let parts: ControlParts
  let controlled: any Controlled
  let limits: ControlLimits
  let fixedPolicy: PeerPolicy?
  let report: @Sendable (ControlEvent) -> Void
  var connections: [UInt64: ControlConnection] = [:]
  private var lastID = Token.firstConnection
  private var rateLimit = LogRateLimit()
  var pictures: SentPictures
  var broadcast = StatusBroadcast()
  /// When to try again after accepting a client has failed.
  private var nextAccept: HostTime?
  private let binding = ThreadBinding()

  private enum Token {
    static let inbox: UInt64 = 0
    static let listening: UInt64 = 1
    static let timer: UInt64 = 2
    static let firstConnection: UInt64 = 16
  }

  init(
    _ parts: ControlParts, _ controlled: any Controlled, _ limits: ControlLimits,
    _ policy: PeerPolicy?, _ report: @escaping @Sendable (ControlEvent) -> Void
  ) {
    self.parts = parts
    self.controlled = controlled
    self.limits = limits
    (fixedPolicy, self.report) = (policy, report)
    pictures = SentPictures(limits.pictures)
  }

  func run() {
    binding.check()
    do throws(Errno) {
      try parts.loop.add(parts.inbox.wakeup.descriptor, token: Token.inbox)
      try parts.loop.add(parts.timer.descriptor, token: Token.timer)
      try parts.loop.add(parts.listening.descriptor, token: Token.listening)
      report(.listening(path: parts.listening.path))
      var isClosing = false
      while !isClosing {
        parts.timer.set(to: deadline)
        try parts.loop.wait { token, readiness in
          switch token {
          case Token.inbox: isClosing = handleMessages()
          case Token.listening: accept(.now())
          case Token.timer: parts.timer.clear()
          default: serve(token, readiness)
          }
        }
        handleTimeouts(.now())
      }
    } catch {
      report(.failed("ended: \(error)"))
    }
  }

  private var deadline: HostTime? {
    let answers = connections.values.compactMap { $0.pending?.deadline }
    let others = [
      broadcast.deadline(limits.statusInterval), nextAccept, admission.nextRequestTimeout(clients),
      pictures.deadline,
    ]
    return (answers + others.compactMap(\.self)).min()
  }

  private var admission: ClientAdmission {
    ClientAdmission(limits: limits.clients, owner: fixedPolicy?.owner ?? geteuid())
  }
  private var clients: [ClientAdmission.Client] { connections.values.map(\.client) }

  private func handleTimeouts(_ now: HostTime) {
    pictures.look(at: now)
    for id in admission.silentClients(clients, at: now) {
      dismiss(
        id,
        Refusal("no request within \(limits.clients.requestTimeout.components.seconds) s", .timeout)
      )
    }
    if let due = nextAccept, due <= now {
      nextAccept = nil
      try? parts.loop.add(parts.listening.descriptor, token: Token.listening)
      accept(now)
    }
    for connection in connections.values {
      guard let pending = connection.pending, pending.deadline <= now else { continue }
      connection.finish(pending.number, .refused(.playerIsSilent))
      resume(connection)
    }
    broadcastStatus(now)
  }

  private func broadcastStatus(_ now: HostTime) {
    guard let line = broadcast.nextLine(at: now, every: limits.statusInterval) else { return }
    for connection in connections.values where connection.isObserving {
      connection.sendStatus(line)
      settle(connection)
    }
  }

  private func broadcastEvent(_ event: PlaybackEvent) {
    let line = event.fields.with(["event": .text(event.name)]).line
    for connection in connections.values where connection.isObserving {
      connection.sendEvent(line)
      settle(connection)
    }
  }

  /// Returns true if the server should end.
  private func handleMessages() -> Bool {
    let messages = parts.inbox.drain()
    for respond in messages.livenessChecks { respond() }
    for event in messages.events { broadcastEvent(event) }
    if messages.statusChanged { broadcast.update(controlled.status, controlled.reports) }
    for completion in messages.completions {
      guard let connection = connections[completion.connection] else { continue }
      connection.finish(completion.request, completion.reply)
      if case .picture(let picture, .descriptor) = completion.reply {
        pictures.add(picture, to: connection.user, at: .now())
      }
      resume(connection)
    }
    return messages.isClosing
  }

  private func serve(_ token: UInt64, _ readiness: Readiness) {
    guard let connection = connections[token] else { return }
    if readiness.contains(.gone) {
      connection.handleHangUp()
    }
    resume(connection)
  }

  /// Handles the next requests of a client.
  private func resume(_ connection: ControlConnection) {
    connection.serve { handle($0, from: connection) }
    connection.sendSkippedStatus { StatusBroadcast.line(controlled.statusValue) }
    settle(connection)
  }

  /// Updates what to wait for, or removes a client that is done.
  private func settle(_ connection: ControlConnection) {
    let isDone = connection.isClosed || connection.isGone && connection.pending == nil
    if isDone { connections[connection.id] = nil }
    parts.inbox.setObserved(connections.values.contains(where: \.isObserving))
    if isDone || connection.isGone {
      connection.remove(from: parts.loop)
    } else {
      connection.wait(in: parts.loop)
    }
  }
}

/// New clients.
extension ControlLoop {
  private func accept(_ now: HostTime) {
    do throws(Errno) {
      while let socket = try parts.listening.accept() { try addClient(socket, now) }
    } catch {
      // The process is probably out of descriptors: epoll would report the waiting clients
      // repeatedly.
      log(.failed("cannot accept clients: \(error)"), now)
      parts.loop.remove(parts.listening.descriptor)
      nextAccept = now + .seconds(1)
    }
  }

  private func addClient(_ socket: consuming FileDescriptor, _ now: HostTime) throws(Errno) {
    let peer = try SocketPeer(of: socket)
    if let why = refusal(peer, socket, now) {
      log(.rejected(peer, why), now)
      let line = JSONValue.object(why.fields).line
      // Best effort: the connection is closed in any case.
      _ = try? socket.send(line[...])
      return
    }
    if rateLimit.isNew(peer.user) { log(.connected(peer), now) }
    lastID +|= 1
    let connection = ControlConnection(lastID, of: peer.user, socket, limits)
    try connection.add(to: parts.loop)
    connections[lastID] = connection
  }

  private func dismiss(_ id: UInt64, _ why: Refusal) {
    guard let connection = connections[id] else { return }
    connection.dismiss(why)
    settle(connection)
  }

  private func refusal(
    _ peer: SocketPeer, _ socket: borrowing FileDescriptor, _ now: HostTime
  ) -> Refusal? {
    if parts.isReadOnly { return admissionRefusal(peer, now) }
    // The administrator may have changed the group of the socket.
    let owner = geteuid()
    let policy =
      fixedPolicy ?? PeerPolicy(owner: owner, group: parts.listening.group ?? getegid())
    let isMember = peer.user != 0 && SocketPeer.isMember(socket, of: policy.group)
    guard policy.admits(peer, isMember: { _ in isMember }) else {
      return Refusal(
        "permission denied: not the player's user, and not in the socket's group", .permission)
    }
    return admissionRefusal(peer, now)
  }

  private func admissionRefusal(_ peer: SocketPeer, _ now: HostTime) -> Refusal? {
    switch admission.decide(for: peer.user, clients, at: now) {
    case .admitted: return nil
    case .admittedReplacing(let id):
      dismiss(id, Refusal("disconnected to make room for another client", .busy))
      return nil
    case .refused(let why): return why
    }
  }

  private func log(_ event: ControlEvent, _ now: HostTime) {
    let (isAllowed, suppressed) = rateLimit.logEvent(at: now)
    guard isAllowed else { return }
    if suppressed > 0 { report(.suppressed(suppressed)) }
    report(event)
  }
}

/// Carries out requests.
extension ControlLoop {
  func handle(_ line: RequestLine, from connection: ControlConnection) {
    switch line.request {
    case nil: break
    case .failure(let refusal): connection.answer(line.id, .refused(refusal))
    case .success(let request): handle(request, line.id, connection)
    }
  }

  private func handle(_ request: Request, _ id: JSONValue?, _ connection: ControlConnection) {
    if parts.isReadOnly, !request.isReadOnly {
      let why = Refusal("this socket is read-only", .permission)
      return connection.answer(id, .refused(why))
    }
    switch request {
    case .quit:
      connection.answer(id, .success())
      controlled.quit()
    case .observe, .unobserve: observe(request == .observe, id, connection)
    case .screenshot(.descriptor) where !connection.hasReadAll:
      // Pictures in transit use the player's memory.
      connection.answer(id, .refused(Refusal("read the earlier responses first")))
    default:
      let reply = controlled.answer(request, listBytes: limits.listBytes) {
        deferReply(id, connection)
      }
      if let reply { connection.answer(id, reply) }
    }
  }

  /// Ensures an answer within the time limit, whatever the player does.
  private func deferReply(_ id: JSONValue?, _ connection: ControlConnection) -> DeferredReply {
    let deadline = HostTime.now() + limits.answerTimeout
    let (inbox, client) = (parts.inbox, connection.id)
    let number = connection.await(id, until: deadline)
    return DeferredReply(until: deadline) {
      inbox.post(.init(connection: client, request: number, reply: $0))
    }
  }

  private func observe(_ isWanted: Bool, _ id: JSONValue?, _ connection: ControlConnection) {
    connection.answer(id, .success())
    connection.isObserving = isWanted
    parts.inbox.setObserved(true)
    if isWanted { connection.sendStatus(StatusBroadcast.line(controlled.statusValue)) }
  }
}
