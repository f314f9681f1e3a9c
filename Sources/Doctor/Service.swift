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

  package init() {}
}

extension ServiceFacts {
  /// Whether the service or its safe mode runs.
  var isServing: Bool { isRunning || isSafe }

  /// Whether playback starts at boot.
  var finding: Finding {
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

/// The state of the configuration.
package struct ConfigurationFacts: Hashable, Sendable {
  /// Nil for the defaults.
  package var file: String?
  /// The error messages of the player.
  package var faults: [String] = []
  package var isUnreadable = false
  /// The service's playlists, and what is wrong with each; nil if nothing is.
  package var lists: [List] = []

  package struct List: Hashable, Sendable {
    package var path: String
    package var trouble: String?

    package init(_ path: String, trouble: String? = nil) {
      self.path = path
      self.trouble = trouble
    }
  }

  package init() {}
}

extension ConfigurationFacts {
  /// Whether the configuration is valid and its playlists exist.
  func findings(_ user: UserFacts?) -> [Finding] {
    [ownFinding(user)]
      + lists.filter { $0.trouble != nil }.map { list in
        Finding(
          .configuration, .bad(.noInput), "\(list.path): \(list.trouble ?? "")",
          cause: "a card is shown instead", cure: "ls -l \(list.path.shellWord)")
      }
  }

  private func ownFinding(_ user: UserFacts?) -> Finding {
    guard let file else {
      return Finding(.configuration, .good, "no file, using the defaults\(playing)")
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
    return Finding(.configuration, .good, "\(file) has no faults\(playing)")
  }

  private var playing: String {
    let there = lists.filter { $0.trouble == nil }.map(\.path)
    return there.isEmpty ? "" : "; plays \(there.enumerated)"
  }
}
