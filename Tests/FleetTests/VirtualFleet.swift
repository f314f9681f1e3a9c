import VitrineControl
import VitrineFakes
import VitrineTiming

@testable import VitrineFleet

/// A broker and its screens in memory: real agents, with players that refuse lists on some screens. The test moves the
/// clock.
struct VirtualFleet {
  private(set) var survey = FleetSurvey()
  /// In seconds since 1970.
  private(set) var time = 1_000_000.0
  private(set) var agents: [String: FleetAgent] = [:]
  private(set) var snapshots: [String: FleetSnapshot] = [:]
  /// How often each player was given a list.
  private(set) var loads: [String: Int] = [:]
  /// Agents with something to do.
  private var busy: Set<String> = []
  private let failing: SimulatedFailures

  init(
    _ ids: [String], groups: [String] = [], failing: SimulatedFailures = .init(share: 0, seed: 0)
  ) {
    self.failing = failing
    for (index, id) in ids.enumerated() {
      agents[id] = FleetAgent(
        FleetAgent.Identity(id: id, groups: groups, boot: "b", version: "1"),
        random: SeededRandom(seed: UInt64(index)))
      var snapshot = FleetSnapshot()
      (snapshot.phase, snapshot.item, snapshot.time) = ("playing", "a.mp4", 1_000_000)
      snapshots[id] = snapshot
      pass(.snapshot(snapshot), to: id)
      pass(.connected, to: id)
    }
  }

  static func named(_ count: Int) -> [String] { (1...count).map { "virtual-\($0)" } }

  private var now: HostTime { HostTime(nanoseconds: Int64(time * 1e9)) }

  mutating func pass(_ input: FleetAgent.Input, to id: String) {
    guard var agent = agents.removeValue(forKey: id) else { return }
    var inputs = [input]
    while !inputs.isEmpty {
      for output in agent.receive(inputs.removeFirst(), at: now) {
        switch output {
        case .report(let bytes):
          survey.receive(FleetTopic.reported(id: id).text, bytes, at: 0)
          inputs.append(.acknowledged)
        case .publish(let topic, let bytes, _): survey.receive(topic, bytes, at: 0)
        case .apply(let change, let key, let attempt):
          var refusal: Refusal?
          if case .load = change {
            loads[id, default: 0] += 1
            if failing.contains(id) { refusal = SimulatedFailures.refusal }
          }
          inputs.append(.finished(key, attempt: attempt, refusal))
        default: break
        }
      }
    }
    agents[id] = agent
    busy.insert(id)
  }

  /// Changes a screen's state without its agent.
  mutating func change(_ id: String, _ body: (inout FleetSnapshot) -> Void) {
    guard var snapshot = snapshots[id] else { return }
    body(&snapshot)
    snapshots[id] = snapshot
    pass(.snapshot(snapshot), to: id)
  }

  /// Breaks the connection of a screen.
  mutating func disconnect(_ id: String) {
    survey.receive(
      FleetTopic.presence(id: id).text, Presence(boot: "b", isOnline: false).bytes, at: 0)
    agents[id] = nil
  }

  /// Stores messages on the broker, and lets the screens receive them.
  mutating func publish(_ writes: some Sequence<FleetWrite>) {
    for write in writes {
      let (topic, bytes) = (write.topic.text, write.document.bytes)
      survey.receive(topic, bytes, at: 0)
      let ids: [String] =
        switch write.topic {
        case .desired(let id): [id]
        case .groupDesired: agents.keys.sorted()
        default: []
        }
      for id in ids { pass(.message(topic: topic, bytes, isRetained: false), to: id) }
    }
  }

  mutating func save(_ job: RolloutJob) {
    survey.receive(FleetTopic.rollout.text, job.bytes, at: 0)
  }

  mutating func wait(_ seconds: Double) {
    time += seconds
    for id in busy {
      while let due = agents[id]?.deadline(after: now), due <= now { pass(.timePassed, to: id) }
      if agents[id]?.deadline(after: now) == nil { busy.remove(id) }
    }
  }

  /// The value in effect of each connected screen.
  func values(of key: DesiredKey) -> Set<JSONValue?> { Set(agents.values.map { $0.merged[key] }) }
}
