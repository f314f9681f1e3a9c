import VitrineDoctor
import VitrinePlayback

/// A fault of an otherwise healthy machine, and its expected report.
struct FaultCase: Sendable, CustomStringConvertible {
  let name: String
  let check: Check
  let verdict: Verdict
  /// In the summary or the cause.
  let words: String
  /// In the remedy; nil if none is needed.
  let cure: String?
  let change: @Sendable (inout Facts) -> Void

  init(
    _ name: String, _ check: Check, _ verdict: Verdict, _ words: String, cure: String?,
    _ change: @escaping @Sendable (inout Facts) -> Void
  ) {
    self.name = name
    self.check = check
    self.verdict = verdict
    self.words = words
    self.cure = cure
    self.change = change
  }

  var description: String { name }

  static let all = rights + displays + connectors + sound + machine + running + playlists
}

extension FaultCase {
  static let rights: [FaultCase] = [
    FaultCase(
      "a card, and a user not in video", .permission, .bad(.noPermission),
      "/dev/dri/card0: kiosk may not",
      cure: "sudo usermod -aG video kiosk; then log in again"
    ) { $0.refuse(.display, "video") },
    FaultCase(
      "a sound device, and a user not in audio", .permission, .bad(.noPermission),
      "play without sound",
      cure: "sudo usermod -aG audio kiosk"
    ) { $0.refuse(.sound, "audio") },
    FaultCase(
      "an input device, and a user not in input", .permission, .advice, "do not work",
      cure: "sudo usermod -aG input kiosk"
    ) { $0.refuse(.input, "input") },
    FaultCase(
      "a render node, and a user not in render", .permission, .advice, "the GPU",
      cure: "sudo usermod -aG render kiosk"
    ) { $0.refuse(.render, "render") },
    FaultCase(
      "a card for root only", .permission, .bad(.noPermission), "root:root 0600",
      cure: "SUBSYSTEM==\"drm\", KERNEL==\"card*\", GROUP=\"video\", MODE=\"0660\""
    ) { facts in
      facts.refuse(.display)
      facts.access.nodes.change { ($0[0].group, $0[0].mode) = ("root", 0o600) }
    },
    FaultCase(
      "a DMA heap for root only", .permission, .advice, "frames are copied",
      cure: "udevadm trigger --subsystem-match=dma_heap"
    ) { facts in
      facts.refuse(.heap)
      facts.access.nodes.change { ($0[4].group, $0[4].mode) = ("root", 0o600) }
    },
    FaultCase(
      "a login older than the group", .permission, .bad(.noPermission), "/dev/dri/card0",
      cure: "log out and in again"
    ) { facts in
      facts.refuse(.display)
      facts.access.user.change { $0.loginGroups?.remove("video") }
    },
    FaultCase(
      "an ACL denies access", .permission, .bad(.noPermission), "/dev/dri/card0",
      cure: "getfacl /dev/dri/card0"
    ) { $0.refuse(.display) },
    FaultCase(
      "terminal without a unit", .permission, .advice, "/dev/tty1: kiosk has no access",
      cure: "TTYPath=/dev/tty1"
    ) { facts in
      facts.refuse(.terminal)
      facts.service.change { $0.unit = nil }
    },
    FaultCase(
      "unknown device nodes", .permission, .advice, "unknown: no answer in time", cure: nil
    ) { $0.access.nodes = .unknown("no answer in time") },
    FaultCase(
      "several groups at once", .groups, .advice, "not in video and audio",
      cure: "sudo usermod -aG video,audio kiosk"
    ) { facts in
      facts.refuse(.display, "video")
      facts.refuse(.sound, "audio")
    },
    FaultCase(
      "groups from the next login", .groups, .advice, "in audio, but this login predates that",
      cure: "log out and in again"
    ) { $0.access.user.change { $0.loginGroups?.remove("audio") } },
    FaultCase("unknown user", .groups, .advice, "unknown", cure: nil) {
      $0.access.user = .unknown("cannot be read")
    },
    FaultCase("no device nodes", .groups, .advice, "unknown", cure: nil) {
      $0.access.nodes = .unknown("cannot be read")
    },
    FaultCase(
      "a user with an unusual name", .groups, .advice, "not in video",
      cure: "sudo usermod -aG video 'a'\\''b; reboot'"
    ) { facts in
      facts.access.user.change { $0.name = "a'b; reboot" }
      facts.refuse(.display, "video")
    },
  ]

  static let displays: [FaultCase] = [
    FaultCase(
      "no card", .device, .bad(.unavailable), "/dev/dri has no card", cure: "ls /sys/class/drm"
    ) { $0.screen.displays = .known([]) },
    FaultCase(
      "nomodeset", .device, .bad(.unavailable), "disables display drivers",
      cure: "sudo sed -i 's| *nomodeset||' /boot/firmware/cmdline.txt && sudo reboot"
    ) { facts in
      facts.screen.displays = .known([])
      facts.machine.kernel.change { $0.arguments = KernelArguments("quiet nomodeset") }
    },
    FaultCase(
      "a Raspberry Pi without its overlay", .device, .bad(.unavailable), "vc4-kms-v3d",
      cure: "echo dtoverlay=vc4-kms-v3d | sudo tee -a /boot/firmware/config.txt"
    ) { facts in
      facts.screen.displays = .known([])
      facts.machine.kernel.change { $0.model = "Raspberry Pi 4 Model B Rev 1.4" }
    },
    FaultCase(
      "only a card without displays", .device, .bad(.unavailable), "drives no display",
      cure: "dmesg"
    ) { $0.display { $0.refusal = .noDisplays } },
    FaultCase(
      "a card that fails", .device, .bad(.unavailable), "Input/output error", cure: "dmesg"
    ) { $0.display { $0.refusal = .failed("Input/output error (EIO)") } },
    FaultCase("an old driver", .device, .bad(.unavailable), "no atomic", cure: "linux-image") {
      $0.display { $0.refusal = .noAtomic }
    },
    FaultCase(
      "a card without permission", .device, .bad(.noPermission), "permission denied",
      cure: "see permission"
    ) { $0.display { $0.refusal = .denied } },
    FaultCase(
      "a card without permission and one without displays", .device, .bad(.noPermission),
      "/dev/dri/card1: permission denied", cure: "see permission"
    ) { facts in
      facts.connector { $0.isConnected = false }
      facts.screen.displays.change { displays in
        displays.append(DisplayFacts("/dev/dri/card1"))
        displays[1].refusal = .denied
      }
    },
    FaultCase(
      "the firmware's display", .device, .advice, "firmware framebuffer only", cure: "dmesg"
    ) { $0.display { $0.driver = "simpledrm" } },
    FaultCase("unknown displays", .device, .advice, "unknown: no answer in time", cure: nil) {
      $0.screen.displays = .unknown("no answer in time")
    },
    FaultCase(
      "a display manager", .master, .bad(.unavailable), "belongs to Xorg (process 612)",
      cure: "sudo systemctl stop lightdm.service"
    ) { $0.hold(HolderFacts(name: "Xorg", processID: 612, unit: "lightdm.service")) },
    FaultCase(
      "a person's desktop", .master, .bad(.unavailable), "gnome-shell (process 900)",
      cure: "sudo systemctl stop display-manager"
    ) { $0.hold(HolderFacts(name: "gnome-shell", processID: 900)) },
    FaultCase(
      "the boot splash", .master, .bad(.unavailable), "plymouthd", cure: "sudo plymouth quit"
    ) { $0.hold(HolderFacts(name: "plymouthd", processID: 300, unit: "plymouth-start.service")) },
    FaultCase(
      "another player", .master, .bad(.unavailable), "mpv (process 77)", cure: "sudo kill 77"
    ) {
      $0.hold(
        HolderFacts(name: "systemd-logind", processID: 5, unit: "systemd-logind.service"),
        HolderFacts(name: "mpv", processID: 77))
    },
    FaultCase(
      "the owner in the kernel's table", .master, .bad(.unavailable), "belongs to cage (process 8)",
      cure: "sudo systemctl stop cage@tty1.service"
    ) {
      $0.hold(
        HolderFacts(name: "modetest", processID: 7, isMaster: false),
        HolderFacts(name: "cage", processID: 8, unit: "cage@tty1.service", isMaster: true))
    },
    FaultCase(
      "an unknown program", .master, .bad(.unavailable), "another program",
      cure: "sudo fuser -v /dev/dri/card0"
    ) { facts in
      facts.hold()
      facts.service.change { ($0.isEnabled, $0.isRunning) = (false, false) }
    },
  ]

  static let connectors: [FaultCase] = [
    FaultCase(
      "nothing connected", .connector, .bad(.unavailable), "nothing is connected",
      cure: "sudo sed -i '1s|$| video=HDMI-A-1:1920x1080@60D|' /boot/firmware/cmdline.txt"
    ) { $0.connector { $0.isConnected = false } },
    FaultCase(
      "switched off by the kernel", .connector, .bad(.unavailable), "disables it",
      cure: "sudo sed -i 's| *video=HDMI-A-1:d||'"
    ) { facts in
      facts.connector { $0.isConnected = false }
      facts.machine.kernel.change { $0.arguments = KernelArguments("quiet video=HDMI-A-1:d") }
    },
    FaultCase(
      "an unknown connector", .connector, .bad(.configuration), "available: HDMI-A-1 and HDMI-A-2",
      cure: "display.connector"
    ) { $0.screen.wantedConnector = "DP-1" },
    FaultCase(
      "the configured connector is empty", .connector, .bad(.unavailable),
      "HDMI-A-2: nothing is connected",
      cure: "video=HDMI-A-2:1920x1080@60D"
    ) { $0.screen.wantedConnector = "HDMI-A-2" },
    FaultCase("a bad link", .connector, .bad(.unavailable), "link", cure: "replace the cable") {
      $0.connector { $0.isLinkBad = true }
    },
    FaultCase("without modes", .connector, .advice, "no modes", cure: "display.custom-modes") {
      $0.connector { $0.modes = [] }
    },
    FaultCase("without EDID", .connector, .advice, "without an EDID", cure: "replace the cable") {
      $0.connector { $0.edid = .missing }
    },
    FaultCase("a broken EDID", .connector, .advice, "a broken EDID", cure: "remove the switch") {
      $0.connector { $0.edid = .broken }
    },
    FaultCase(
      "an unsupported mode", .mode, .bad(.configuration), "no mode 1600x900",
      cure: "display.mode: 1280x720@60"
    ) {
      $0.connector { ($0.pinned, $0.chosen, $0.nearest) = ("1600x900", nil, "1280x720@60") }
    },
    FaultCase(
      "a mode on a display without modes", .mode, .bad(.configuration), "no mode 1600x900",
      cure: "display.mode: preferred"
    ) { $0.connector { ($0.pinned, $0.chosen, $0.nearest) = ("1600x900", nil, nil) } },
    FaultCase("no mode", .mode, .bad(.unavailable), "no usable mode", cure: "display.custom-modes")
    {
      $0.connector { $0.chosen = nil }
    },
    FaultCase("a stand-in", .mode, .advice, "a fallback", cure: "turn the display on") {
      $0.connector {
        $0.chosen?.isStandIn = true
        $0.chosen?.reason = "the display lists no modes"
      }
    },
    FaultCase("no plane above the video", .planes, .advice, "none above it", cure: "smaller mode") {
      $0.connector { $0.route = .videoOnly }
    },
    FaultCase("RGB alone", .planes, .advice, "no plane supports", cure: "display.mode: 1280x720") {
      $0.connector { $0.route = .rgb }
    },
    FaultCase(
      "no plane", .planes, .bad(.unavailable), "plane 31 (primary): only tiled",
      cure: "vitrine probe"
    ) { $0.connector { $0.route = .none(["plane 31 (primary): only tiled"]) } },
  ]
}

extension Facts {
  /// Makes others own the display.
  mutating func hold(_ holders: HolderFacts...) {
    display { ($0.isFree, $0.holders) = (false, holders) }
  }
}
