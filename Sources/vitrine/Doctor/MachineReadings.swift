import Glibc
import VitrineDoctor
import VitrineInputDevices
import VitrineLinux
import VitrineMedia
import VitrineOperations
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineVideoDecoders

extension InputFacts {
  static func now(needsAccelerometer: Bool, needsLightSensor: Bool) -> InputFacts {
    let (devices, refusals) = surveyInputDevices()
    var facts = InputFacts()
    facts.needsAccelerometer = needsAccelerometer
    facts.accelerometers = surveyAccelerometers().map(\.name)
    facts.needsLightSensor = needsLightSensor
    facts.lightSensors = surveyLightSensors().map(\.name)
    if needsAccelerometer, let sensor = surveyAccelerometers().first {
      facts.tryReading(sensor.name) { () throws(Errno) in _ = try Accelerometer(sensor).read() }
    }
    if needsLightSensor, let sensor = surveyLightSensors().first {
      facts.tryReading(sensor.name) { () throws(Errno) in _ = try LightSensor(sensor).read() }
    }
    facts.touchscreens = devices.filter { $0.kind == .touchscreen }.map(\.name)
    facts.keys = devices.filter { $0.kind == .keys }.map(\.name)
    facts.refused = refusals.map(\.path)
    return facts
  }

  private mutating func tryReading(_ sensor: String, _ read: () throws(Errno) -> Void) {
    do throws(Errno) { try read() } catch { sensorFault = "sensor \(sensor): \(error)" }
  }
}

extension ClockFacts {
  static func now(isNeeded: Bool) -> ClockFacts {
    var facts = ClockFacts(year: WallTime.year)
    facts.isSynchronised = WallTime.isSynchronised
    (facts.isTrusted, facts.isNeeded) = (ClockReading.now().isTrusted, isNeeded)
    return facts
  }
}

extension MemoryFacts {
  static func now() -> MemoryFacts? {
    smallText("/proc/meminfo").flatMap(MemoryFacts.init(meminfo:))
  }
}

/// User Mode Linux has another tty0; only that of virtual terminals has `active`.
var hasVirtualTerminals: Bool { fileExists("/sys/class/tty/tty0/active") }

extension KernelFacts {
  static func now() -> KernelFacts? {
    guard let line = smallText("/proc/cmdline") else { return nil }
    var facts = KernelFacts()
    facts.arguments = KernelArguments(line)
    facts.hasTerminals = hasVirtualTerminals
    facts.model = smallText("/proc/device-tree/model") ?? ""
    let files = ["/boot/firmware/cmdline.txt", "/boot/cmdline.txt"]
    if let file = files.first(where: fileExists) {
      facts.loader = .line(path: file)
    } else if fileExists("/boot/armbianEnv.txt") {
      facts.loader = .armbian(path: "/boot/armbianEnv.txt")
    } else if fileExists("/etc/default/grub") {
      facts.loader = .grub
    }
    return facts
  }
}

extension DecodingFacts {
  static func now(preference: String) -> DecodingFacts {
    var facts = DecodingFacts()
    facts.preference = preference
    facts.codecs = ["h264", "hevc", "vp9", "av1"]
    facts.missing = facts.codecs.filter { !FFmpegLibrary.decodes($0) }
    let devices = HardwareDecoder.all().filter { $0.openError == nil }
    facts.devices = devices.map { "\($0.driver) (\($0.path))" }
    let hasProcess = devices.contains { if case .process = $0 { true } else { false } }
    // The kernel has this file if it supports seccomp filters.
    facts.isUnconfined =
      hasProcess && !FileAccess.allows(F_OK, "/proc/sys/kernel/seccomp/actions_avail")
    facts.unasked = HardwareDecoder.withoutProgram().map { "\($0.driver) (\($0.path))" }
    let nodes = [("/dev", "video"), ("/dev", "media"), ("/dev/dri", "renderD")].flatMap {
      folder, name in
      directoryEntries(folder).filter { $0.hasPrefix(name) }.map { "\(folder)/\($0)" }
    }
    facts.closed = nodes.filter { unsafe access($0, R_OK | W_OK) != 0 && errno == EACCES }.sorted()
    return facts
  }
}

extension SchedulingFacts {
  static func now(for user: SystemUser) -> SchedulingFacts {
    var facts = SchedulingFacts()
    var limit = rlimit()
    // The limits of another user's logins are spread over several files.
    if user.isSelf, unsafe getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit) == 0 {
      facts.realtimeLimit = Int(clamping: limit.rlim_cur)
    }
    let speed = "/sys/devices/system/cpu/cpufreq/policy0"
    facts.governor = firstLine(of: "\(speed)/scaling_governor")
    facts.speedDriver = firstLine(of: "\(speed)/scaling_driver")
    facts.throttled = firstLine(of: "/sys/devices/platform/soc/soc:firmware/get_throttled")
      .flatMap { UInt32($0, radix: 16) }
    let sensors = MachineSensors().reading()
    (facts.heat, facts.isUnderVoltage) = (sensors.heat, sensors.isUnderVoltage)
    return facts
  }
}

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

/// The text of a small file, such as the kernel's; nil if it is unreadable.
func smallText(_ path: String) -> String? {
  guard let file = try? FileDescriptor(reading: path),
    let bytes = try? file.bytes(most: 64 * 1024)
  else { return nil }
  return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
}

/// The paths in a folder whose names have a prefix, sorted; 64 at most.
func paths(in folder: String, _ prefix: String = "") -> [String] {
  directoryEntries(folder).filter { $0.hasPrefix(prefix) && !$0.hasPrefix(".") }
    .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    .prefix(64).map { "\(folder)/\($0)" }
}

func fileExists(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }
