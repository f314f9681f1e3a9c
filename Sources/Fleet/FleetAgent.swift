package import VitrineControl
package import VitrineTiming

/// A screen of a fleet: decides what to send to the broker and what to ask of the player, from the messages of the
/// broker and the state of the player. A value type without I/O.
package struct FleetAgent: Sendable {
  package struct Identity: Hashable, Sendable {
    package let id: String
    /// A later group has precedence.
    package let groups: [String]
    /// A random number of this start.
    package let boot: String
    package let version: String
    package var announcesToHomeAssistant = false

    package init(id: String, groups: [String] = [], boot: String, version: String) {
      (self.id, self.boot, self.version) = (id, boot, version)
      self.groups = [FleetTopic.everyone] + groups.filter { $0 != FleetTopic.everyone }
    }
  }

  package enum Input: Sendable {
    /// The broker has accepted the connection.
    case connected
    case disconnected
    case message(topic: String, [UInt8], isRetained: Bool)
    /// The broker has stored the reported state.
    case acknowledged
    case snapshot(FleetSnapshot)
    /// An item has come on screen.
    case edge
    /// The player has answered a change.
    case finished(DesiredKey, attempt: Int, Refusal?)
    case timePassed
  }

  package enum Output: Hashable, Sendable {
    case subscribe([String])
    case publish(topic: String, [UInt8], isRetained: Bool)
    /// The reported state, which the broker acknowledges.
    case report([UInt8])
    case apply(FleetChange, DesiredKey, attempt: Int)
    case perform(Request)
    /// Publish a screenshot.
    case capture
    /// Keep the documents for the next start.
    case store([UInt8])
    case event(FleetEvent)
  }

  package let identity: Identity
  private var desired: DesiredDocuments
  private var reconciliation = Reconciliation()
  private var snapshot = FleetSnapshot()
  private var itemSince = 0
  private var reporting = Reporting()
  /// The state as it is reported.
  package private(set) var report = ReportedState()
  private var twin: TwinDetector
  private var isConnected = false
  private var commands = TokenBucket(burst: 10, interval: .milliseconds(500))
  private var documentReads = TokenBucket(burst: 20, interval: .milliseconds(250))
  /// The newest messages of a flood, by topic.
  private var deferred: [String: (bytes: [UInt8], isRetained: Bool)] = [:]
  /// A flash card wears out.
  private var writes = TokenBucket(burst: 5, interval: .seconds(30))
  private var isStored = true
  private var calls = TokenBucket(burst: 2, interval: .seconds(5))
  private var ignored = TokenBucket(burst: 5, interval: .seconds(60))
  /// Operators rarely change more values at once, and a broker may alternate between two documents.
  private var refusals = TokenBucket(burst: 16, interval: .seconds(60))
  /// When to answer a call.
  private var answer: (call: String, due: HostTime)?
  private var announcement: HostTime?
  private var random: any RandomNumberGenerator & Sendable

  /// `stored` are the documents of the last start. `random` spreads answers over time.
  package init(
    _ identity: Identity, stored: [UInt8] = [], random: any RandomNumberGenerator & Sendable
  ) {
    self.identity = identity
    desired = DesiredDocuments(identity, stored: stored)
    twin = TwinDetector(boot: identity.boot)
    self.random = random
  }

  /// When to pass `timePassed` at the latest; nil if nothing waits.
  package func deadline(after now: HostTime) -> HostTime? {
    var (times, writes, reads) = ([reconciliation.deadline], writes, documentReads)
    if !isStored { times.append(writes.next(after: now) ?? now) }
    if !deferred.isEmpty { times.append(reads.next(after: now) ?? now) }
    if isConnected {
      times += [
        reporting.deadline(of: report, after: now), answer?.due, twin.deadline, announcement,
      ]
    }
    return times.compactMap(\.self).min()
  }

  package mutating func receive(_ input: Input, at now: HostTime) -> [Output] {
    var outputs: [Output] = []
    switch input {
    case .connected:
      isConnected = true
      reporting.connect()
      outputs += connect(now)
    case .disconnected:
      isConnected = false
      (answer, announcement) = (nil, nil)
    case .message(let topic, let bytes, let isRetained):
      outputs += receive(topic, bytes, isRetained: isRetained, now)
    case .acknowledged: reporting.acknowledge()
    case .snapshot(let new):
      if new.item != snapshot.item { itemSince = new.time }
      snapshot = new
    case .edge: reconciliation.passEdge()
    case .finished(let key, let attempt, let refusal):
      if let event = reconciliation.finish(key, attempt: attempt, refusal, at: now) {
        outputs.append(.event(event))
      }
    case .timePassed: break
    }
    outputs += receiveDeferred(now)
    outputs += reconciliation.step(desired.merged, snapshot, at: now)
    outputs.removeAll { output in
      if case .event(.refused) = output { !refusals.take(at: now) } else { false }
    }
    if !isStored, writes.take(at: now) {
      isStored = true
      outputs.append(.store(desired.stored))
    }
    report = makeReport()
    if isConnected { outputs += send(now) }
    return outputs
  }

  /// The message that the broker publishes once the connection is lost.
  package var will: (topic: String, bytes: [UInt8]) {
    (
      FleetTopic.presence(id: identity.id).text,
      Presence(boot: identity.boot, isOnline: false).bytes
    )
  }

  /// The desired values of the screen and its groups.
  var merged: [DesiredKey: JSONValue] { desired.merged }

  private func makeReport() -> ReportedState {
    var report = ReportedState()
    (report.boot, report.version) = (identity.boot, identity.version)
    report.groups = identity.groups.filter { $0 != FleetTopic.everyone }
    report.revisions = desired.revisions
    report.behind = reconciliation.behind(desired.merged, snapshot).map(\.rawValue)
    report.refused = desired.refused.merging(reconciliation.refused) { $1 }
    for (key, cause) in snapshot.faults where report.behind.contains(key.rawValue) {
      report.refused[key.rawValue] = cause.short(80)
    }
    if report.refused.count > ReportedState.mostRefusals {
      let names = report.refused.keys.sorted().prefix(ReportedState.mostRefusals)
      report.refused = report.refused.filter { names.contains($0.key) }
    }
    report.dark = snapshot.dark?.short(80)
    report.problems =
      (twin.problem.map { [$0] } ?? [])
      + (desired.isFromFuture(at: snapshot) ? ["the desired state is from the future"] : [])
      + snapshot.problems
    report.problems = report.problems.prefix(ReportedState.mostProblems).map { $0.short(80) }
    (report.isSpared, report.isClockSet) = (snapshot.isSpared, snapshot.isClockSet)
    report.isOnTrial = snapshot.isOnTrial
    (report.playing.phase, report.playing.isPaused) = (snapshot.phase, snapshot.isPaused)
    report.playing.item = snapshot.item?.short(80)
    report.playing.since = itemSince
    report.playing.values = snapshot.values
    return report
  }
}

// The broker.
extension FleetAgent {
  private mutating func connect(_ now: HostTime) -> [Output] {
    let topics: [FleetTopic] =
      [.desired(id: identity.id)] + identity.groups.map { .groupDesired($0) }
      + [.command(id: identity.id), .call, .presence(id: identity.id)]
    var names = topics.map(\.text)
    if identity.announcesToHomeAssistant {
      names.append(HomeAssistant.statusTopic)
      announcement = now
    }
    twin.connect()
    return [presence, .subscribe(names)]
  }

  private var presence: Output {
    .publish(
      topic: FleetTopic.presence(id: identity.id).text,
      Presence(boot: identity.boot, isOnline: true).bytes, isRetained: true)
  }

  private mutating func receive(
    _ topic: String, _ bytes: [UInt8], isRetained: Bool, _ now: HostTime
  ) -> [Output] {
    if topic == HomeAssistant.statusTopic {
      if bytes == Array("online".utf8), !isRetained { announcement = now + pause(.seconds(10)) }
      return []
    }
    switch FleetTopic(topic) {
    case .desired(identity.id), .groupDesired:
      return receiveDesired(topic, bytes, isRetained: isRetained, now)
    case .command(identity.id):
      // A retained command would be repeated with each connection.
      return isRetained ? ignore(topic, "a command must not be retained", now) : receive(bytes, now)
    case .call:
      guard bytes.count <= CallAnswer.longestCall, !bytes.isEmpty, !isRetained,
        calls.take(at: now), let call = String(validating: bytes, as: UTF8.self)
      else { return [] }
      answer = (call.shortName, now + pause(.seconds(2)))
      return []
    case .presence(identity.id):
      guard let presence = Presence(bytes) else { return ignore(topic, "not a presence", now) }
      let (repliesNow, event) = twin.receive(presence, isRetained: isRetained, at: now)
      return (repliesNow ? [self.presence] : []) + (event.map { [.event($0)] } ?? [])
    default: return ignore(topic, "unknown topic", now)
    }
  }

  private mutating func receiveDesired(
    _ topic: String, _ bytes: [UInt8], isRetained: Bool, _ now: HostTime
  ) -> [Output] {
    guard documentReads.take(at: now) else {
      // Bounded: this screen has few topics, and a document has a maximum length.
      if desired.isKnown(topic, identity), bytes.count <= DesiredDocument.longest {
        deferred[topic] = (bytes, isRetained)
      }
      return []
    }
    deferred[topic] = nil
    switch desired.receive(topic, bytes, isRetained: isRetained, identity) {
    case .changed:
      isStored = false
      return []
    case .unchanged: return []
    case .ignored(let cause): return ignore(topic, cause, now)
    }
  }

  private mutating func receiveDeferred(_ now: HostTime) -> [Output] {
    var outputs: [Output] = []
    for topic in deferred.keys.sorted() where documentReads.next(after: now) == nil {
      guard let (bytes, isRetained) = deferred[topic] else { continue }
      outputs += receiveDesired(topic, bytes, isRetained: isRetained, now)
    }
    return outputs
  }

  private mutating func receive(_ command: [UInt8], _ now: HostTime) -> [Output] {
    let topic = FleetTopic.command(id: identity.id).text
    guard commands.take(at: now) else { return ignore(topic, "too many commands", now) }
    guard command.count <= 1024, let line = String(validating: command, as: UTF8.self) else {
      return ignore(topic, "not a line of text", now)
    }
    do throws(Refusal) {
      switch try CommandLanguage.parse(line) {
      case .screenshot(.descriptor): return [.capture]
      case let request? where request.isForFleet: return [.perform(request)]
      default: return ignore(topic, "not a command for this topic: \(line.shortName)", now)
      }
    } catch {
      return ignore(topic, error.description, now)
    }
  }

  private mutating func ignore(_ topic: String, _ cause: String, _ now: HostTime) -> [Output] {
    ignored.take(at: now)
      ? [.event(.ignored(topic: topic.short(80), cause: cause.short(160)))] : []
  }

  /// Everything that is due.
  private mutating func send(_ now: HostTime) -> [Output] {
    var outputs: [Output] = []
    if let (call, due) = answer, due <= now {
      answer = nil
      outputs.append(
        .publish(
          topic: FleetTopic.answer(id: identity.id).text,
          CallAnswer(boot: identity.boot, call: call, time: snapshot.time).bytes, isRetained: false)
      )
    }
    if twin.takeAnnouncement(at: now) { outputs.append(presence) }
    if let event = twin.takeEnd(at: now) { outputs.append(.event(event)) }
    if let due = announcement, due <= now {
      announcement = nil
      outputs.append(
        .publish(
          topic: HomeAssistant.discoveryTopic(identity.id),
          HomeAssistant.discovery(of: identity.id, version: identity.version).line.dropLast(),
          isRetained: true))
    }
    if reporting.takeReport(report, at: now) { outputs.append(.report(report.bytes)) }
    return outputs
  }

  private mutating func pause(_ longest: Duration) -> Duration {
    longest * Double.random(in: 0...1, using: &random)
  }
}

extension Request {
  /// Whether a message of the broker may make this request: requests that control playback, but neither read nor end it.
  var isForFleet: Bool {
    switch self {
    case .command, .adjust, .programme, .message, .checkForContent: true
    default: false
    }
  }
}

/// When the state is reported: a change of the delta or of a problem at once, changes of normal playback in a burst
/// of four and then twice a minute, and never a second time before the broker has stored the first. A value type.
struct Reporting: Sendable {
  private var last: ReportedState?
  private var isAwaited = false
  private var playing = TokenBucket(burst: 4, interval: .seconds(30))
  /// Collects changes that come together.
  private var next: HostTime?
  private static let interval = Duration.milliseconds(200)

  /// The broker may have lost the last report.
  mutating func connect() { (last, isAwaited, next) = (nil, false, nil) }
  mutating func acknowledge() { isAwaited = false }

  func deadline(of report: ReportedState, after now: HostTime) -> HostTime? {
    guard !isAwaited, report != last else { return nil }
    var playing = playing
    let soonest = next ?? now
    return isUrgent(report) ? soonest : max(soonest, playing.next(after: now) ?? now)
  }

  /// Whether to send the report now.
  mutating func takeReport(_ report: ReportedState, at now: HostTime) -> Bool {
    guard !isAwaited, report != last, next.map({ $0 <= now }) ?? true else { return false }
    guard isUrgent(report) || playing.take(at: now) else { return false }
    (last, isAwaited, next) = (report, true, now + Self.interval)
    return true
  }

  private func isUrgent(_ report: ReportedState) -> Bool {
    guard var last else { return true }
    last.playing = report.playing
    return last != report
  }
}
