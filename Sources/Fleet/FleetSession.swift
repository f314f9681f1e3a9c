import VitrineAddresses
import VitrineControl
import VitrineLinux
import VitrineTiming

/// A screen and its connection to the broker. Confined to its loop's thread.
final class FleetSession {
  struct Messages: Sendable {
    var answers: [(key: DesiredKey, attempt: Int, refusal: Refusal?)] = []
    var screenshot: [UInt8]?
    var hasChanged = false
    var isEdge = false

    var isEmpty: Bool { answers.isEmpty && screenshot == nil && !hasChanged && !isEdge }
  }

  private let plan: FleetPlan
  private let library: MQTTLibrary
  private let player: any FleetPlayer
  private let report: @Sendable (FleetEvent) -> Void
  private var agent: FleetAgent
  private var reconnect: ReconnectPolicy
  private(set) var connection: MQTTConnection?
  private var isConnected = false
  /// The version that the broker accepts, once it has rejected the other one.
  private var version: MQTTVersion?
  private var nextVersion = MQTTVersion.five
  private var awaited: CInt?
  private var upkeep: HostTime?
  private var nextSnapshot: HostTime
  private var reported: String?
  /// The broker does not store what this screen reports, which is logged once per connection.
  private var isRefused = false
  private var reads = TokenBucket(burst: 500, interval: .milliseconds(5))
  /// Messages of other threads.
  let inbox = Shared(Messages())
  private let wake: @Sendable () -> Void
  private var random = SystemRandomNumberGenerator()
  private var stopObserving: (@Sendable () -> Void)?

  /// A ping is late by this much at most.
  private static let upkeepInterval = Duration.seconds(5)
  /// A player reports its position ten times a second.
  private static let snapshotInterval = Duration.milliseconds(500)
  /// Problems of the machine come without a report.
  private static let slowInterval = Duration.seconds(20)
  private static let unreachableAfter = Duration.seconds(30)

  /// `wake` lets the loop call `process`.
  init(
    _ plan: FleetPlan, _ library: MQTTLibrary, _ player: any FleetPlayer, start: HostTime,
    wake: @escaping @Sendable () -> Void, report: @escaping @Sendable (FleetEvent) -> Void
  ) {
    (self.plan, self.library, self.player) = (plan, library, player)
    (self.wake, self.report) = (wake, report)
    agent = FleetAgent(
      plan.identity, stored: plan.store.read(), random: SystemRandomNumberGenerator())
    reconnect = ReconnectPolicy(from: start, fraction: .random(in: 0...1) * plan.startSpread)
    nextSnapshot = start
    stopObserving = player.observe { [inbox, wake] isEdge in
      let isFirst = inbox.update { messages in
        defer {
          messages.hasChanged = true
          if isEdge { messages.isEdge = true }
        }
        return messages.isEmpty || isEdge && !messages.isEdge
      }
      if isFirst { wake() }
    }
  }

  func deadline(after now: HostTime) -> HostTime {
    var times: [HostTime?] = [agent.deadline(after: now), upkeep, nextSnapshot]
    if connection == nil { times.append(reconnect.next) }
    if connection != nil, let paused = readsAgain(now) { times.append(paused) }
    return times.compactMap(\.self).min() ?? now + Self.slowInterval
  }

  /// When to read again, if the broker floods this screen; nil if it does not.
  private func readsAgain(_ now: HostTime) -> HostTime? {
    var reads = reads
    return reads.next(after: now)
  }

  /// The readiness to wait for; nil without a connection.
  func interest(at now: HostTime) -> Readiness? {
    guard let connection, connection.isOpen else { return nil }
    let interest = connection.interest
    return readsAgain(now) == nil ? interest : interest.subtracting(.readable)
  }

  /// Handles the ready descriptors and the deadlines that have passed.
  func process(_ readiness: Readiness, at now: HostTime) {
    if let connection {
      if !readiness.isEmpty { handle(connection.process(readiness), now) }
      if let due = upkeep, due <= now, self.connection != nil {
        upkeep = now + Self.upkeepInterval
        handle(connection.keepAlive(), now)
      }
    }
    if connection == nil, let due = reconnect.next, due <= now { connect(now) }
    let messages = takeMessages(now)
    if messages.hasChanged || messages.isEdge || nextSnapshot <= now {
      nextSnapshot = now + Self.slowInterval
      snapshotTaken = now
      run(.snapshot(player.snapshot()), now)
    }
    if messages.isEdge { run(.edge, now) }
    for answer in messages.answers {
      // The answer comes once the player's state reflects the change.
      run(.snapshot(player.snapshot()), now)
      run(.finished(answer.key, attempt: answer.attempt, answer.refusal), now)
    }
    // A broker that does not read gets no further pictures.
    if let picture = messages.screenshot, isConnected,
      connection?.interest.isDisjoint(with: .writable) ?? false
    {
      connection?.publish(
        FleetTopic.screenshot(id: plan.identity.id).text, picture, isRetained: true,
        isAcknowledged: false)
    }
    if let due = agent.deadline(after: now), due <= now {
      // An answer to a call contains the time.
      run(.snapshot(player.snapshot()), now)
      run(.timePassed, now)
    }
    if let connection, !connection.interest.isDisjoint(with: .writable) {
      handle(connection.process([]), now)
    }
  }

  private var snapshotTaken: HostTime?

  /// The messages that are due: changes of the state are collected for half a second.
  private func takeMessages(_ now: HostTime) -> Messages {
    let isSoon = snapshotTaken.map { now < $0 + Self.snapshotInterval } ?? false
    let taken = inbox.update { messages in
      var taken = messages
      messages = Messages()
      if isSoon, taken.hasChanged, !taken.isEdge {
        taken.hasChanged = false
        messages.hasChanged = true
      }
      return taken
    }
    if isSoon, let last = snapshotTaken, inbox.value.hasChanged {
      nextSnapshot = min(nextSnapshot, last + Self.snapshotInterval)
    }
    return taken
  }

  private func run(_ input: FleetAgent.Input, _ now: HostTime) {
    for output in agent.receive(input, at: now) { perform(output) }
  }

  private func perform(_ output: FleetAgent.Output) {
    switch output {
    case .subscribe(let topics): connection?.subscribe(topics, isAcknowledged: true)
    case .publish(let topic, let bytes, let isRetained):
      connection?.publish(topic, bytes, isRetained: isRetained, isAcknowledged: isRetained)
    case .report(let bytes):
      awaited = connection?.publish(
        FleetTopic.reported(id: plan.identity.id).text, bytes, isRetained: true,
        isAcknowledged: true)
    case .apply(let change, let key, let attempt):
      player.apply(change) { [inbox, wake] refusal in
        inbox.update { $0.answers.append((key, attempt, refusal)) }
        wake()
      }
    case .perform(let request): player.perform(request)
    case .capture:
      player.capture { [inbox, wake] picture in
        guard let picture else { return }
        inbox.update { $0.screenshot = picture }
        wake()
      }
    case .store(let bytes):
      if let error = plan.store.write(bytes) { report(.notStored(cause: error)) }
    case .event(let event): report(event)
    }
  }

  /// Leaves the fleet: reports this screen as not connected.
  func close() {
    stopObserving?()
    guard let connection, isConnected else { return }
    connection.publish(
      agent.will.topic, agent.will.bytes, isRetained: true, isAcknowledged: true)
    _ = connection.process([])
    connection.disconnect()
  }
}

// The connection.
extension FleetSession {
  private func connect(_ now: HostTime) {
    do throws(MQTTError) {
      connection = try MQTTConnection(
        library,
        MQTTConnection.Options(
          clientID: plan.identity.id + "-" + plan.identity.boot, broker: plan.broker,
          version: version ?? nextVersion, credentials: plan.credentials, will: agent.will))
      upkeep = now + Self.upkeepInterval
    } catch {
      fail(error, now)
    }
  }

  private func handle(_ events: [MQTTEvent], _ now: HostTime) {
    for event in events {
      switch event {
      case .connected:
        isConnected = true
        reconnect.succeed()
        (reported, isRefused) = (nil, false)
        report(
          .connected(broker: "\(plan.broker)", version: (version ?? nextVersion).rawValue))
        run(.connected, now)
      case .message(let topic, let bytes, let isRetained):
        _ = reads.take(at: now)
        run(.message(topic: topic, bytes, isRetained: isRetained), now)
      case .acknowledged(let number, let isRefused):
        if isRefused, !self.isRefused {
          self.isRefused = true
          report(.unreachable(cause: "\(plan.broker): does not permit this screen to report"))
        }
        guard number == awaited else { continue }
        awaited = nil
        run(.acknowledged, now)
      case .subscriptionRejected:
        fail(.rejected("the broker does not permit a subscription; see docs/operate/fleet.md"), now)
        return
      case .ended(let error):
        fail(error, now)
        return
      }
    }
  }

  private func fail(_ error: MQTTError, _ now: HostTime) {
    let wasConnected = isConnected
    let error = connection != nil && !isConnected ? explained(error) : error
    // The library frees what it has within a call only after that.
    connection = nil
    (isConnected, awaited, upkeep) = (false, nil, nil)
    if wasConnected { run(.disconnected, now) }
    let used = version ?? nextVersion
    nextVersion = .five
    switch error {
    case .version where version == nil:
      version = used.other
      // The same moment: nothing is wrong with the broker.
      return connect(now)
    case .version: version = nil
    // A broker may close the connection instead of answering.
    case .lost where !wasConnected && used == .five: nextVersion = .three
    default: break
    }
    var failure = ReconnectPolicy.Failure.lost
    if case .rejected = error { failure = .rejected }
    reconnect.fail(failure, at: now, fraction: .random(in: 0...1, using: &random))
    log(error, failure, now)
  }

  /// A broker that does not accept a certificate may reset the connection before its reason arrives.
  private func explained(_ error: MQTTError) -> MQTTError {
    if error == .version { return error }
    if let end = plan.certificateEnd(), end <= WallTime.seconds {
      return .rejected("the certificate of this screen has expired")
    }
    guard plan.broker.isEncrypted, case .lost(let cause) = error else { return error }
    return .lost("TLS: \(cause); does the broker accept the certificate of this screen?")
  }

  /// Logs each cause once in an outage, unless the broker returns soon.
  private func log(_ error: MQTTError, _ failure: ReconnectPolicy.Failure, _ now: HostTime) {
    let isLong = reconnect.outage(at: now).map { $0 >= Self.unreachableAfter } ?? false
    guard isLong || failure == .rejected, reported != error.cause else { return }
    reported = error.cause
    report(.unreachable(cause: "\(plan.broker): \(error.cause)"))
  }
}
