internal import VitrineLinux
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The event loop of the server's thread. Confined to it.
final class MPVLoop {
  private let parts: MPVParts
  private let controlled: any Controlled
  private let report: @Sendable (ControlEvent) -> Void
  private var connections: [UInt64: MPVConnection] = [:]
  private var events = MPVEvents()
  private var lastID: UInt64 = 0
  private var lastNumber: UInt64 = 0
  private var hasChanges = false
  private var isAccepting = true
  private let binding = ThreadBinding()

  private enum Token {
    static let inbox: UInt64 = 0
    static let listening: UInt64 = 1
    /// Clients have the values above it.
    static let first: UInt64 = 16
  }

  /// A limit, as a shell script may open a connection per request.
  private static let mostConnections = 64
  /// The timeout for properties a loaded source.
  private static let loadTimeout = Duration.seconds(10)

  init(
    _ parts: MPVParts, _ controlled: any Controlled,
    _ report: @escaping @Sendable (ControlEvent) -> Void
  ) {
    self.parts = parts
    self.controlled = controlled
    self.report = report
  }

  func run() {
    binding.check()
    do throws(Errno) {
      try parts.loop.add(parts.inbox.wakeup.descriptor, token: Token.inbox)
      try parts.loop.add(parts.listening.descriptor, token: Token.listening)
      report(.listeningMPV(path: parts.listening.path))
      _ = events.update(to: view)
      var isClosing = false
      while !isClosing {
        try parts.loop.wait { token, readiness in
          switch token {
          case Token.inbox: isClosing = handleMessages()
          case Token.listening: accept()
          // bound: lower tokens were handled above
          default: serve(token - Token.first, readiness)
          }
        }
      }
      for connection in connections.values { connection.flush() }
    } catch {
      report(.failed("mpv: ended: \(error)"))
    }
  }

  private var view: MPVView {
    var view = MPVView(
      status: controlled.status, queue: controlled.queue, version: controlled.version)
    view.microseconds = HostTime.now().nanoseconds / 1000
    return view
  }

  private func handleMessages() -> Bool {
    let messages = parts.inbox.drain()
    acceptAgain()
    for connection in connections.values where connection.awaitsTurn { resume(connection) }
    for completion in messages.completions { finish(completion) }
    hasChanges = hasChanges || messages.statusChanged || !messages.completions.isEmpty
    // Events that result from loading come after its answer.
    if hasChanges, !connections.values.contains(where: \.isLoading) {
      hasChanges = false
      sendChanges()
    }
    return messages.isClosing
  }

  /// Sends the events, and the changes of observed properties.
  private func sendChanges() {
    let view = view
    send(events.update(to: view))
    let properties = MPVPropertyCache(view)
    for connection in connections.values {
      for change in connection.session.changes(properties) { connection.send(change) }
      settle(connection)
    }
  }

  private func send(_ events: [MPVValue]) {
    for event in events {
      let line = event.line
      for connection in connections.values where connection.session.isSubscribed(to: event) {
        connection.send(line)
      }
    }
  }

  private func accept() {
    do throws(Errno) {
      while let socket = try parts.listening.accept() {
        // mpv has no limit; here an excess client has to connect again.
        guard connections.count < Self.mostConnections else { continue }
        // bound: connections and requests are counted from 0 on
        lastID += 1
        // bound: connections and requests are counted from 0 on
        let connection = MPVConnection(lastID, socket, token: Token.first + lastID)
        try connection.add(to: parts.loop)
        connections[lastID] = connection
      }
    } catch {
      // The process is probably out of descriptors: the waiting clients would be reported
      // repeatedly.
      report(.failed("mpv: cannot accept clients: \(error)"))
      parts.loop.remove(parts.listening.descriptor)
      isAccepting = false
    }
  }

  /// Listens again after accepting a client has failed.
  private func acceptAgain() {
    guard !isAccepting else { return }
    isAccepting = (try? parts.loop.add(parts.listening.descriptor, token: Token.listening)) != nil
  }

  private func serve(_ id: UInt64, _ readiness: Readiness) {
    guard let connection = connections[id] else { return }
    if readiness.contains(.readable) { connection.receive() }
    if readiness.contains(.gone) { connection.handleHangUp() }
    resume(connection)
  }

  /// Handles the next requests of a client.
  private func resume(_ connection: MPVConnection) {
    connection.runTurn { part in
      let view = view
      for effect in connection.session.effects(for: part, view) {
        switch effect {
        case .reply(let value): connection.send(value)
        case .command(let outcome, let context): carryOut(outcome, context, connection, view)
        }
      }
    }
    // Wakes the loop up to continue after the other clients.
    if connection.awaitsTurn { parts.inbox.wakeup.ring() }
    settle(connection)
  }

  private func settle(_ connection: MPVConnection) {
    connection.flush()
    let isDone = connection.isDone
    if isDone { connections[connection.id] = nil }
    if isDone || connection.isGone {
      connection.remove(from: parts.loop)
    } else {
      connection.wait(in: parts.loop)
    }
  }
}

// Carrying out commands.
extension MPVLoop {
  private func carryOut(
    _ outcome: MPVOutcome, _ context: MPVSession.ReplyContext, _ connection: MPVConnection,
    _ view: MPVView
  ) {
    switch outcome {
    case .done(let data): answer(.success(data), context, connection)
    case .failed, .invalid: answer(.failure(.failed), context, connection)
    case .show(let text, let time):
      let refusal = controlled.showUnlessOverridden(text, as: nil, for: time)
      answer(refusal == nil ? .success(.none) : .failure(.failed), context, connection)
    case .overlay(let change):
      let done = wait(outcome, context, connection, view)
      controlled.change(change, until: HostTime.now() + Self.loadTimeout, done: done)
    case .message(let words):
      answer(.success(.none), context, connection)
      send([MPVEvents.event("client-message", ["args": .texts(words)])])
      for other in connections.values where other !== connection { settle(other) }
    case .quit:
      answer(.success(.none), context, connection)
      connection.flush()
      controlled.quit()
    case .actions(let actions):
      let actions = actions.filter { $0 != .none }
      guard let last = actions.last else { return answer(.success(.none), context, connection) }
      let done = wait(outcome, context, connection, view)
      for action in actions.dropLast() { perform(action) { _ in } }
      perform(last, done: done)
    case .load(let source, let load):
      let done = wait(outcome, context, connection, view)
      let deadline = HostTime.now() + Self.loadTimeout
      if load.place == .replacing {
        controlled.load([source], .paused, until: deadline, done: done)
      } else {
        controlled.append([source], until: deadline, done: done)
      }
    }
  }

  private func perform(_ action: MPVAction, done: @escaping @Sendable (Refusal?) -> Void) {
    switch action {
    case .command(let command): controlled.perform(command, done: done)
    case .chooseSound(let device): controlled.chooseSound(device, done: done)
    case .none: done(nil)
    }
  }

  /// Later requests of the client wait, so that answers come in order.
  private func wait(
    _ outcome: MPVOutcome, _ context: MPVSession.ReplyContext, _ connection: MPVConnection,
    _ view: MPVView
  ) -> @Sendable (Refusal?) -> Void {
    // bound: connections and requests are counted from 0 on
    lastNumber += 1
    connection.pending = .init(
      number: lastNumber, context: context, outcome: outcome, wasIdle: view.isIdle)
    let (inbox, id, number) = (parts.inbox, connection.id, lastNumber)
    return { inbox.post(.init(connection: id, number: number, refusal: $0)) }
  }

  private func finish(_ completion: MPVInbox.Completion) {
    guard let connection = connections[completion.connection], let pending = connection.pending,
      pending.number == completion.number
    else { return }
    connection.pending = nil
    switch pending.outcome {
    case .load(_, let load) where completion.refusal == nil:
      finish(load, pending, connection)
    case .actions(let actions):
      answer(
        completion.refusal == nil ? .success(.none) : .failure(.failed), pending.context, connection
      )
      if completion.refusal == nil, actions.contains(where: \.isSeek) { send(events.recordSeek()) }
    default: answer(.failure(.failed), pending.context, connection)
    }
    resume(connection)
  }

  /// Starts the loaded items if requested.
  private func finish(
    _ load: MPVLoad, _ pending: MPVConnection.Pending, _ connection: MPVConnection
  ) {
    let entries = view.queue.entries
    let entry = load.place == .replacing ? entries.first : entries.last
    guard let entry else { return answer(.failure(.failed), pending.context, connection) }
    if load.place == .next, let index = view.index {
      controlled.perform(.edit(.move(entry.id, to: index + 1))) { _ in }
    }
    // An item that was already playing starts again.
    let begins = load.place == .replacing ? !pending.wasIdle : load.plays && pending.wasIdle
    if begins { controlled.perform(.jump(to: entry.id)) { _ in } }
    answer(
      .success(
        .fields([
          "playlist_entry_id": .integer(entry.id),
          "num_entries": load.isList ? .integer(entries.count) : nil,
        ])), pending.context, connection)
  }

  private func answer(
    _ result: Result<MPVValue, MPVError>, _ context: MPVSession.ReplyContext,
    _ connection: MPVConnection
  ) {
    if let answer = MPVSession.answer(result, to: context) { connection.send(answer) }
  }
}

extension MPVAction {
  fileprivate var isSeek: Bool {
    switch self {
    case .command(.seek), .command(.skip): true
    default: false
    }
  }
}
