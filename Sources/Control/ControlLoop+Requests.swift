import Linux
import Playback
import Playlists
import Timing

/// What clients ask for.
extension ControlLoop {
  func obey(_ line: RequestLine, from connection: ControlConnection) {
    switch line.request {
    case nil: break
    case .failure(let refusal): connection.answer(line.id, .refused(refusal))
    case .success(let request): obey(request, line.id, connection)
    }
  }

  private func obey(_ request: Request, _ id: JSONValue?, _ connection: ControlConnection) {
    switch request {
    case .command(let command): perform(command, id, connection)
    case .adjust(let change):
      do throws(Refusal) {
        perform(try change.command(controlled.status), id, connection)
      } catch {
        connection.answer(id, .refused(error))
      }
    case .load(let sources):
      guard isAbsolute(sources, id, connection) else { return }
      let deadline = deadline
      controlled.load(sources, until: deadline, done: answer(id, connection, until: deadline))
    case .append(let sources):
      guard isAbsolute(sources, id, connection) else { return }
      let deadline = deadline
      controlled.append(sources, until: deadline, done: answer(id, connection, until: deadline))
    case .reload: controlled.reload(done: answer(id, connection, until: deadline))
    case .screenshot(let form): capture(form, id, connection)
    case .quit:
      connection.answer(id, .success())
      controlled.quit()
    case .observe, .unobserve: observe(request == .observe, id, connection)
    case .status, .statistics, .version, .list:
      connection.answer(id, .success(facts(request)))
    }
  }

  private func facts(_ request: Request) -> JSONValue? {
    switch request {
    case .status: JSONValue(controlled.status)
    case .statistics: JSONValue(controlled.status.statistics)
    case .version: .object(["version": .text(controlled.version), "protocol": JSONValue(1)])
    case .list(let first):
      JSONValue(
        controlled.queue, from: first, playing: controlled.status.entry, bytes: limits.listBytes)
    default: nil
    }
  }

  private func perform(_ command: Command, _ id: JSONValue?, _ connection: ControlConnection) {
    if let refusal = command.refusal(controlled.status, controlled.queue) {
      return connection.answer(id, .refused(refusal))
    }
    let done = answer(id, connection, until: deadline)
    controlled.perform(command) { done(nil) }
  }

  /// When a request of now is answered, whatever the player does.
  private var deadline: HostTime { .now() + limits.answerTimeout }

  /// What the player is to call with its answer.
  private func answer(
    _ id: JSONValue?, _ connection: ControlConnection, until deadline: HostTime
  ) -> @Sendable (Refusal?) -> Void {
    let deliver = delivery(id, connection, until: deadline)
    return { deliver(Reply($0)) }
  }

  private func delivery(
    _ id: JSONValue?, _ connection: ControlConnection, until deadline: HostTime
  ) -> @Sendable (Reply) -> Void {
    let (inbox, client) = (parts.inbox, connection.id)
    let number = connection.await(id, until: deadline)
    return { inbox.put(.init(connection: client, request: number, reply: $0)) }
  }

  private func isAbsolute(
    _ sources: [String], _ id: JSONValue?, _ connection: ControlConnection
  ) -> Bool {
    // Of which folder would a client not know; a scheme (color:, https:) needs none.
    guard let wrong = sources.first(where: { !$0.hasPrefix("/") && !$0.hasScheme }) else {
      return true
    }
    let why = Refusal("\(wrong.prefix(64)): the path has to be absolute", .invalid)
    connection.answer(id, .refused(why))
    return false
  }

  private func observe(_ isWanted: Bool, _ id: JSONValue?, _ connection: ControlConnection) {
    connection.answer(id, .success())
    connection.isFollowing = isWanted
    parts.inbox.setObserved(true)
    if isWanted { connection.tell(StatusBroadcast.line(JSONValue(controlled.status))) }
  }

  private func capture(
    _ form: Request.ScreenshotForm, _ id: JSONValue?, _ connection: ControlConnection
  ) {
    if case .file = form {
      let why = "the player writes no files for others; vitrine ctl screenshot FILE does"
      return connection.answer(id, .refused(Refusal(why)))
    }
    // Pictures that are on their way are the player's memory.
    guard form == .base64 || connection.hasReadAll else {
      return connection.answer(id, .refused(Refusal("read what was sent before first")))
    }
    let deliver = delivery(id, connection, until: deadline)
    controlled.capture { result in
      switch result {
      case .success(let picture): deliver(.picture(picture, form))
      case .failure(let refusal): deliver(.refused(refusal))
      }
    }
  }
}

extension String {
  /// Whether it begins as in `color:red` or `https://…`, and not as a path that has a colon in it.
  var hasScheme: Bool {
    guard let colon = firstIndex(of: ":"), let first else { return false }
    return first.isLetter
      && self[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
  }
}
