import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// Carries out requests.
extension ControlLoop {
  func obey(_ line: RequestLine, from connection: ControlConnection) {
    switch line.request {
    case nil: break
    case .failure(let refusal): connection.answer(line.id, .refused(refusal))
    case .success(let request): obey(request, line.id, connection)
    }
  }

  private func obey(_ request: Request, _ id: JSONValue?, _ connection: ControlConnection) {
    if parts.onlyTells, !request.onlyAsks {
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
      connection.answer(id, .refused(Refusal("read what was sent before first")))
    default:
      let reply = controlled.answer(request, listBytes: limits.listBytes) {
        later(id, connection)
      }
      if let reply { connection.answer(id, reply) }
    }
  }

  /// Ensures an answer within the time limit, whatever the player does.
  private func later(_ id: JSONValue?, _ connection: ControlConnection) -> AwaitedReply {
    let deadline = HostTime.now() + limits.answerTimeout
    let (inbox, client) = (parts.inbox, connection.id)
    let number = connection.await(id, until: deadline)
    return AwaitedReply(until: deadline) {
      inbox.put(.init(connection: client, request: number, reply: $0))
    }
  }

  private func observe(_ isWanted: Bool, _ id: JSONValue?, _ connection: ControlConnection) {
    connection.answer(id, .success())
    connection.isFollowing = isWanted
    parts.inbox.setObserved(true)
    if isWanted { connection.tell(StatusBroadcast.line(JSONValue(controlled.status))) }
  }
}
