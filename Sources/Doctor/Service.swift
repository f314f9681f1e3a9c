internal import VitrinePlayback

/// The service's state in systemd.
public struct ServiceFacts: Hashable, Sendable {
  /// Whether systemd is running.
  public var hasManager = true
  /// Nil if it is not installed.
  public var unit: UnitFile?
  public var isMasked = false
  public var isEnabled = false
  public var isRunning = false
  /// Whether the safe mode runs in place of the service, which has failed too often.
  public var isSafe = false

  public init() {}
}

extension Facts {
  /// Whether playback starts at boot.
  var serviceFindings: [Finding] {
    service.findings(.service) { service in [finding(of: service)] }
  }

  private func finding(of service: ServiceFacts) -> Finding {
    let cureOfFailure = "journalctl -b -u vitrine -n 50; sudo systemctl restart vitrine"
    guard service.hasManager else {
      return Finding(.service, .good, "systemd is not running")
    }
    guard !service.isMasked else {
      return Finding(
        .service, .bad(.configuration), "vitrine.service is masked",
        cause: "nothing can start it", cure: "sudo systemctl unmask vitrine")
    }
    guard service.unit != nil else {
      return Finding(
        .service, .advice, "vitrine.service is not installed",
        cause: "nothing plays after boot")
    }
    if service.isSafe {
      return Finding(
        .service, .bad(.unavailable), "vitrine.service has failed too often: safe mode is running",
        cause: "its log says why", cure: cureOfFailure)
    }
    switch (service.isEnabled, service.isRunning) {
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
public struct ConfigurationFacts: Hashable, Sendable {
  /// Nil for the defaults.
  public var file: String?
  /// The error messages of the player.
  public var faults: [String] = []
  public var isUnreadable = false
  /// The service's playlists, and what is wrong with each; nil if nothing is.
  public var lists: [List] = []

  public struct List: Hashable, Sendable {
    public var path: String
    public var trouble: String?

    public init(_ path: String, trouble: String? = nil) {
      self.path = path
      self.trouble = trouble
    }
  }

  public init() {}
}

extension Facts {
  /// Whether the configuration is valid and its playlists exist.
  var configurationFindings: [Finding] {
    configuration.findings(.configuration) { facts in
      [configured(facts)]
        + facts.lists.filter { $0.trouble != nil }.map { list in
          Finding(
            .configuration, .bad(.noInput), "\(list.path): \(list.trouble ?? "")",
            cause: "a card is shown instead", cure: "ls -l \(list.path.shellWord)")
        }
    }
  }

  private func configured(_ facts: ConfigurationFacts) -> Finding {
    guard let file = facts.file else {
      return Finding(.configuration, .good, "no file, using the defaults\(lists(facts))")
    }
    if facts.isUnreadable {
      let name = user.value?.name ?? "vitrine"
      return Finding(
        .configuration, .bad(.noInput), facts.faults.first ?? "\(file): cannot be read",
        cause: "\(name) cannot read it", cure: "ls -l \(file.shellWord)")
    }
    guard facts.faults.isEmpty else {
      let more = facts.faults.count - 1
      return Finding(
        .configuration, .bad(.configuration), facts.faults[0],
        cause: more > 0 ? "and \(more) more" : nil,
        cure: "vitrine config check \(file.shellWord)")
    }
    return Finding(.configuration, .good, "\(file) has no faults\(lists(facts))")
  }

  private func lists(_ facts: ConfigurationFacts) -> String {
    let there = facts.lists.filter { $0.trouble == nil }.map(\.path)
    return there.isEmpty ? "" : "; plays \(there.enumerated)"
  }
}
