package import VitrineControl
package import VitrinePlayback
package import VitrineTiming

extension Health.Picture {
  /// What a player with this status shows. `dark` is why its display shows nothing.
  package init(
    _ status: PlaybackStatus, dark: String?, showsInterface: Bool, at now: HostTime
  ) {
    self.init(sinceFlip: status.statistics.lastFlip.map { max((now - $0).seconds, 0) })
    isOff = !status.isDisplayOn
    if isOff {
      missing = "the display is turned off by a command or schedule"
    } else if let dark {
      missing = dark
    } else if status.isMoving, !status.isPaused, let sinceFlip, sinceFlip > Self.longestWait {
      missing = "the picture has not changed for \(Int(sinceFlip)) s although a new one is due"
    } else if !showsInterface {
      missing = status.phase.missingPicture
    }
  }

  /// Without a page flip for longer than this, a moving picture is not on the display.
  private static let longestWait = 5.0
}

extension PlaybackState.Phase {
  /// Why nothing is on the display in this phase; nil if something is, as the last picture while the
  /// next item opens.
  fileprivate var missingPicture: String? {
    switch self {
    case .failed(let error): "no item can be played: \(error.message)"
    case .idle, .ended: "nothing is playing"
    case .opening, .buffering, .playing: nil
    }
  }
}

extension HealthProblem {
  /// The problems of a machine and its player, the most severe first.
  package static func all(
    in health: Health, phase: PlaybackState.Phase, soundError: String?, isClockTrusted: Bool
  ) -> [HealthProblem] {
    var problems = [picture(health, phase)].compactMap(\.self)
    if let first = health.failedItems.first, problems.isEmpty {
      let others = health.failedItems.count - 1
      problems.append(
        HealthProblem(
          .warning,
          "Cannot play \(first.name): \(first.error)" + (others > 0 ? " (and \(others) more)" : ""),
          cure: "Test the files with: vitrine check FILE"))
    }
    if let soundError {
      problems.append(
        HealthProblem(
          .warning, "No sound: \(soundError)",
          cure: "Check the cable and audio.device; vitrine probe lists the devices"))
    }
    return problems + machine(health, isClockTrusted: isClockTrusted)
  }

  private static func picture(_ health: Health, _ phase: PlaybackState.Phase) -> HealthProblem? {
    if let dark = health.dark, health.picture?.isOff != true {
      return HealthProblem(
        .critical, "No picture: \(dark)",
        cure: "Check the cable and whether the display is on; vitrine doctor tells more")
    }
    guard let picture = health.picture, let missing = picture.missing, !picture.isOff else {
      return nil
    }
    switch phase {
    case .failed:
      return HealthProblem(
        .critical, "No picture: \(missing)", cure: "Test the files with: vitrine check FILE")
    case .idle, .ended:
      // The player went on until nothing was left.
      if let failed = health.failedItems.first {
        return HealthProblem(
          .critical, "No picture: cannot play \(failed.name): \(failed.error)",
          cure: "Test the files with: vitrine check FILE")
      }
      return HealthProblem(
        .warning, "No picture: \(missing)", cure: "Start the programme with: vitrine ctl programme")
    case .opening, .buffering, .playing:
      return HealthProblem(
        .critical, "No picture: \(missing)",
        cure: "Restart the player with: systemctl restart vitrine, and report the log")
    }
  }

  private static func machine(_ health: Health, isClockTrusted: Bool) -> [HealthProblem] {
    var problems: [HealthProblem] = []
    if let temperature = health.temperature, temperature >= hot {
      problems.append(
        HealthProblem(
          .warning, "High temperature: \(Int(temperature)) °C",
          cure: "Check the cooling and the air around the machine"))
    }
    if health.isThrottled == true {
      problems.append(
        HealthProblem(
          .warning, "The board is throttled: too hot, or the power supply is too weak",
          cure: "Check the cooling and the power supply"))
    }
    if let free = health.freeBytes, free < lowSpace {
      problems.append(
        HealthProblem(
          .warning, "The disk is almost full: \(free >> 20) MB free",
          cure: "Delete files that are not needed"))
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
