internal import VitrinePlayback

extension ScreenFacts {
  /// Whether a card can drive a display.
  func deviceFindings(_ kernel: KernelFacts?) -> [Finding] {
    displays.findings(.device) { displays in
      guard let display else { return [noDevice(displays, kernel)] }
      var found = [
        Finding(.device, .good, "\(display.path) (\(display.driver)), atomic modesetting")
      ]
      if firmwareDrivers.contains(display.driver) {
        found = [
          Finding(
            .device, .advice, "\(display.path) (\(display.driver)): firmware framebuffer only",
            cause: "the display driver is not loaded: one mode, no vblanks, no planes",
            cure: "sudo dmesg | grep -i -e drm -e firmware")
        ]
      }
      let denied = displays.filter { $0.refusal == .denied }
      if !denied.isEmpty, !display.connectors.contains(where: \.isConnected) {
        found.append(deniedFinding(denied))
      }
      return found
    }
  }

  private func deniedFinding(_ denied: [DisplayFacts]) -> Finding {
    Finding(
      .device, .bad(.noPermission), "\(denied.map(\.path).enumerated): permission denied",
      cure: "see permission above")
  }

  private func noDevice(_ displays: [DisplayFacts], _ kernel: KernelFacts?) -> Finding {
    let denied = displays.filter { $0.refusal == .denied }
    if !denied.isEmpty { return deniedFinding(denied) }
    let old = displays.filter { $0.refusal == .noAtomic }
    if !old.isEmpty {
      return Finding(
        .device, .bad(.unavailable), "\(old.map(\.path).enumerated): no atomic modesetting",
        cause: "the driver is old, or not the right one for the board",
        cure: "sudo apt install --only-upgrade linux-image-$(dpkg --print-architecture)")
    }
    let (cause, cure) = missingDriver(kernel, seen: displays)
    return Finding(
      .device, .bad(.unavailable),
      displays.isEmpty
        ? "/dev/dri has no card" : "\(displays.map(\.words).enumerated)", cause: cause, cure: cure)
  }

  private func missingDriver(
    _ kernel: KernelFacts?, seen: [DisplayFacts]
  ) -> (cause: String, cure: String) {
    if let kernel, kernel.arguments.has("nomodeset") {
      return (
        "nomodeset on the kernel's command line disables display drivers",
        kernel.removing("nomodeset")
      )
    }
    if let kernel, kernel.model.contains("Raspberry Pi") {
      return (
        "the overlay vc4-kms-v3d is not loaded",
        "echo dtoverlay=vc4-kms-v3d | sudo tee -a /boot/firmware/config.txt && sudo reboot"
      )
    }
    let what = seen.isEmpty ? "no display driver is loaded" : "none of them drives a display"
    return (what, "ls /sys/class/drm; sudo dmesg | grep -i drm")
  }
}

/// Drivers that only use the firmware's framebuffer.
private let firmwareDrivers: Set<String> = ["simpledrm", "efidrm", "vesadrm", "ofdrm"]

extension DisplayFacts {
  fileprivate var words: String {
    switch refusal {
    case nil: path
    case .denied: "\(path): permission denied"
    case .noDisplays: "\(path) drives no display"
    case .noAtomic: "\(path): no atomic modesetting"
    case .failed(let why): "\(path): \(why)"
    }
  }
}

extension DisplayFacts {
  /// Whether another program owns the display. `isServing`: whether the service runs.
  func masterFindings(isServing: Bool) -> [Finding] {
    guard !isFree else { return [Finding(.master, .good, "no other program owns \(path)")] }
    if let player = owners.first(where: \.isPlayer) {
      return [Finding(.master, .good, "\(player.words) plays on \(path)")]
    }
    guard let owner = owners.first else {
      // The unit's hardening hides its processes from other users, and even from its own.
      if isServing {
        return [
          Finding(.master, .good, "\(path) is in use, probably by the running service")
        ]
      }
      return [
        Finding(
          .master, .bad(.unavailable), "\(path) belongs to another program",
          cause: "it belongs to another user; only root can see which",
          cure: "sudo fuser -v \(path.shellWord)")
      ]
    }
    return [
      Finding(
        .master, .bad(.unavailable),
        "\(path) belongs to \(owners.map(\.words).enumerated)",
        cause: "a display can have only one owner", cure: owner.ending)
    ]
  }
}

extension HolderFacts {
  /// The command that ends the process.
  var ending: String {
    if name.hasPrefix("plymouth") { return "sudo plymouth quit" }
    if let unit { return "sudo systemctl stop \(unit.shellWord)" }
    if desktops.contains(where: name.hasPrefix) { return "sudo systemctl stop display-manager" }
    return "sudo kill \(processID)"
  }
}

/// Truncated to 15 bytes, as in the kernel.
private let desktops = [
  "Xorg", "Xwayland", "gnome-shell", "gdm", "kwin", "sddm", "lightdm", "weston", "sway", "labwc",
  "wayfire", "cage", "mutter",
]
