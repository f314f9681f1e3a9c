import VitrineControl

/// The output of `vitrine fleet`.
package enum FleetText {
  /// One line per screen, then the counts.
  package static func table(_ findings: [FleetSurvey.Finding]) -> String {
    let width = findings.map(\.id.count).max() ?? 0
    let lines = findings.map { finding in
      padded(finding.state.rawValue, 10) + padded(finding.id, width + 2) + finding.detail
    }
    let counts = FleetSurvey.State.allCases.compactMap { state -> String? in
      let count = findings.count { $0.state == state }
      return count > 0 ? "\(count) \(state.rawValue)" : nil
    }
    let summary = counts.isEmpty ? "no screens" : counts.joined(separator: ", ")
    return (lines + [summary]).joined(separator: "\n")
  }

  package static func json(_ findings: [FleetSurvey.Finding], _ survey: FleetSurvey) -> String {
    let values = findings.map { finding -> JSONValue in
      let screen = survey.screens[finding.id]
      return .object([
        "id": .text(finding.id), "state": .text(finding.state.rawValue),
        "detail": .text(finding.detail), "reported": screen?.report?.value ?? .null,
        "online": .bool(screen?.presence?.isOnline ?? false),
      ])
    }
    return String(decoding: JSONValue.array(values).line.dropLast(), as: UTF8.self)
  }

  /// The waves of a rollout that would begin now.
  package static func waves(_ waves: [[String]]) -> String {
    waves.enumerated().compactMap { index, ids in
      guard !ids.isEmpty else { return nil }
      let name = index == waves.count - 1 ? "last, without waiting" : "wave \(index + 1)"
      return "\(name) (\(ids.count)): " + ids.joined(separator: " ")
    }.joined(separator: "\n")
  }

  package static func progress(_ rollout: Rollout) -> String {
    let results = rollout.results
    let counts =
      "\(results.changed) of \(rollout.job.count) screens changed, \(results.applied) applied, "
      + "\(results.failed.count) failed, \(results.timedOut.count) timed out"
    return switch rollout.job.state {
    case .running: "wave \(rollout.wave + 1) of \(rollout.waves): \(counts)"
    case .finishing: "finishing: \(counts)"
    case .rollingBack: "rolling back: \(results.changed) screens left"
    case .done: "done"
    case .stopped: "stopped: \(counts)"
    case .rolledBack: "rolled back"
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
