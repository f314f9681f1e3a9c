package import VitrineTiming

/// Decides how to recover from a fault: the mildest step first, the next one if that did not help.
///
/// A picture that should move and does not is a fault. A pause, a still, a card, a display that is
/// off or a slow network is not; `PlaybackStatus` knows the difference. The decision record 0050
/// lists the faults and their steps.
package struct RecoveryLadder: Sendable {
  /// The reactions to a fault, the mildest first.
  package enum Step: String, CaseIterable, Sendable {
    /// Play the next item.
    case skipItem = "skip-item"
    /// Close a hardware decoder for all items; the next one opens it again.
    case reopenDecoder = "reopen-decoder"
    /// Close the display device and open it again.
    case reopenDevice = "reopen-device"
    /// Do not use that hardware decoder any more.
    case softwareDecoder = "software-decoder"
    /// End the program; the service manager starts it again.
    case restart
    /// Restart the machine.
    case reboot
    /// Play the list for safe mode.
    case safeList = "safe-list"
    /// Show a card, which needs no file, no decoder and no list.
    case safeCard = "safe-card"
  }

  package enum Fault: String, CaseIterable, Sendable {
    /// An item was neither read nor decoded.
    case hungItem = "hung-item"
    /// Decoded pictures are due and do not reach the screen.
    case frozenPicture = "frozen-picture"
    /// The display device rejects everything, as after a hang of its hardware.
    case failingDevice = "failing-device"
    /// Nothing can be opened, because reads of abandoned items still hang.
    case hungReads = "hung-reads"
    /// The program has ended too often.
    case crashLoop = "crash-loop"
    /// None: a restart as planned by the configuration.
    case planned
  }

  /// A step, and why.
  package struct Decision: Hashable, Sendable {
    package let step: Step
    package let fault: Fault
    /// The player that is affected.
    package let player: Int

    package init(_ step: Step, after fault: Fault, player: Int = 0) {
      (self.step, self.fault, self.player) = (step, fault, player)
    }
  }

  /// The signs of faults in a player.
  package struct Sample: Hashable, Sendable {
    /// For how long decoded pictures have been due without a page flip.
    package var frozen = Duration.zero
    /// The number of failed attempts to show pictures since the last success, if the device is to
    /// blame.
    package var deviceFaults = 0
    /// Whether nothing plays and reads hang.
    package var hasHungReads = false

    package init() {}

    package init(_ status: PlaybackStatus, at now: HostTime) {
      // While the decoder works, the item is at fault, which the stall detector decides.
      frozen = status.work == nil ? status.frozen(at: now) ?? .zero : .zero
      deviceFaults = status.isDisplayOn ? status.deviceFaults : 0
      if case .failed = status.phase { hasHungReads = status.hungReads > 0 }
    }
  }

  /// The state of the machine.
  package struct Situation: Sendable {
    package var history: RecoveryHistory
    /// Whether the configuration allows a reboot, and the service manager can do it.
    package var mayReboot = false
    /// Whether a service manager starts the program again, and the restart can be recorded.
    package var mayRestart = true
    /// The time since boot.
    package var uptime = Duration.zero
    /// In seconds since 1970. A wrong clock only makes the limits stricter or looser for a day.
    package var second: Int64

    package init(_ history: RecoveryHistory, at second: Int64) {
      (self.history, self.second) = (history, second)
    }
  }

  /// How long pictures may be frozen before the device is reopened.
  static let frozenLimit = Duration.seconds(10)
  private static let confirmation = Duration.seconds(3)
  /// How long the reopened device may take to show them.
  static let reopenLimit = Duration.seconds(20)
  /// A device that was reopened is trusted again after this time without frozen pictures. While it is
  /// opened, pictures advance without being visible.
  static let proof = Duration.seconds(60)
  /// Attempts are at most 10 s apart.
  static let deviceFaultLimit = 30
  static let hungReadsLimit = Duration.seconds(120)
  /// A restart is not repeated for the same fault within this time.
  static let restartInterval: Int64 = 3600
  /// A machine that never works must stay reachable between two reboots.
  static let leastUptime = Duration.seconds(600)
  static let mostRebootsPerDay = 3

  private struct Player: Sendable {
    /// When it was first seen frozen: a process that was stopped looks frozen once.
    var frozenSince: HostTime?
    var reopened: HostTime?
    var hungSince: HostTime?
  }

  private var players: [Int: Player] = [:]
  /// Whether the program was asked to end.
  private var isEnding = false
  /// Whether a reboot could not be recorded.
  private var isRebootRefused = false

  package init() {}

  /// Continues without reboots, because one could not be recorded: nothing would limit them.
  package mutating func refuseReboots() { (isEnding, isRebootRefused) = (false, true) }

  /// Decides from one sample for each player. Call it about once a second.
  package mutating func update(
    _ samples: [Sample], _ situation: @autoclosure () -> Situation, at now: HostTime
  ) -> Decision? {
    guard !isEnding else { return nil }
    for (number, sample) in samples.enumerated() {
      guard let fault = faultOfPlayer(number, sample, at: now) else { continue }
      if fault == .frozenPicture, players[number]?.reopened == nil {
        players[number, default: Player()].reopened = now
        return Decision(.reopenDevice, after: fault, player: number)
      }
      var machine = situation()
      machine.mayReboot = machine.mayReboot && !isRebootRefused
      guard let step = Self.machineStep(after: fault, machine) else { continue }
      isEnding = true
      return Decision(step, after: fault, player: number)
    }
    return nil
  }

  private mutating func faultOfPlayer(
    _ number: Int, _ sample: Sample, at now: HostTime
  ) -> Fault? {
    var player = players[number] ?? Player()
    defer { players[number] = player }
    player.hungSince = sample.hasHungReads ? player.hungSince ?? now : nil
    player.frozenSince =
      sample.frozen >= Self.frozenLimit ? player.frozenSince ?? now : nil
    if let since = player.frozenSince {
      let limit = player.reopened.map { ($0, Self.reopenLimit) } ?? (since, Self.confirmation)
      if now - limit.0 >= limit.1 { return .frozenPicture }
    } else if let reopened = player.reopened, now - reopened >= Self.proof {
      player.reopened = nil
    }
    if sample.deviceFaults >= Self.deviceFaultLimit { return .failingDevice }
    guard let since = player.hungSince, now - since >= Self.hungReadsLimit else { return nil }
    return .hungReads
  }

  /// A restart, then a reboot; nil while both would only repeat what did not help.
  static func machineStep(after fault: Fault, _ situation: Situation) -> Step? {
    guard situation.mayRestart else { return nil }
    let history = situation.history
    let wasRestarted =
      history.count(of: .restart, after: fault, within: restartInterval, at: situation.second) > 0
    guard wasRestarted else { return .restart }
    return allowsReboot(situation) ? .reboot : nil
  }

  /// Whether another reboot is possible now; also a planned one, because the clock may jump into its
  /// window after each boot.
  package static func allowsReboot(_ situation: Situation) -> Bool {
    situation.mayReboot && situation.uptime >= leastUptime
      && situation.history.count(of: .reboot, within: 86_400, at: situation.second)
        < mostRebootsPerDay
  }

  /// The step of safe mode, which starts after several crashes in a row. `hasList` is whether there
  /// is a list for it that has not crashed as well.
  package static func safeModeStep(_ situation: Situation, hasList: Bool) -> Step {
    if allowsReboot(situation) { return .reboot }
    return hasList ? .safeList : .safeCard
  }

  /// The step for a hardware decoder in which items hung, `hangs` in a row. The items themselves are
  /// skipped.
  package static func decoderStep(afterHangs hangs: Int) -> Step {
    hangs > 1 ? .softwareDecoder : .reopenDecoder
  }
}

extension PlaybackStatus {
  /// For how long a picture has been due without a page flip; nil if none is due. Before the first
  /// picture of an item, none is due yet.
  package func frozen(at now: HostTime) -> Duration? {
    guard phase == .playing, let movingSince, let flip = statistics.lastFlip else { return nil }
    return max(now - max(flip, movingSince), .zero)
  }
}

extension RecoveryLadder.Decision {
  /// For the log.
  package var text: String { "\(step.text): \(fault.text)" }
}

extension RecoveryLadder.Step {
  package var text: String {
    switch self {
    case .skipItem: "skipping the item"
    case .reopenDecoder: "opening the hardware decoder again"
    case .reopenDevice: "opening the display device again"
    case .softwareDecoder: "using the software decoder from now on"
    case .restart: "restarting the player"
    case .reboot: "rebooting the machine"
    case .safeList: "playing service.safe-list"
    case .safeCard: "showing the card of safe mode"
    }
  }
}

extension RecoveryLadder.Fault {
  package var text: String {
    switch self {
    case .hungItem: "an item was neither read nor decoded"
    case .frozenPicture: "pictures are due but do not reach the screen"
    case .failingDevice: "the display device fails all the time"
    case .hungReads: "nothing can be opened because earlier reads hang; check the disk or share"
    case .crashLoop: "the player has crashed too often"
    case .planned: "as planned"
    }
  }
}
