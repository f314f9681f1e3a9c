package import VitrineControl
package import VitrinePlayback
import VitrinePlaylists
package import VitrineTiming

extension Health.Picture {
  /// Describes the display of a player with this status. `dark` is why its display shows nothing; `hasPicture` is
  /// whether anything has been played yet.
  package init(
    _ status: PlaybackStatus, dark: String?, hasPicture: Bool, showsInterface: Bool,
    at now: HostTime
  ) {
    self.init(sinceFlip: status.statistics.lastFlip.map { max((now - $0).seconds, 0) })
    isOff = !status.isDisplayOn
    missing =
      isOff
      ? "the display is turned off by a command or schedule"
      : dark ?? status.frozenPicture(at: now)
        ?? status.missingPicture(hasPicture: hasPicture, showsInterface: showsInterface)
  }
}

extension PlaybackStatus {
  /// Says for how long a picture has been due without a page flip, if that is too long.
  fileprivate func frozenPicture(at now: HostTime) -> String? {
    // The decoder may still work on it.
    guard let seconds = frozen(at: now)?.seconds,
      seconds > (work == nil ? Self.longestWait : Self.longestWork)
    else { return nil }
    return "the picture has not changed for \(Int(seconds)) s although a new one is due"
  }

  /// In seconds.
  private static let longestWait = 5.0
  private static let longestWork = 30.0

  /// Why nothing is on the display; nil if something is, as the last picture while the next item
  /// opens.
  fileprivate func missingPicture(hasPicture: Bool, showsInterface: Bool) -> String? {
    switch phase {
    case .failed(let error): "no item can be played: \(error.message)"
    case .idle, .ended: showsInterface ? nil : "nothing is playing"
    case .opening, .buffering: hasPicture || showsInterface ? nil : "nothing has been shown yet"
    case .playing: nil
    }
  }
}

extension HealthProblem {
  /// The problems of an output's player, the picture first. `uptime` is that of the program, in seconds.
  package static func all(
    of output: Health.Output, _ status: PlaybackStatus, soundError: String?, uptime: Double
  ) -> [HealthProblem] {
    let picture = picture(output, status, uptime: uptime)
    let network = picture == nil ? network(output, status) : nil
    var problems = [picture, playlist(output), network].compactMap(\.self)
    if let first = output.failedItems.first, picture == nil, network == nil {
      let others = output.failedItems.count - 1
      problems.append(
        HealthProblem(
          .warning,
          "Cannot play \(first.name): \(first.error)" + (others > 0 ? " (and \(others) more)" : ""),
          cure: "Test the files with: vitrine check FILE"))
    }
    problems += [quarantine(output), overload(output)].compactMap(\.self)
    if let soundError {
      problems.append(
        HealthProblem(
          .warning, "No sound: \(soundError)",
          cure: "Check the cable and audio.device; vitrine probe lists the devices"))
    }
    guard let connector = output.connector else { return problems }
    return problems.map {
      HealthProblem($0.severity, "\(connector): \($0.text)", cure: $0.cure)
    }
  }

  /// The problems of the outputs and of the machine, the most severe first.
  package static func all(
    of outputs: [[HealthProblem]], in health: Health, isClockTrusted: Bool
  ) -> [HealthProblem] {
    let problems = outputs.flatMap(\.self)
    return problems.filter { $0.severity == .critical }
      + problems.filter { $0.severity != .critical }
      + machine(health, isClockTrusted: isClockTrusted)
  }

  private static func picture(
    _ output: Health.Output, _ status: PlaybackStatus, uptime: Double
  ) -> HealthProblem? {
    if output.picture?.isOff == true { return nil }
    if let dark = output.dark {
      return HealthProblem(
        .critical, "No picture: \(dark)",
        cure: "Check the cable and whether the display is on; see also: vitrine doctor")
    }
    guard let missing = output.picture?.missing else { return nil }
    let checkFiles = "Test the files with: vitrine check FILE"
    switch status.phase {
    case .failed: return HealthProblem(.critical, "No picture: \(missing)", cure: checkFiles)
    case .idle, .ended:
      // The player has skipped every item.
      if let failure = status.failure {
        return HealthProblem(
          .critical, "No picture: cannot play \(failure.item.name): \(failure.error.message)",
          cure: checkFiles)
      }
      return HealthProblem(
        .warning, "No picture: \(missing)",
        cure: "Start the programme with: \(output.control) programme")
    case .opening, .buffering:
      // A start takes a while.
      if uptime < longestStart { return nil }
      return HealthProblem(
        .critical, "No picture: \(missing)",
        cure: "Check the network and the server of the item; \(output.control) status names it")
    case .playing:
      return HealthProblem(
        .critical, "No picture: \(missing)",
        cure: "Restart the player with: systemctl restart vitrine, and report the log")
    }
  }

  private static func playlist(_ output: Health.Output) -> HealthProblem? {
    guard let error = output.playlist.error else {
      guard output.playlist.isEmpty, output.picture?.isOff != true else { return nil }
      return HealthProblem(
        .warning, "The playlist is empty", cure: MessageKind.listEmpty.explanation.cure ?? "")
    }
    let cure = "Find the errors with: vitrine list check FILE"
    guard output.playlist.hasEarlierVersion else {
      return HealthProblem(
        .critical, "The playlist cannot be read: \(error)", cure: cure)
    }
    return HealthProblem(
      .warning, "The playlist cannot be read, and its previous version plays: \(error)", cure: cure)
  }

  private static func quarantine(_ output: Health.Output) -> HealthProblem? {
    guard let first = output.playlist.quarantined.first else { return nil }
    let others = output.playlist.quarantined.count - 1
    return HealthProblem(
      .warning,
      "\(first) crashed the player repeatedly and is skipped"
        + (others > 0 ? " (and \(others) more)" : ""),
      cure: "Test it with: vitrine check FILE; after replacing it: vitrine ctl reload")
  }

  private static func overload(_ output: Health.Output) -> HealthProblem? {
    guard let first = output.slowItems.first else { return nil }
    let others = output.slowItems.count - 1
    return HealthProblem(
      .warning,
      "The machine is too slow for \(first.name): \(first.error)"
        + (others > 0 ? " (and for \(others) more)" : ""),
      cure: MessageKind.machineOverloaded.explanation.cure ?? "")
  }

  private static func network(_ output: Health.Output, _ status: PlaybackStatus) -> HealthProblem? {
    guard status.awaitsNetwork, let seconds = output.picture?.sinceFlip, seconds > longestStall
    else { return nil }
    return HealthProblem(
      .warning, "The picture has not changed for \(Int(seconds)) s: it waits for the network",
      cure: "Check the network and the server of the item; \(output.control) status names it")
  }

  /// In seconds.
  private static let longestStart = 60.0
  private static let longestStall = 60.0

  private static func machine(_ health: Health, isClockTrusted: Bool) -> [HealthProblem] {
    var problems: [HealthProblem] = []
    if let heat = health.machine.heat {
      problems.append(
        HealthProblem(
          .warning, "High temperature: \(Int(heat)) °C",
          cure: "Check the cooling and the air around the machine"))
    }
    if health.machine.isUnderVoltage == true {
      problems.append(
        HealthProblem(
          .warning, "The supply voltage is too low",
          cure: "Use the board's own power supply and a short cable"))
    } else if health.machine.isThrottled == true {
      problems.append(
        HealthProblem(
          .warning, "The board is throttled: too hot, or the power supply is too weak",
          cure: "Check the cooling and the power supply"))
    }
    if let free = health.machine.freeBytes, free < lowSpace {
      problems.append(
        HealthProblem(
          .warning, "The disk is almost full: \(free >> 20) MB free",
          cure: "Delete files that are not needed"))
    }
    if health.machine.isReadOnly {
      problems.append(
        HealthProblem(
          .warning, "The disk is read-only: nothing is saved",
          cure: "Check the disk for errors with: sudo dmesg; then mount it again or reboot"))
    }
    // Last, because on a machine without a network it may never change.
    return isClockTrusted ? problems : problems + [clockNotSet]
  }

  package static let clockNotSet = HealthProblem(
    .warning, "The clock is not set: no time server has responded yet",
    cure: "Check the network, or set the clock with: timedatectl set-time")

  private static let lowSpace = Int64(256) << 20
}

extension Health.Output {
  /// The beginning of commands for its player.
  fileprivate var control: String {
    connector.map { "vitrine ctl --output \($0)" } ?? "vitrine ctl"
  }
}
