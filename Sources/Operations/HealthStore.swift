import Glibc
package import VitrineControl
package import VitrineEngine
import VitrineLinux
import VitrineScanout
import VitrineTiming

/// The health of the machine and of the main player. Thread-safe.
package final class HealthStore: Sendable {
  private struct State: Sendable {
    var display: String?
    var mode: String?
    var dark: String?
    var sound: String?
    var soundError: String?
    var hasPicture = false
  }

  private let state = Shared(State())
  private let start = HostTime.now()
  private let folder: Folder
  private let isClockTrusted: @Sendable () -> Bool

  /// `folder` is the folder whose free space is reported. `isClockTrusted` returns false while the
  /// clock may be wrong and matters.
  package init(folder: String, isClockTrusted: @escaping @Sendable () -> Bool = { true }) {
    self.folder = Folder(folder)
    self.isClockTrusted = isClockTrusted
  }

  /// Called on the player's threads.
  package func handle(_ event: PlayerEvent) {
    state.update { state in
      switch event {
      case .display(.lit(let display, _)), .display(.off(let display)):
        (state.display, state.mode, state.dark) = (display.name, display.mode, nil)
      case .display(.dark(let reason)): state.dark = reason
      case .firstPicture: state.hasPicture = true
      case .soundOpened(let name): (state.sound, state.soundError) = (name, nil)
      case .soundUnavailable(let why): (state.sound, state.soundError) = (nil, why)
      default: break
      }
    }
  }

  /// Reads the current values from small files of the kernel.
  package func health() -> Health {
    let state = state.value
    var health = Health()
    (health.display, health.mode) = (state.display, state.mode)
    health.hasPicture = state.hasPicture
    (health.dark, health.sound) = (state.dark, state.sound)
    health.process.uptime = Double((HostTime.now() - start).nanoseconds) / 1e9
    health.temperature = Self.temperature
    health.isThrottled = Self.isThrottled
    health.process.residentBytes = Self.residentBytes
    health.process.openDescriptors = directoryEntries("/proc/self/fd").count
    health.freeBytes = folder.freeBytes
    health.isClockSynchronised = WallTime.isSynchronised
    health.troubles = warnings(health, state)
    return health
  }

  private func warnings(_ health: Health, _ state: State) -> [String] {
    var warnings: [String] = []
    if let dark = state.dark { warnings.append("No picture: \(dark)") }
    if let sound = state.soundError { warnings.append("No sound: \(sound)") }
    if let temperature = health.temperature, temperature >= Self.hot {
      warnings.append("High temperature: \(Int(temperature)) °C. Check the cooling")
    }
    if health.isThrottled == true {
      warnings.append("The board is throttled: too hot, or the power supply is too weak")
    }
    if let free = health.freeBytes, free < Self.lowSpace {
      warnings.append("The disk is almost full: \(free >> 20) MB free")
    }
    // Last, because on a machine without a network it may never change.
    if !isClockTrusted() { warnings.append(Self.clockWarning) }
    return warnings
  }

  package static let clockWarning = "The clock is not set: no time server has responded yet"

  /// In °C. Boards reduce their clock speed soon above it.
  private static let hot = 80.0
  private static let lowSpace = Int64(256) << 20

  /// The hottest thermal zone's temperature, in °C.
  private static var temperature: Double? {
    let folder = "/sys/class/thermal"
    return directoryEntries(folder).filter { $0.hasPrefix("thermal_zone") }.compactMap { zone in
      firstLine(of: "\(folder)/\(zone)/temp").flatMap { Double($0) }.map { $0 / 1000 }
    }.max()
  }

  /// Nil except on a Raspberry Pi, whose firmware reports it.
  private static var isThrottled: Bool? {
    firstLine(of: "/sys/devices/platform/soc/soc:firmware/get_throttled")
      .flatMap { UInt32($0, radix: 16) }.map { $0 & 0xf != 0 }
  }

  private static var residentBytes: Int? {
    firstLine(of: "/proc/self/statm")?.split(separator: " ").dropFirst().first
      .flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
  }
}
