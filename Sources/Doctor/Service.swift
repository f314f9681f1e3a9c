internal import VitrinePlayback

/// The service's state in systemd.
package struct ServiceFacts: Hashable, Sendable {
  /// Whether systemd is running.
  package var hasManager = true
  /// Nil if it is not installed.
  package var unit: UnitFile?
  package var isMasked = false
  package var isEnabled = false
  package var isRunning = false
  /// Whether the safe mode runs in place of the service, which has failed too often.
  package var isSafe = false
  /// The failures of the last week, as far as the journal contains them.
  package var history = History()

  package struct History: Hashable, Sendable {
    /// How often the service failed, by systemd's name for the result, such as `watchdog`.
    package var failures: [String: Int] = [:]
    /// How often the safe mode began.
    package var safeModes = 0

    package init() {}
  }

  package init() {}
}

extension ServiceFacts {
  /// Whether the service or its safe mode runs.
  var isServing: Bool { isRunning || isSafe }

  /// Whether playback starts at boot, and failures of the last week.
  var findings: [Finding] { [finding, history.finding].compactMap(\.self) }

  private var finding: Finding {
    let cureOfFailure = "journalctl -b -u vitrine -n 50; sudo systemctl restart vitrine"
    guard hasManager else {
      return Finding(.service, .good, "systemd is not running")
    }
    guard !isMasked else {
      return Finding(
        .service, .bad(.configuration), "vitrine.service is masked",
        cause: "nothing can start it", cure: "sudo systemctl unmask vitrine")
    }
    guard unit != nil else {
      return Finding(
        .service, .advice, "vitrine.service is not installed",
        cause: "nothing plays after boot")
    }
    if isSafe {
      return Finding(
        .service, .bad(.unavailable), "vitrine.service has failed too often: safe mode is running",
        cause: "its log says why", cure: cureOfFailure)
    }
    switch (isEnabled, isRunning) {
    case (true, true): return Finding(.service, .good, "enabled and running")
    case (true, false):
      return Finding(
        .service, .bad(.unavailable), "vitrine.service is enabled, but not running",
        cause: "it failed or was stopped; see its log", cure: cureOfFailure)
    case (false, true):
      return Finding(
        .service, .advice, "vitrine.service is running, but not enabled",
        cause: "it will not start at the next boot", cure: "sudo systemctl enable vitrine")
    case (false, false):
      return Finding(
        .service, .advice, "vitrine.service is installed, but not enabled",
        cause: "nothing plays after boot",
        cure: "sudo systemctl enable --now vitrine")
    }
  }
}

extension ServiceFacts.History {
  fileprivate var finding: Finding? {
    guard !failures.isEmpty || safeModes > 0 else { return nil }
    var words = failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { result, count in
      "\(Self.words(result)) (\(count)×)"
    }
    if safeModes > 0 { words.append("safe mode (\(safeModes)×)") }
    return Finding(
      .service, .advice, "failed in the last 7 days: \(words.joined(separator: ", "))",
      cause: failures["watchdog"] == nil
        ? nil : "watchdog: the player made no progress, and systemd restarted it",
      cure: "journalctl -u 'vitrine*' --since -7days -p warning")
  }

  /// The results of systemd.service(5).
  private static func words(_ result: String) -> String {
    switch result {
    case "exit-code": "an error"
    case "signal": "a signal"
    case "core-dump": "a crash"
    case "oom-kill": "out of memory"
    case "timeout": "no answer at start or stop"
    default: result
    }
  }
}

/// The state of the configuration.
package struct ConfigurationFacts: Hashable, Sendable {
  /// Nil for the defaults.
  package var file: String?
  /// The error messages of the player.
  package var faults: [String] = []
  package var isUnreadable = false

  package init() {}
}

extension ConfigurationFacts {
  /// Whether the configuration is valid.
  func finding(_ user: UserFacts?) -> Finding {
    guard let file else {
      return Finding(.configuration, .good, "no file, using the defaults")
    }
    if isUnreadable {
      let name = user?.name ?? "vitrine"
      return Finding(
        .configuration, .bad(.noInput), faults.first ?? "\(file): cannot be read",
        cause: "\(name) cannot read it", cure: "ls -l \(file.shellWord)")
    }
    guard faults.isEmpty else {
      let more = faults.count - 1
      return Finding(
        .configuration, .bad(.configuration), faults[0],
        cause: more > 0 ? "and \(more) more" : nil,
        cure: "vitrine config check \(file.shellWord)")
    }
    return Finding(.configuration, .good, "\(file) has no faults")
  }
}
