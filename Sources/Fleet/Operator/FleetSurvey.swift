/// The messages of a fleet, as an operator's tool has received them. A value type.
package struct FleetSurvey: Sendable {
  package struct Screen: Hashable, Sendable {
    package let id: String
    package var report: ReportedState?
    package var presence: Presence?
    /// The difference of each answering screen's clock from the operator's, in seconds, by its boot number.
    package var clocks: [String: Int] = [:]
  }

  /// The first state that applies, the most urgent first.
  package enum State: String, CaseIterable, Hashable, Sendable {
    case duplicate, offline, silent, dark, behind, refused, problem, hot, clock, ok
  }

  package struct Finding: Hashable, Sendable {
    package let id: String
    package let state: State
    package let detail: String
  }

  package private(set) var screens: [String: Screen] = [:]
  package private(set) var documents: [FleetTopic: DesiredDocument] = [:]
  /// The text of the call; nil before it.
  package var call: String?
  /// The latest rollout.
  package private(set) var rollout: RolloutJob?
  package private(set) var hasUnreadableRollout = false

  /// In seconds.
  private static let clockTolerance = 10
  static let mostScreens = 200_000

  package init() {}

  package mutating func receive(_ topic: String, _ bytes: [UInt8], at time: Int) {
    switch FleetTopic(topic) {
    case .reported(let id): change(id) { $0.report = ReportedState(bytes) }
    case .presence(let id): change(id) { $0.presence = Presence(bytes) }
    case .answer(let id):
      guard let answer = CallAnswer(bytes), answer.call == call else { return }
      change(id) { $0.clocks[answer.boot] = answer.time - time }
    case .desired(let id): documents[.desired(id: id)] = try? DesiredDocument(bytes)
    case .groupDesired(let group): documents[.groupDesired(group)] = try? DesiredDocument(bytes)
    case .rollout:
      rollout = RolloutJob(bytes)
      hasUnreadableRollout = rollout == nil && !bytes.isEmpty
    case .command, .call, .screenshot, .echo, nil: break
    }
  }

  private mutating func change(_ id: String, _ body: (inout Screen) -> Void) {
    guard screens[id] != nil || screens.count < Self.mostScreens else { return }
    body(&screens[id, default: Screen(id: id)])
  }

  /// Every screen, the most urgent first.
  package var findings: [Finding] {
    let order = Dictionary(uniqueKeysWithValues: State.allCases.enumerated().map { ($1, $0) })
    return screens.values.map { finding($0) }.sorted { a, b in
      (order[a.state] ?? 0, a.id) < (order[b.state] ?? 0, b.id)
    }
  }

  package func finding(_ screen: Screen) -> Finding {
    func found(_ state: State, _ detail: String) -> Finding {
      Finding(id: screen.id, state: state, detail: detail)
    }
    let report = screen.report ?? ReportedState()
    if screen.clocks.count > 1 || report.problems.contains(TwinDetector.text) {
      return found(.duplicate, "another screen has this identity; set fleet.id on one of them")
    }
    if screen.clocks.isEmpty {
      guard screen.presence?.isOnline == true else { return found(.offline, "not connected") }
      if call != nil { return found(.silent, "connected, but does not answer") }
    }
    guard screen.report != nil else { return found(.silent, "has not reported its state") }
    if let dark = report.dark { return found(.dark, dark) }
    if !report.behind.isEmpty {
      let names = report.behind.map { name in
        name + (report.refused[name].map { ": \($0)" } ?? "")
      }
      return found(.behind, names.joined(separator: ", "))
    }
    if let (name, cause) = report.refused.min(by: { $0.key < $1.key }) {
      return found(.refused, "\(name): \(cause)")
    }
    if report.isSpared { return found(.hot, report.problems.first ?? "the machine is spared") }
    if let problem = report.problems.first { return found(.problem, problem) }
    if !report.isClockSet { return found(.clock, "the clock is not set") }
    if let difference = screen.clocks.values.first, difference.magnitude > Self.clockTolerance {
      return found(.clock, "differs by \(difference) s")
    }
    return found(.ok, report.playing.item ?? report.playing.phase)
  }
}
