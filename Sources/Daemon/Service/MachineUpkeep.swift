import VitrineLinux
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineTiming

/// Recovers players from faults, spares a hot machine, and restarts the service as planned: asks the
/// policies once a second and carries out their decisions. Owned by the service's thread.
struct MachineUpkeep: Sendable {
  private var ladder = RecoveryLadder()
  private var thermal = ThermalPolicy()
  private var planned: PlannedRestart
  private var store: RecoveryStore
  /// The step that was decided at the start; nil for none.
  private var firstStep: RecoveryLadder.Decision?
  private var nextReading: HostTime?
  private let reports: Reports
  private let log: Log

  /// The machine's sensors, and the receivers of decisions.
  struct Reports: Sendable {
    var sensors: @Sendable () -> ThermalPolicy.Reading = { ThermalPolicy.Reading() }
    var onEasing: @Sendable (ThermalPolicy.Easing) -> Void = { _ in }
    var onRecovery: @Sendable (RecoveryLadder.Step) -> Void = { _ in }
  }

  /// Some sensors take milliseconds for each reading.
  private static let sensorPeriod = Duration.seconds(10)

  /// `windows` are the times of planned restarts.
  init(
    _ store: RecoveryStore, windows: TimeTable = TimeTable(),
    firstStep: RecoveryLadder.Decision? = nil, _ reports: Reports = Reports(), log: Log
  ) {
    (self.store, self.firstStep, self.reports, self.log) = (store, firstStep, reports, log)
    planned = PlannedRestart(windows)
  }

  /// Does everything that is due; the first player is the main one.
  mutating func update(_ players: [any ServedPlayer], at now: HostTime) {
    let statuses = players.map(\.status)
    if let first = statuses.first, planned.isDue(first, .now()) { restartAsPlanned(players) }
    recover(players, statuses, at: now)
    spareMachine(players, at: now)
  }

  private mutating func recover(
    _ players: [any ServedPlayer], _ statuses: [PlaybackStatus], at now: HostTime
  ) {
    let samples = statuses.map { RecoveryLadder.Sample($0, at: now) }
    let decision = firstStep ?? ladder.update(samples, store.situation(), at: now)
    firstStep = nil
    guard let decision else { return }
    log.write(.recovered, "recovery: \(decision.text)")
    reports.onRecovery(decision.step)
    switch decision.step {
    case .reopenDevice: players[decision.player].reopenDevice()
    case .restart, .reboot:
      do throws(Errno) {
        try store.record(decision)
      } catch {
        log.write(
          .recoveryNotRecorded,
          "recovery: the \(decision.step.rawValue) cannot be recorded: \(error)")
        // Nothing would limit its repetition.
        if decision.step == .reboot { return ladder.refuseReboots() }
      }
      for player in players { player.quit() }
    // The session has done these, and safe mode has begun.
    case .skipItem, .reopenDecoder, .softwareDecoder, .safeList, .safeCard: break
    }
  }

  private mutating func spareMachine(_ players: [any ServedPlayer], at now: HostTime) {
    guard nextReading.map({ now >= $0 }) ?? true else { return }
    nextReading = now + Self.sensorPeriod
    let reading = reports.sensors()
    guard let easing = thermal.update(reading, at: now) else { return }
    let cause = reading.isUnderVoltage ? "the supply voltage is too low" : "the machine is too hot"
    if easing == .none {
      log.write(.machineRelieved, "machine: \(easing.text)")
    } else {
      log.write(.machineSpared, "machine: \(cause): \(easing.text)")
    }
    for player in players { player.ease(easing) }
    reports.onEasing(easing)
  }

  private mutating func restartAsPlanned(_ players: [any ServedPlayer]) {
    do throws(Errno) {
      let reboots = try store.preparePlannedRestart()
      log.write(
        .restartPlanned,
        "\(reboots ? "rebooting the machine" : "restarting") as planned by service.restart-hours")
    } catch {
      log.write(
        .recoveryNotRecorded, "the player restarts, but the machine is not rebooted: \(error)")
    }
    for player in players { player.quit() }
  }
}
