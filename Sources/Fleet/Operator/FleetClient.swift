package import VitrineAddresses
import VitrineLinux
import VitrineTiming

/// The connection of an operator's tool, whose functions block. Confined to one thread.
package final class FleetClient {
  private let connection: MQTTConnection
  private let parts: FleetLoop.Parts
  private var interest = Readiness.readable
  package private(set) var survey = FleetSurvey()

  private static let connectTimeout = Duration.seconds(20)
  private static let upkeep = Duration.seconds(5)
  /// For the retained messages of 100,000 screens over a slow connection.
  private static let longestRead = Duration.seconds(60)
  /// A tenth of mosquitto's queue.
  private static let mostTopics = 100
  /// Between two looks at the results of a rollout.
  private static let pause = Duration.milliseconds(250)
  /// The text that the broker sends back.
  private var echo: String?
  private var hasEcho = false

  package init(_ broker: BrokerAddress, _ credentials: BrokerCredentials) throws(FleetError) {
    let library = try MQTTLibrary()
    do throws(Errno) { parts = try FleetLoop.Parts() } catch { throw FleetError("\(error)") }
    do throws(MQTTError) {
      connection = try Self.connect(library, broker, credentials, .five, parts)
    } catch {
      // The broker may close the connection instead of naming the version.
      guard error == .version || error == .lost("closed") else {
        throw FleetError("\(broker): \(error.cause)")
      }
      do throws(MQTTError) {
        connection = try Self.connect(library, broker, credentials, .three, parts)
      } catch {
        throw FleetError("\(broker): \(error.cause)")
      }
    }
  }

  private static func connect(
    _ library: MQTTLibrary, _ broker: BrokerAddress, _ credentials: BrokerCredentials,
    _ version: MQTTVersion, _ parts: FleetLoop.Parts
  ) throws(MQTTError) -> MQTTConnection {
    // bound: a constant range
    let name = "vitrine-fleet-" + String(UInt32.random(in: 1 << 28...(.max)), radix: 16)
    let connection = try MQTTConnection(
      library,
      MQTTConnection.Options(
        clientID: name, broker: broker, version: version, credentials: credentials, will: nil))
    do throws(Errno) {
      try connection.withDescriptor { descriptor throws(Errno) in
        try parts.loop.add(descriptor, token: 0)
      }
      try? parts.loop.add(parts.timer.descriptor, token: 1)
    } catch {
      throw .lost("\(error)")
    }
    let end = HostTime.now() + connectTimeout
    var interest = Readiness.readable
    while HostTime.now() < end {
      for event in step(connection, parts, &interest, until: end) {
        switch event {
        case .connected: return connection
        case .ended(let error): throw error
        case .message, .acknowledged, .subscriptionRejected: break
        }
      }
    }
    throw .lost("the broker does not answer")
  }

  /// Waits until the connection is ready or a time has come, and lets it work.
  private static func step(
    _ connection: MQTTConnection, _ parts: FleetLoop.Parts, _ interest: inout Readiness,
    until end: HostTime
  ) -> [MQTTEvent] {
    var readiness: Readiness = []
    do throws(Errno) {
      if interest != connection.interest {
        interest = connection.interest
        try connection.withDescriptor { descriptor throws(Errno) in
          try parts.loop.change(descriptor, token: 0, to: interest)
        }
      }
      parts.timer.set(to: min(end, HostTime.now() + upkeep))
      try parts.loop.wait { (token: UInt64, ready: Readiness) in
        if token == 0 { readiness = ready } else { parts.timer.clear() }
      }
    } catch {
      return [.ended(.lost("\(error)"))]
    }
    return connection.process(readiness) + (readiness.isEmpty ? connection.keepAlive() : [])
  }

  /// Reads the retained messages of all screens, and calls them. Their answers may come for as long as `limit`.
  package func read(within limit: Duration, longest: Duration? = nil) throws(FleetError) {
    // With QoS 1, mosquitto drops what exceeds its queue of a thousand messages.
    subscribe(
      ["+/reported", "+/presence", "+/answer", "+/desired", "group/+/desired", "rollout"].map {
        FleetTopic.root + "/" + $0
      })
    // bound: a constant range
    let call = String(UInt32.random(in: 1 << 28...(.max)), radix: 16)
    survey.call = call
    connection.publish(
      FleetTopic.call.text, Array(call.utf8), isRetained: false, isAcknowledged: false)
    // The answers of twins come within two seconds as well.
    _ = try wait(for: limit) { _ in false }
    try waitForEcho(longest ?? Self.longestRead)
  }

  /// Reads documents before they are changed. A broker may drop messages of `read`, whose number exceeds its queue: a
  /// change would then replace a document that is not known.
  package func read(_ topics: [FleetTopic]) throws(FleetError) {
    var rest = topics[...]
    while !rest.isEmpty {
      subscribe(rest.prefix(Self.mostTopics).map(\.text))
      try waitForEcho(Self.longestRead)
      rest = rest.dropFirst(Self.mostTopics)
    }
  }

  /// Subscribes to topics, and publishes a message that comes back after their retained messages: a broker keeps the
  /// order of a connection.
  private func subscribe(_ topics: [String]) {
    // bound: a constant range
    let name = String(UInt64.random(in: 1 << 60...(.max)), radix: 16)
    (echo, hasEcho) = (name, false)
    let topic = FleetTopic.echo(name).text
    connection.subscribe([topic] + topics, isAcknowledged: false)
    connection.publish(topic, Array(name.utf8), isRetained: false, isAcknowledged: false)
  }

  private func waitForEcho(_ limit: Duration) throws(FleetError) {
    let end = HostTime.now() + limit
    while !hasEcho {
      guard HostTime.now() < end else {
        throw FleetError(
          "the broker has not sent all retained messages; in mosquitto.conf, set max_queued_messages 0 and let "
            + "the operator read and write \(FleetTopic.root)/#")
      }
      for event in Self.step(connection, parts, &interest, until: end) { try receive(event) }
    }
  }

  /// Works on a rollout until it is over. `report` is called after each step. `isContinued`: after a reconnection, when
  /// another tool may have taken over.
  package func run(
    _ rollout: inout Rollout, isContinued: Bool = false, report: (Rollout) -> Void
  ) throws(FleetError) {
    // A broker that has lost its data has none.
    if isContinued, survey.rollout != nil || survey.hasUnreadableRollout { try confirm(rollout) }
    try save(rollout.job)
    while true {
      let step = rollout.step(survey, at: WallTime.seconds)
      report(rollout)
      switch step {
      case .save(let job): try save(job)
      case .write(let writes): try write(writes)
      case .wait: _ = try wait(for: Self.pause) { _ in false }
      case .over: return
      }
      try confirm(rollout)
    }
  }

  /// Throws if another tool works on the rollout.
  func confirm(_ rollout: Rollout) throws(FleetError) {
    guard survey.rollout?.tool == rollout.job.tool else {
      throw FleetError(
        "another vitrine fleet rollout has taken over, or its message was deleted", isFinal: true)
    }
  }

  func save(_ job: RolloutJob) throws(FleetError) {
    try store([(FleetTopic.rollout.text, job.bytes)])
  }

  /// Receives messages until the survey fits; returns whether it did before the time was over.
  package func wait(for limit: Duration, until isDone: (FleetSurvey) -> Bool) throws(FleetError)
    -> Bool
  {
    let end = HostTime.now() + limit
    while !isDone(survey) {
      guard HostTime.now() < end else { return false }
      for event in Self.step(connection, parts, &interest, until: end) { try receive(event) }
    }
    return true
  }

  /// Publishes documents and waits until the broker has stored them.
  package func write(_ documents: [FleetWrite]) throws(FleetError) {
    for one in documents { try one.check() }
    try store(documents.map { ($0.topic.text, $0.document.bytes) })
  }

  private func store(_ messages: [(topic: String, bytes: [UInt8])]) throws(FleetError) {
    var waiting: Set<CInt> = []
    for (topic, bytes) in messages {
      waiting.insert(connection.publish(topic, bytes, isRetained: true, isAcknowledged: true))
      survey.receive(topic, bytes, at: 0)
    }
    let end = HostTime.now() + .seconds(30)
    while !waiting.isEmpty {
      guard HostTime.now() < end else {
        throw FleetError("the broker has not stored all documents")
      }
      for event in Self.step(connection, parts, &interest, until: end) {
        if case .acknowledged(let number, let isRefused) = event {
          guard !isRefused else {
            throw FleetError("the broker does not permit this change", isFinal: true)
          }
          waiting.remove(number)
        }
        try receive(event)
      }
    }
  }

  private func receive(_ event: MQTTEvent) throws(FleetError) {
    switch event {
    case .message(let topic, let bytes, _) where topic == echo.map { FleetTopic.echo($0).text }:
      hasEcho = hasEcho || bytes == echo.map { Array($0.utf8) }
    case .message(let topic, let bytes, _):
      survey.receive(topic, bytes, at: Int(WallTime.seconds))
    case .ended(let error): throw FleetError(error.cause)
    case .subscriptionRejected:
      throw FleetError("the broker does not permit reading the fleet", isFinal: true)
    case .connected, .acknowledged: break
    }
  }

  package func close() { connection.disconnect() }
}
