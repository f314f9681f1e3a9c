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
  let news: @Sendable (ControlNews) -> Void
  var connections: [UInt64: ControlConnection] = [:]
  private var lastID = Token.firstConnection
  private var rateLimit = NewsRateLimit()
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
    _ policy: PeerPolicy?, _ news: @escaping @Sendable (ControlNews) -> Void
  ) {
    self.parts = parts
    self.controlled = controlled
    self.limits = limits
    (fixedPolicy, self.news) = (policy, news)
    pictures = SentPictures(limits.pictures)
  }

  func run() {
    binding.check()
    do throws(Errno) {
      try parts.loop.add(parts.inbox.wakeup.descriptor, token: Token.inbox)
      try parts.loop.add(parts.timer.descriptor, token: Token.timer)
      try parts.loop.add(parts.listening.descriptor, token: Token.listening)
      news(.listening(path: parts.listening.path))
      var isClosing = false
      while !isClosing {
        parts.timer.set(to: deadline)
        try parts.loop.wait { token, readiness in
          switch token {
          case Token.inbox: isClosing = takeMail()
          case Token.listening: accept(.now())
          case Token.timer: parts.timer.clear()
          default: serve(token, readiness)
          }
        }
        lookAtTime(.now())
      }
    } catch {
      news(.failed("ended: \(error)"))
    }
  }

  private var deadline: HostTime? {
    let answers = connections.values.compactMap { $0.pending?.deadline }
    let others = [
      broadcast.deadline(limits.statusInterval), nextAccept, room.silenceEnds(seats),
      pictures.deadline,
    ]
    return (answers + others.compactMap(\.self)).min()
  }

  private var room: ClientRoom {
    ClientRoom(limits: limits.room, owner: fixedPolicy?.owner ?? geteuid())
  }
  private var seats: [ClientRoom.Seat] { connections.values.map(\.seat) }

  private func lookAtTime(_ now: HostTime) {
    pictures.look(at: now)
    for id in room.silent(seats, at: now) {
      dismiss(
        id,
        Refusal("no request within \(limits.room.silence.components.seconds) s", .timeout))
    }
    if let due = nextAccept, due <= now {
      nextAccept = nil
      try? parts.loop.add(parts.listening.descriptor, token: Token.listening)
      accept(now)
    }
    for connection in connections.values {
      guard let pending = connection.pending, pending.deadline <= now else { continue }
      connection.finish(pending.number, .refused(.playerIsSilent))
      goOn(connection)
    }
    tellFollowers(now)
  }

  private func tellFollowers(_ now: HostTime) {
    guard let line = broadcast.take(at: now, every: limits.statusInterval) else { return }
    for connection in connections.values where connection.isFollowing {
      connection.tell(line)
      settle(connection)
    }
  }

  /// Returns true if the server should end.
  private func takeMail() -> Bool {
    let mail = parts.inbox.take()
    for answer in mail.questions { answer() }
    if mail.isNews { broadcast.note(controlled.status) }
    for answer in mail.answers {
      guard let connection = connections[answer.connection] else { continue }
      connection.finish(answer.request, answer.reply)
      if case .picture(let picture, .descriptor) = answer.reply {
        pictures.add(picture, to: connection.user, at: .now())
      }
      goOn(connection)
    }
    return mail.isClosing
  }

  private func serve(_ token: UInt64, _ readiness: Readiness) {
    guard let connection = connections[token] else { return }
    if readiness.contains(.gone) {
      connection.noteGone()
    }
    goOn(connection)
  }

  /// Handles the next requests of a client.
  private func goOn(_ connection: ControlConnection) {
    connection.serve { obey($0, from: connection) }
    connection.tellOwed { StatusBroadcast.line(JSONValue(controlled.status)) }
    settle(connection)
  }

  /// Updates what to wait for, or removes a client that is done.
  private func settle(_ connection: ControlConnection) {
    let isDone = connection.isClosed || connection.isGone && connection.pending == nil
    if isDone { connections[connection.id] = nil }
    parts.inbox.setObserved(connections.values.contains(where: \.isFollowing))
    if isDone || connection.isGone {
      // epoll would report the hang-up repeatedly while the last requests are carried out.
      if connection.isWatched { parts.loop.remove(connection.socket) }
      connection.isWatched = false
    } else if connection.interest != connection.watched {
      connection.watched = connection.interest
      try? parts.loop.change(
        connection.socket, token: connection.id, to: connection.watched)
    }
  }
}

/// New clients.
extension ControlLoop {
  private func accept(_ now: HostTime) {
    do throws(Errno) {
      while let socket = try parts.listening.accept() { try take(socket, now) }
    } catch {
      // The process is probably out of descriptors: epoll would report the waiting clients
      // repeatedly.
      tell(.failed("cannot accept clients: \(error)"), now)
      parts.loop.remove(parts.listening.descriptor)
      nextAccept = now + .seconds(1)
    }
  }

  private func take(_ socket: consuming FileDescriptor, _ now: HostTime) throws(Errno) {
    let peer = try SocketPeer(of: socket)
    if let why = refusal(peer, socket, now) {
      tell(.rejected(peer, why), now)
      let line = JSONValue.object(why.fields).line
      // Best effort: the connection is closed in any case.
      _ = try? socket.send(line[...])
      return
    }
    if rateLimit.isNew(peer.user) { tell(.connected(peer), now) }
    lastID +|= 1
    let connection = ControlConnection(lastID, of: peer.user, socket, limits)
    try parts.loop.add(connection.socket, token: lastID)
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
    if parts.onlyTells { return refusalOfRoom(peer, now) }
    // The administrator may have changed the group of the socket.
    let owner = geteuid()
    let policy =
      fixedPolicy ?? PeerPolicy(owner: owner, group: parts.listening.group ?? getegid())
    let isMember = peer.user != 0 && SocketPeer.isMember(socket, of: policy.group)
    guard policy.admits(peer, isMember: { _ in isMember }) else {
      return Refusal(
        "permission denied: not the player's user, and not in the socket's group", .permission)
    }
    return refusalOfRoom(peer, now)
  }

  private func refusalOfRoom(_ peer: SocketPeer, _ now: HostTime) -> Refusal? {
    switch room.answer(to: peer.user, seats, at: now) {
    case .room: return nil
    case .instead(let id):
      dismiss(id, Refusal("disconnected to make room for another client", .busy))
      return nil
    case .none(let why): return why
    }
  }

  private func tell(_ news: ControlNews, _ now: HostTime) {
    let (isTold, unsaid) = rateLimit.spend(at: now)
    guard isTold else { return }
    if unsaid > 0 { self.news(.unsaid(unsaid)) }
    self.news(news)
  }
}
