import VitrineControl

/// A rollout's retained message, from which another run of the tool resumes it. The desired document of
/// each changed screen names the rollout.
package struct RolloutJob: Hashable, Sendable {
  package enum State: String, Sendable {
    case running
    /// All results are in. The change becomes that of the group, or of the screens that were not connected.
    case finishing
    case done
    /// Stopped, and the changed screens keep the change.
    case stopped
    case rollingBack = "rolling-back"
    case rolledBack = "rolled-back"

    package var isOver: Bool { self == .done || self == .rolledBack }
  }

  package static let longest = 40 << 10
  static let longestCause = 400

  /// In the desired documents that it has written.
  package let id: String
  package var state = State.running
  /// A random number of the tool's run that works on it.
  package var tool: String
  package let target: FleetTarget
  package let edit: FleetEdit
  package var plan: RolloutPlan
  /// The number of screens at the start.
  package let count: Int
  /// Whether changed screens get their earlier values back if the rollout stops.
  package let rollsBack: Bool
  /// Why it was stopped.
  package var cause: String?

  package init(
    id: String, tool: String, _ target: FleetTarget, _ edit: FleetEdit, _ plan: RolloutPlan,
    count: Int, rollsBack: Bool
  ) {
    (self.id, self.tool, self.target, self.edit) = (id, tool, target, edit)
    (self.plan, self.count, self.rollsBack) = (plan, count, rollsBack)
  }
}

extension RolloutJob {
  package var bytes: [UInt8] {
    let removed = edit.values.filter { $0.value == nil }.keys.map(\.rawValue).sorted()
    return JSONValue.object([
      "id": .text(id), "state": .text(state.rawValue), "tool": .text(tool),
      "target": .text("\(target)"),
      "set": .object(
        Dictionary(
          uniqueKeysWithValues: edit.values.compactMap { key, value in
            value.map { (key.rawValue, $0) }
          })),
      "remove": .array(removed.map { .text($0) }),
      "first": .number(Double(plan.first)), "growth": .number(plan.growth),
      "rate": .number(plan.rate), "settling": .number(Double(plan.settling)),
      "timeout": .number(Double(plan.timeout)), "failed": .number(plan.mostFailed),
      "timed-out": .number(plan.mostTimedOut), "minimum": .number(Double(plan.minimum)),
      "screens": .number(Double(count)), "rolls-back": .bool(rollsBack),
      "cause": cause.map { .text($0) } ?? .null,
    ]).line.dropLast()
  }

  /// Nil for a message that no tool of this version has written.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longest, let value = try? JSONValue(line: bytes),
      let id = value["id"]?.text, FleetTopic.isName(id),
      let state = value["state"]?.text.flatMap(State.init), let tool = value["tool"]?.text,
      let target = value["target"]?.text.flatMap({ try? FleetTarget($0) }),
      case .object(let set)? = value["set"], let removed = value["remove"]?.array,
      let plan = RolloutPlan(value), let count = value["screens"]?.integer,
      (0...FleetSurvey.mostScreens).contains(count), let rollsBack = value["rolls-back"]?.bool
    else { return nil }
    var values: [DesiredKey: JSONValue?] = [:]
    for (name, value) in set {
      guard let key = DesiredKey(rawValue: name) else { return nil }
      values.updateValue(value, forKey: key)
    }
    for name in removed {
      guard let key = name.text.flatMap(DesiredKey.init), values[key] == nil else { return nil }
      values.updateValue(nil, forKey: key)
    }
    guard let edit = FleetEdit(values) else { return nil }
    self.init(
      id: id, tool: tool.shortName, target, edit, plan, count: count, rollsBack: rollsBack)
    self.state = state
    cause = value["cause"]?.text?.short(Self.longestCause)
  }
}

extension RolloutPlan {
  fileprivate init?(_ value: JSONValue) {
    guard let first = value["first"]?.integer, let growth = value["growth"]?.number,
      let rate = value["rate"]?.number, let settling = value["settling"]?.integer,
      let timeout = value["timeout"]?.integer, let failed = value["failed"]?.number,
      let timedOut = value["timed-out"]?.number, let minimum = value["minimum"]?.integer
    else { return nil }
    (self.first, self.growth, self.rate) = (first, growth, rate)
    (self.settling, self.timeout, self.minimum) = (settling, timeout, minimum)
    (mostFailed, mostTimedOut) = (failed, timedOut)
    guard isValid else { return nil }
  }
}
