import VitrineControl
import VitrineFakes
import VitrineTiming

@testable import VitrineFleet

/// An agent with a clock that the test moves, and everything that it has done.
struct Scene {
  private(set) var agent: FleetAgent
  private(set) var now = HostTime(nanoseconds: 1_000_000_000)
  var snapshot = FleetSnapshot()

  init(_ id: String = "a", groups: [String] = [], boot: String = "b1", stored: [UInt8] = []) {
    agent = FleetAgent(
      FleetAgent.Identity(id: id, groups: groups, boot: boot, version: "1"), stored: stored,
      random: SeededRandom(seed: 1))
    (snapshot.phase, snapshot.item, snapshot.time) = ("playing", "a.mp4", 1_000_000)
    snapshot.values = [.volume: .number(1), .power: .text("on"), .rotation: .number(0)]
  }

  /// Passes an input, at once.
  mutating func receive(_ input: FleetAgent.Input) -> [FleetAgent.Output] {
    agent.receive(input, at: now)
  }

  /// Connects a playing screen; its first report is acknowledged.
  mutating func connect() -> [FleetAgent.Output] {
    let outputs = receive(.snapshot(snapshot)) + receive(.connected)
    return outputs + receive(.acknowledged)
  }

  mutating func message(_ topic: FleetTopic, _ text: String, isRetained: Bool = true)
    -> [FleetAgent.Output]
  {
    receive(.message(topic: topic.text, Array(text.utf8), isRetained: isRetained))
  }

  mutating func desire(_ text: String) -> [FleetAgent.Output] {
    message(.desired(id: agent.identity.id), text)
  }

  /// Lets time pass, and acknowledges reports.
  mutating func wait(_ time: Duration) -> [FleetAgent.Output] {
    let end = now + time
    var outputs: [FleetAgent.Output] = []
    while let due = agent.deadline(after: now), due <= end {
      now = max(due, now)
      let more = receive(.timePassed)
      outputs += more
      for case .report in more { outputs += receive(.acknowledged) }
      // A deadline that stays would never end.
      if more.isEmpty, agent.deadline(after: now).map({ $0 <= now }) ?? false { break }
    }
    now = end
    return outputs
  }

  /// Answers all changes of `outputs` without a refusal.
  mutating func finish(_ outputs: [FleetAgent.Output], _ refusal: Refusal? = nil)
    -> [FleetAgent.Output]
  {
    var more: [FleetAgent.Output] = []
    for case .apply(_, let key, let attempt) in outputs {
      more += receive(.finished(key, attempt: attempt, refusal))
    }
    return more
  }
}

extension [FleetAgent.Output] {
  var changes: [FleetChange] {
    compactMap { if case .apply(let change, _, _) = $0 { change } else { nil } }
  }
  var events: [FleetEvent] {
    compactMap { if case .event(let event) = $0 { event } else { nil } }
  }
  var reports: [ReportedState] {
    compactMap { if case .report(let bytes) = $0 { ReportedState(bytes) } else { nil } }
  }
  var commands: [Request] {
    compactMap { if case .perform(let request) = $0 { request } else { nil } }
  }

  func published(_ topic: FleetTopic) -> [[UInt8]] {
    compactMap { output in
      if case .publish(let name, let bytes, _) = output, name == topic.text { bytes } else { nil }
    }
  }
}
