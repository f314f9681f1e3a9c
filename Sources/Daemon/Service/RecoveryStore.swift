import VitrineLinux
import VitrinePlayback
import VitrineSettings
import VitrineTiming

/// Stores what `RecoveryLadder` has decided across restarts, and requests reboots from the service
/// manager. Owned by the service's thread.
struct RecoveryStore {
  private(set) var history = RecoveryHistory()
  private let state: Folder?
  private let runtime: Folder?
  private let mayReboot: Bool
  /// Whether a planned restart reboots the machine.
  private let rebootsAsPlanned: Bool
  private let mayRestart: Bool
  private let uptime: @Sendable () -> Int64

  private static let name = "recovery"
  /// The unit's `ExecStopPost=` reboots the machine if this file exists.
  private static let rebootName = "reboot"
  /// Exists while safe mode plays its list.
  private static let safeListName = "safe-list"

  /// `runtime` and `state` are the folders that systemd creates for a service. Without them, nothing
  /// limits reboots, so there are none. Restarts are also limited if the disk rejects writes.
  /// `isSupervised` is whether a service manager started the program, and `uptime` the seconds since
  /// boot.
  init(
    runtime: String?, state: String?, reboot: RebootPolicy, isSupervised: Bool = Self.isSupervised,
    uptime: @escaping @Sendable () -> Int64 = { Int64(MachineUptime.seconds) },
    warn: (String) -> Void
  ) {
    self.uptime = uptime
    (self.runtime, self.state) = (runtime.map(Folder.init), state.map(Folder.init))
    mayReboot = reboot != .never && runtime != nil && state != nil
    rebootsAsPlanned = reboot == .always && mayReboot
    mayRestart = isSupervised && (runtime != nil || state != nil)
    // The one on disk is not newer, but outlasts the boot.
    for folder in [self.runtime, self.state].compactMap(\.self) where history.entries.isEmpty {
      history = Self.read(in: folder, warn) ?? history
    }
  }

  /// From the environment that systemd and its substitutes set.
  static var isSupervised: Bool {
    ["NOTIFY_SOCKET", "INVOCATION_ID"].contains { ProcessEnvironment.value($0) != nil }
  }

  private static func read(in folder: Folder, _ warn: (String) -> Void) -> RecoveryHistory? {
    let path = folder.path(of: name)
    do throws(Errno) {
      guard let bytes = try folder.contents(of: name, most: RecoveryHistory.largestFile + 1) else {
        return nil
      }
      if let history = RecoveryHistory(bytes: bytes) { return history }
      warn("\(path): damaged; earlier restarts are unknown")
    } catch {
      warn("\(path): cannot be read: \(error)")
    }
    return nil
  }

  func situation() -> RecoveryLadder.Situation {
    var situation = RecoveryLadder.Situation(history, at: Self.now)
    (situation.mayReboot, situation.mayRestart) = (mayReboot, mayRestart)
    situation.uptime = .seconds(uptime())
    return situation
  }

  /// Records a restart or reboot, and requests the reboot. A reboot that cannot be recorded on disk is
  /// not requested: nothing would limit its repetition.
  mutating func record(_ decision: RecoveryLadder.Decision) throws(Errno) {
    history.record(decision.step, after: decision.fault, at: Self.now)
    let text = String(decoding: history.bytes, as: UTF8.self)
    try runtime?.write(text, to: Self.name)
    try state?.write(text, to: Self.name)
    if decision.step == .reboot { try requestReboot() }
  }

  private func requestReboot() throws(Errno) { try runtime?.write("", to: Self.rebootName) }

  /// Prepares a planned restart. Returns whether the machine will be rebooted: not shortly after a boot,
  /// and not often.
  mutating func preparePlannedRestart() throws(Errno) -> Bool {
    guard rebootsAsPlanned, RecoveryLadder.allowsReboot(situation()) else { return false }
    try record(RecoveryLadder.Decision(.reboot, after: .planned))
    return true
  }

  /// Whether the previous run of safe mode ended while it played its list.
  var hasSafeListFailed: Bool {
    guard let runtime else { return true }
    return (try? runtime.isMissing(Self.safeListName)) != true
  }

  /// Returns the step of safe mode; `list` is the configured one. Records that it plays the list, or
  /// shows the card if that is not possible: a list that crashes would be played again and again.
  func beginSafeMode(_ list: String?, warn: (String) -> Void) -> RecoveryLadder.Step {
    let step = RecoveryLadder.safeModeStep(
      situation(), hasList: list != nil && !hasSafeListFailed)
    guard step == .safeList else { return step }
    do throws(Errno) {
      try setPlaysSafeList(true)
      return .safeList
    } catch {
      warn("service.safe-list is not played: \(error)")
      return .safeCard
    }
  }

  /// Records whether safe mode plays its list.
  func setPlaysSafeList(_ plays: Bool) throws(Errno) {
    try runtime?.write(plays ? "" : nil, to: Self.safeListName)
  }

  private static var now: Int64 { Int64(saturating: WallTime.seconds) }
}
