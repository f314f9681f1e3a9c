import VitrineDoctor
import VitrineLinux

extension WatchdogFacts {
  /// Reads only descriptions: a program that opens the device starts the watchdog.
  static func now() -> WatchdogFacts {
    var facts = WatchdogFacts()
    facts.hasManager = fileExists("/run/systemd/system")
    facts.isRaspberryPi = smallText("/proc/device-tree/model")?.hasPrefix("Raspberry Pi") ?? false
    if let device = paths(in: "/sys/class/watchdog", "watchdog").first {
      facts.identity = firstLine(of: "\(device)/identity") ?? "hardware watchdog"
      facts.isActive = firstLine(of: "\(device)/state").map { $0 == "active" }
    } else if fileExists("/dev/watchdog") {
      facts.identity = "/dev/watchdog"
    }
    facts.read(configurationFiles.compactMap(smallText))
    return facts
  }

  /// systemd's own file, and its drop-ins by name; for equal names, the first folder wins.
  private static var configurationFiles: [String] {
    let folders = ["/etc/systemd", "/run/systemd", "/usr/local/lib/systemd", "/usr/lib/systemd"]
    var found: [String: String] = [:]
    for folder in folders.reversed() {
      let dropIns = "\(folder)/system.conf.d"
      for file in directoryEntries(dropIns) where file.hasSuffix(".conf") {
        found[file] = "\(dropIns)/\(file)"
      }
    }
    let main = folders.map { "\($0)/system.conf" }.first(where: fileExists)
    return [main].compactMap(\.self) + found.sorted { $0.key < $1.key }.map(\.value)
  }
}
