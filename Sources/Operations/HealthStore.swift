import Glibc
package import VitrineControl
package import VitrineEngine
import VitrineLinux
package import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
package import VitrineTiming

/// The health of the machine and of the main player. Thread-safe.
package final class HealthStore: Sendable {
  fileprivate struct State: Sendable {
    var display: String?
    var mode: String?
    var dark: String?
    var sound: String?
    var soundError: String?
    var hasPicture = false
    var showsInterface = false
    var failed: [Failed] = []
    var recoveries: [RecoveryLadder.Step: Int] = [:]
    var easing = ThermalPolicy.Easing.none
  }

  private let state = Shared(State())
  private let player = Shared<(@Sendable () -> Player?)?>(nil)
  private let start = HostTime.now()
  private let folder: Folder
  private let stateFolder: Folder?
  private let clock: (@Sendable () -> Clock)?
  private let exits: ServiceExits?
  private let playlist = Shared<(@Sendable () -> Health.Playlist)?>(nil)

  /// Whether the machine's clock is trusted, and since when.
  package typealias Clock = (isTrusted: Bool, since: HostTime)

  /// More items that cannot be played are not remembered.
  fileprivate static let mostFailed = 20

  /// Reports the free space of `folder`, and whether `state` is writable. `clock` is nil for a program
  /// without schedules, and `exits` without a service.
  package init(
    folder: String, state stateFolder: String? = nil, clock: (@Sendable () -> Clock)? = nil,
    exits: ServiceExits? = nil
  ) {
    self.folder = Folder(folder)
    self.stateFolder = stateFolder.map(Folder.init)
    (self.clock, self.exits) = (clock, exits)
  }

  /// Reports what this player shows, from now on.
  package func watch(_ player: Player) {
    self.player.update { $0 = { [weak player] in player } }
  }

  /// Reports the errors of the playlist, from now on. `read` is called on any thread.
  package func watchPlaylist(_ read: @escaping @Sendable () -> Health.Playlist) {
    playlist.update { $0 = read }
  }

  /// Records how far the machine is spared.
  package func set(_ easing: ThermalPolicy.Easing) { state.update { $0.easing = easing } }

  /// Counts a step of recovery.
  package func record(_ step: RecoveryLadder.Step) {
    state.update { $0.recoveries[step, default: 0] += 1 }
  }

  /// Called on the player's threads.
  package func handle(_ event: PlayerEvent) {
    state.update { state in
      switch event {
      case .display(.lit(let display, _)), .display(.off(let display)):
        (state.display, state.mode, state.dark) = (display.name, display.mode, nil)
      case .display(.dark(let reason)): state.dark = reason
      case .firstPicture: state.hasPicture = true
      case .interfaceShown(let isVisible, at: _): state.showsInterface = isVisible
      case .soundOpened(let name): (state.sound, state.soundError) = (name, nil)
      case .soundUnavailable(let why): (state.sound, state.soundError) = (nil, why)
      case .failed(let item, let error):
        state.record(item, error)
        state.recoveries[.skipItem, default: 0] += 1
      case .recovery(let step, because: _): state.recoveries[step, default: 0] += 1
      case .playing(let item): state.failed.removeAll { $0.location == item.location }
      default: break
      }
    }
  }

  /// Reads the current values from small files of the kernel.
  package func health() -> Health {
    let (state, player) = (state.value, player.value?())
    let status = player?.status
    var health = Health()
    (health.display, health.mode) = (state.display, state.mode)
    health.hasPicture = state.hasPicture
    (health.dark, health.sound) = (state.dark, state.sound)
    let queued = player.map { Set($0.queue.entries.map(\.item.location)) }
    health.failedItems = state.failed.filter { queued?.contains($0.location) ?? true }
      .map { Health.FailedItem($0.name, $0.error) }
    if let playlist = playlist.value?() { health.playlist = playlist }
    health.recoveries = state.recoveries
    health.picture = status.map { status in
      Health.Picture(
        status, dark: state.dark, hasPicture: state.hasPicture,
        showsInterface: state.showsInterface, at: HostTime.now())
    }
    health.process.uptime = Double((HostTime.now() - start).nanoseconds) / 1e9
    let sensors = MachineSensors()
    health.machine.temperature = sensors.zones.map(\.temperature).max()
    health.machine.isThrottled = sensors.isThrottled
    health.machine.isUnderVoltage = sensors.isUnderVoltage
    health.machine.easing = state.easing
    health.process.residentBytes = Self.residentBytes
    health.process.openDescriptors = directoryEntries("/proc/self/fd").count
    health.machine.freeBytes = folder.freeBytes
    health.machine.isReadOnly = isReadOnly
    health.machine.isClockSynchronised = WallTime.isSynchronised
    if let clock = clock?() {
      health.machine.isClockTrusted = clock.isTrusted
      health.machine.sinceClockChange = max((HostTime.now() - clock.since).seconds, 0)
    }
    (health.process.restarts, health.process.lastExit) = (exits?.count, exits?.last)
    health.problems = HealthProblem.all(
      in: health, status ?? PlaybackStatus(), soundError: state.soundError,
      isClockTrusted: health.machine.isClockTrusted ?? true)
    return health
  }

  /// After an error, the kernel mounts a file system read-only. A player without a state folder
  /// writes nothing.
  private var isReadOnly: Bool {
    guard let stateFolder else { return false }
    do throws(Errno) { try stateFolder.checkIsWritable() } catch { return error == .readOnly }
    return false
  }

  private static var residentBytes: Int? {
    firstLine(of: "/proc/self/statm")?.split(separator: " ").dropFirst().first
      .flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
  }
}

extension HealthStore {
  fileprivate struct Failed: Sendable {
    let location: String
    let name: String
    let error: String
  }
}

extension HealthStore.State {
  mutating func record(_ item: Item, _ error: PlaybackError) {
    failed.removeAll { $0.location == item.location }
    failed.insert(.init(location: item.location, name: item.name, error: error.message), at: 0)
    failed = Array(failed.prefix(HealthStore.mostFailed))
  }
}
