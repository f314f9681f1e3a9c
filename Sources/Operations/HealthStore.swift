import Glibc
package import VitrineControl
package import VitrineEngine
import VitrineLinux
package import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
package import VitrineTiming

/// The health of the machine and of its players. Thread-safe.
package final class HealthStore: Sendable {
  fileprivate struct State: Sendable {
    /// The main player's first.
    var outputs: [OutputState]
    var recoveries: [RecoveryLadder.Step: Int] = [:]
    var easing = ThermalPolicy.Easing.none
  }

  fileprivate struct OutputState: Sendable {
    /// Nil for the main player.
    let connector: String?
    var player: (@Sendable () -> Player?)?
    var playlist: (@Sendable () -> Health.Playlist)?
    var display: String?
    var mode: String?
    var dark: String?
    var sound: String?
    var soundError: String?
    var hasPicture = false
    var showsInterface = false
    var failed: [Failed] = []
    var slow = SlowItems()
  }

  /// The items for which the machine was too slow.
  fileprivate struct SlowItems: Sendable {
    var list: [Failed] = []
    /// The location of the current item, if it is one of them.
    var current: String?
  }

  private let state: Shared<State>
  private let start = HostTime.now()
  private let folder: Folder
  private let stateFolder: Folder?
  private let clock: (@Sendable () -> Clock)?
  private let exits: ServiceExits?
  private let lasting: @Sendable () -> [HealthProblem]

  /// Whether the machine's clock is trusted, and since when.
  package typealias Clock = (isTrusted: Bool, since: HostTime)

  /// More items that cannot be played are not remembered.
  fileprivate static let mostFailed = 20

  /// Reports the free space of `folder`, and whether `state` is writable. `others` are the connectors
  /// with their own players; `clock` is nil for a program without schedules, and `exits` without a
  /// service. `lasting` returns the problems of other parts of the program.
  package init(
    folder: String, state stateFolder: String? = nil, others: [String] = [],
    clock: (@Sendable () -> Clock)? = nil, exits: ServiceExits? = nil,
    lasting: @escaping @Sendable () -> [HealthProblem] = { [] }
  ) {
    let outputs = [nil] + others.map { Optional($0) }
    state = Shared(State(outputs: outputs.map { OutputState(connector: $0) }))
    self.folder = Folder(folder)
    self.stateFolder = stateFolder.map(Folder.init)
    (self.clock, self.exits, self.lasting) = (clock, exits, lasting)
  }

  /// Reports what this player shows, from now on; nil is the main player's connector.
  package func watch(_ player: Player, at connector: String? = nil) {
    change(connector) { $0.player = { [weak player] in player } }
  }

  /// Reports the errors of a player's playlist, from now on. `read` is called on any thread.
  package func watchPlaylist(
    at connector: String? = nil, _ read: @escaping @Sendable () -> Health.Playlist
  ) {
    change(connector) { $0.playlist = read }
  }

  private func change(_ connector: String?, _ change: (inout OutputState) -> Void) {
    state.update { state in
      guard let index = state.outputs.firstIndex(where: { $0.connector == connector }) else {
        return
      }
      change(&state.outputs[index])
    }
  }

  /// Records how far the machine is spared.
  package func set(_ easing: ThermalPolicy.Easing) { state.update { $0.easing = easing } }

  /// Counts a step of recovery.
  package func record(_ step: RecoveryLadder.Step) {
    state.update { $0.recoveries[step, default: 0] += 1 }
  }

  /// Called on the threads of the player at this connector.
  package func handle(_ event: PlayerEvent, at connector: String? = nil) {
    switch event {
    case .failed: record(.skipItem)
    case .recovery(let step, because: _): record(step)
    default: break
    }
    change(connector) { $0.handle(event) }
  }

  /// Reads the current values, some of them from small files of the kernel: of the machine, and of all outputs or
  /// the one with this name.
  package func health(of output: String? = nil) -> Health {
    let (state, now) = (state.value, HostTime.now())
    var health = Health()
    health.recoveries = state.recoveries
    health.process.uptime = Double((now - start).nanoseconds) / 1e9
    let sensors = MachineSensors()
    let reading = sensors.reading()
    health.machine.temperature = reading.zones.map(\.temperature).max()
    health.machine.heat = reading.heat
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
      health.machine.sinceClockChange = max((now - clock.since).seconds, 0)
    }
    (health.process.restarts, health.process.lastExit) = (exits?.count, exits?.last)
    let outputs = state.outputs.filter {
      output == nil || Health.Output($0.connector).name == output
    }
    let judged = outputs.map { $0.judged(uptime: health.process.uptime, at: now) }
    if let first = judged.first { health.main = first.output }
    health.others = judged.dropFirst().map(\.output)
    health.problems = HealthProblem.all(
      of: judged.map(\.problems) + [lasting()], in: health,
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

extension HealthStore.OutputState {
  mutating func handle(_ event: PlayerEvent) {
    switch event {
    case .display(.lit(let display, _)), .display(.off(let display)):
      (self.display, mode, dark) = (display.name, display.mode, nil)
    case .display(.dark(let reason)): dark = reason
    case .firstPicture: hasPicture = true
    case .interfaceShown(let isVisible, at: _): showsInterface = isVisible
    case .soundOpened(let name): (sound, soundError) = (name, nil)
    case .soundUnavailable(let why): (sound, soundError) = (nil, why)
    case .soundOff: (sound, soundError) = (nil, nil)
    case .failed(let item, let error): Self.record(item, error.message, in: &failed)
    case .playing(let item): failed.removeAll { $0.location == item.location }
    case .opened: slow.current = nil
    case .overloaded(let item, let load):
      slow.current = item.location
      Self.record(item, load, in: &slow.list)
    case .screen(.left(let item, opening: _, _, .ended)) where item.location != slow.current:
      slow.list.removeAll { $0.location == item.location }
    default: break
    }
  }

  private static func record(_ item: Item, _ error: String, in list: inout [HealthStore.Failed]) {
    list.removeAll { $0.location == item.location }
    list.insert(.init(location: item.location, name: item.name, error: error), at: 0)
    list = Array(list.prefix(HealthStore.mostFailed))
  }

  func judged(
    uptime: Double, at now: HostTime
  ) -> (output: Health.Output, problems: [HealthProblem]) {
    let player = player?()
    let status = player?.status
    var output = Health.Output(connector)
    (output.display, output.mode, output.hasPicture) = (display, mode, hasPicture)
    (output.dark, output.sound) = (dark, sound)
    let queued = player.map { Set($0.queue.entries.map(\.item.location)) }
    func inQueue(_ list: [HealthStore.Failed]) -> [Health.FailedItem] {
      list.filter { queued?.contains($0.location) ?? true }
        .map { Health.FailedItem($0.name, $0.error) }
    }
    (output.failedItems, output.slowItems) = (inQueue(failed), inQueue(slow.list))
    if let playlist = playlist?() { output.playlist = playlist }
    output.picture = status.map { status in
      Health.Picture(
        status, dark: dark, hasPicture: hasPicture, showsInterface: showsInterface, at: now)
    }
    let problems = HealthProblem.all(
      of: output, status ?? PlaybackStatus(), soundError: soundError, uptime: uptime)
    return (output, problems)
  }
}
