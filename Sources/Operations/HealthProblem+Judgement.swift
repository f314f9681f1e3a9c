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
  /// The problems of a machine and its player, the most severe first.
  package static func all(
    in health: Health, _ status: PlaybackStatus, soundError: String?, isClockTrusted: Bool
  ) -> [HealthProblem] {
    let picture = picture(health, status)
    let network = picture == nil ? network(health, status) : nil
    var problems = [picture, playlist(health), network].compactMap(\.self)
    if let first = health.failedItems.first, picture == nil, network == nil {
      let others = health.failedItems.count - 1
      problems.append(
        HealthProblem(
          .warning,
          "Cannot play \(first.name): \(first.error)" + (others > 0 ? " (and \(others) more)" : ""),
          cure: "Test the files with: vitrine check FILE"))
    }
    problems += [quarantine(health)].compactMap(\.self)
    if let soundError {
      problems.append(
        HealthProblem(
          .warning, "No sound: \(soundError)",
          cure: "Check the cable and audio.device; vitrine probe lists the devices"))
    }
    return problems + machine(health, isClockTrusted: isClockTrusted)
  }

  private static func picture(_ health: Health, _ status: PlaybackStatus) -> HealthProblem? {
    if health.picture?.isOff == true { return nil }
    if let dark = health.dark {
      return HealthProblem(
        .critical, "No picture: \(dark)",
        cure: "Check the cable and whether the display is on; see also: vitrine doctor")
    }
    guard let missing = health.picture?.missing else { return nil }
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
        .warning, "No picture: \(missing)", cure: "Start the programme with: vitrine ctl programme")
    case .opening, .buffering:
      // A start takes a while.
      if health.process.uptime < longestStart { return nil }
      return HealthProblem(
        .critical, "No picture: \(missing)",
        cure: "Check the network and the server of the item; vitrine ctl status names it")
    case .playing:
      return HealthProblem(
        .critical, "No picture: \(missing)",
        cure: "Restart the player with: systemctl restart vitrine, and report the log")
    }
  }

  private static func playlist(_ health: Health) -> HealthProblem? {
    guard let error = health.playlist.error else { return nil }
    let cure = "Find the errors with: vitrine list check FILE"
    guard health.playlist.hasEarlierVersion else {
      return HealthProblem(
        .critical, "The playlist cannot be read: \(error)", cure: cure)
    }
    return HealthProblem(
      .warning, "The playlist cannot be read, and its previous version plays: \(error)", cure: cure)
  }

  private static func quarantine(_ health: Health) -> HealthProblem? {
    guard let first = health.playlist.quarantined.first else { return nil }
    let others = health.playlist.quarantined.count - 1
    return HealthProblem(
      .warning,
      "\(first) crashed the player repeatedly and is skipped"
        + (others > 0 ? " (and \(others) more)" : ""),
      cure: "Test it with: vitrine check FILE; after replacing it: vitrine ctl reload")
  }

  private static func network(_ health: Health, _ status: PlaybackStatus) -> HealthProblem? {
    guard status.awaitsNetwork, let seconds = health.picture?.sinceFlip, seconds > longestStall
    else { return nil }
    return HealthProblem(
      .warning, "The picture has not changed for \(Int(seconds)) s: it waits for the network",
      cure: "Check the network and the server of the item; vitrine ctl status names it")
  }

  /// In seconds.
  private static let longestStart = 60.0
  private static let longestStall = 60.0

  private static func machine(_ health: Health, isClockTrusted: Bool) -> [HealthProblem] {
    var problems: [HealthProblem] = []
    if let temperature = health.machine.temperature, temperature >= hot {
      problems.append(
        HealthProblem(
          .warning, "High temperature: \(Int(temperature)) °C",
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

  /// In °C. Boards reduce their clock speed soon above it.
  private static let hot = 80.0
  private static let lowSpace = Int64(256) << 20
}
