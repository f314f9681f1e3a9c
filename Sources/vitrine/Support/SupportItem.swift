import Glibc
import VitrineLinux

/// One file of a support archive, which is the output of a program.
struct SupportItem {
  enum Treatment { case text, unit, kernelLog, binary }

  let file: String
  /// For the list of contents.
  let meaning: String
  var command: TimedCommand
  var treatment = Treatment.text
  /// The reason why there may be no output.
  var absence = "no output"

  init(_ file: String, _ meaning: String, _ words: [String]) {
    (self.file, self.meaning) = (file, meaning)
    command = TimedCommand(words)
  }

  /// Limits the output.
  func keeping(_ kept: TimedCommand.Kept = .oldest, kilobytes: Int) -> SupportItem {
    var item = self
    (item.command.kept, item.command.mostBytes) = (kept, kilobytes << 10)
    return item
  }

  func treated(as treatment: Treatment) -> SupportItem {
    var item = self
    item.treatment = treatment
    return item
  }

  func absent(_ why: String) -> SupportItem {
    var item = self
    item.absence = why
    return item
  }
}

extension SupportItem {
  /// The outputs of this program about the machine. `configuration` are its options for the configuration.
  static func program(_ configuration: [String]) -> [SupportItem] {
    // The link exists also after an upgrade has replaced the file.
    let program = "/proc/\(getpid())/exe"
    let doctor = [program, "doctor"] + configuration
    let items = [
      SupportItem("version.txt", "vitrine --version", [program, "--version"]),
      SupportItem("doctor.txt", "vitrine doctor", doctor),
      SupportItem("doctor.json", "vitrine doctor --json", doctor + ["--json"]),
      SupportItem(
        "explain.txt", "vitrine explain --events: the last faults, and the minute before the last",
        [program, "explain", "--events"]
      ).keeping(kilobytes: 512),
      SupportItem("probe.json", "vitrine probe --json", [program, "probe", "--json"])
        .keeping(kilobytes: 512),
    ]
    return items.map { item in
      var item = item
      // A display on a bad cable takes seconds for each request.
      item.command.timeout = .seconds(30)
      item.command.hasMessages = !item.file.hasSuffix(".json")
      return item
    }
  }

  /// systemd's view of the service, and its log.
  static var service: [SupportItem] {
    let units = [
      "vitrine.service", "vitrine-safe.service", "vitrine-retry.timer", "vitrine@*",
      "vitrine-safe@*", "vitrine-retry@*", "vitrine-stick@*",
    ]
    let properties = [
      "Id", "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts",
      "ExecMainCode", "ExecMainStatus", "ExecMainPID", "ExecMainStartTimestamp",
      "ExecMainExitTimestamp", "ActiveEnterTimestamp", "InactiveEnterTimestamp",
      "ConditionResult", "AssertResult", "NeedDaemonReload", "FragmentPath", "DropInPaths", "User",
      "SupplementaryGroups", "MemoryCurrent", "MemoryPeak", "MemoryHigh", "MemoryMax",
      "CPUUsageNSec", "TasksCurrent", "WatchdogUSec", "StartLimitBurst", "StartLimitIntervalUSec",
      "IPAddressDeny", "LimitRTPRIO",
    ]
    let show = ["systemctl", "show", "--no-pager", "--property", properties.joined(separator: ",")]
    return [
      SupportItem("units.txt", "unit files", ["systemctl", "cat", "--no-pager"] + units)
        .treated(as: .unit),
      SupportItem("units-state.txt", "state of the units", show + units),
      journal("journal.txt", "log of the service since boot", "0", 3 << 10),
      journal("journal-previous-boot.txt", "its log in the previous boot", "-1", 1 << 10),
      SupportItem(
        "core-dumps.txt", "list of core dumps",
        ["coredumpctl", "list", "--no-pager", "vitrine", "vitrine-decoder"]),
      SupportItem(
        "core-dump-newest.txt", "stack of the newest one",
        ["coredumpctl", "info", "--no-pager", "-1", "vitrine", "vitrine-decoder"]),
    ]
  }

  private static func journal(
    _ file: String, _ meaning: String, _ boot: String, _ kilobytes: Int
  ) -> SupportItem {
    logItem(file, meaning, boot, ["--unit", "vitrine*"]).keeping(.newest, kilobytes: kilobytes)
  }

  /// The newest lines of a boot.
  private static func logItem(
    _ file: String, _ meaning: String, _ boot: String, _ source: [String]
  ) -> SupportItem {
    var item = SupportItem(
      file, meaning,
      ["journalctl", "--no-pager", "--quiet", "--output", "short-iso-precise"]
        + ["--boot=\(boot)", "--lines", "40000"] + source
    ).absent("no entries that this user may read")
    item.command.timeout = .seconds(30)
    return item
  }

  /// The kernel's log since boot: from the journal, which keeps all of it, or from the kernel.
  static var kernelLog: [SupportItem] {
    let (file, meaning) = (
      "kernel-log.txt", "lines of the kernel's log about display, sound, USB, storage, heat"
    )
    return [
      kernelItem(logItem(file, meaning, "0", ["--dmesg"])),
      kernelItem(SupportItem(file, meaning, ["dmesg"])).absent("needs root"),
    ]
  }

  static var kernel: [SupportItem] {
    [
      kernelItem(
        logItem(
          "kernel-log-previous-boot.txt", "those lines of the previous boot", "-1", ["--dmesg"])),
      file("kernel-command-line.txt", "kernel command line", "/proc/cmdline"),
      file("modules.txt", "loaded modules", "/proc/modules"),
    ]
  }

  private static func kernelItem(_ item: SupportItem) -> SupportItem {
    item.keeping(.newest, kilobytes: 4 << 10).treated(as: .kernelLog)
  }

  static var displays: [SupportItem] {
    let folder = Folder("/sys/class/drm")
    let fields = ["status", "enabled", "dpms", "modes", "link_status", "panel_orientation"]
    let pattern = fields.map { "*/\($0)" }.joined(separator: " ")
    let connectors = SupportItem(
      "connectors.txt", "connectors in /sys/class/drm",
      ["/bin/sh", "-c", "cd \(folder.path) && grep -s '' \(pattern); true"]
    ).absent("no display device")
    let state = SupportItem(
      "display-state.txt", "state of the display devices",
      ["/bin/sh", "-c", "tail -n +1 /sys/kernel/debug/dri/*/state 2>/dev/null"]
    ).keeping(kilobytes: 512).absent("needs root, or no display device")
    let identities = folder.names.sorted().prefix(64).filter {
      fileExists("\(folder.path(of: $0))/edid")
    }.map { name in
      SupportItem(
        "edid-\(name).bin", "EDID of the display there",
        ["cat", "\(folder.path(of: name))/edid"]
      ).keeping(kilobytes: 32).treated(as: .binary).absent("nothing connected")
    }
    return [connectors, state] + identities
  }

  /// The rest of the machine. `state` is the service's folder.
  static func machine(state: String) -> [SupportItem] {
    [
      SupportItem(
        "system.txt", "distribution and kernel",
        [
          "/bin/sh", "-c",
          "uname -a; cat /etc/os-release /proc/device-tree/model 2>/dev/null; true",
        ]),
      SupportItem(
        "uptime.txt", "uptime, load and pressure",
        ["/bin/sh", "-c", "uptime; grep -s '' /proc/pressure/*; true"]),
      file("memory.txt", "memory", "/proc/meminfo"),
      SupportItem("disk.txt", "file systems and their free space", ["df", "-PTk"]),
      SupportItem(
        "state-folder.txt", "files in \(state): kind, size, time, path, not their contents",
        ["find", state, "-maxdepth", "8"]
          + ["-printf", "%y %10s %TY-%Tm-%Td %TH:%TM %p\\n"]
      ).keeping(kilobytes: 512),
      SupportItem(
        "packages.txt", "versions of packages",
        // Packages that are known but not installed have no version.
        ["/bin/sh", "-c", "dpkg-query \"$@\" 2>/dev/null | grep -v '  $'", "sh", "--show"]
          + ["--showformat", "${Package} ${Version} ${Architecture}\\n"] + packages
      ).absent("dpkg is not installed"),
    ]
  }

  private static let packages = [
    "vitrine*", "libav*", "libsw*", "libdrm*", "libasound2*", "alsa-*", "libevdev*", "libudev*",
    "libcurl*", "libssl3*", "libcairo*", "libpango*", "libass*", "libyaml-*", "libexpat1*",
    "libsqlite3-*", "libseccomp2", "libqrencode*", "libsystemd0", "libva*", "*va-driver*",
    "libgstreamer*", "gstreamer1.0-*", "espeak-ng", "fonts-*", "libc6", "libstdc++6", "systemd",
    "linux-image-*", "firmware-*", "raspi-firmware",
  ]

  private static func file(_ name: String, _ meaning: String, _ path: String) -> SupportItem {
    SupportItem(name, meaning, ["cat", path])
  }
}
