internal import VitrinePlayback

extension ScreenFacts {
  /// Whether displays are connected and identify themselves.
  func connectorFindings(_ kernel: KernelFacts?) -> [Finding] {
    guard let display else { return [] }
    if let wantedConnector,
      let finding = missing(wantedConnector, among: display.connectors, kernel)
    {
      return [finding]
    }
    let connected = display.connectors.filter(\.isConnected)
    guard !connected.isEmpty else { return [nothingConnected(display, kernel)] }
    return connected.map { connector in
      connector.finding(isForced: kernel?.arguments.forces(connector.name) == .on)
    }
  }

  private func missing(
    _ name: String, among connectors: [ConnectorFacts], _ kernel: KernelFacts?
  ) -> Finding? {
    guard let there = connectors.first(where: { $0.name == name }) else {
      return Finding(
        .connector, .bad(.configuration), "\(name): no such connector",
        cause: "the configuration names it; available: \(connectors.map(\.name).enumerated)",
        cure: "set display.connector to one of them")
    }
    guard !there.isConnected else { return nil }
    return Finding(
      .connector, .bad(.unavailable), "\(name): nothing is connected",
      cause: "the configuration asks for this connector" + disabled(name, by: kernel),
      cure: forcing(name, kernel))
  }

  private func nothingConnected(_ display: DisplayFacts, _ kernel: KernelFacts?) -> Finding {
    let names = display.connectors.map(\.name)
    return Finding(
      .connector, .bad(.unavailable), "\(names.enumerated): nothing is connected",
      cause: "no display, cable or power, or a display that is not detected while it is off"
        + (names.first.map { disabled($0, by: kernel) } ?? ""),
      cure: forcing(names.first ?? "HDMI-A-1", kernel))
  }

  private func disabled(_ name: String, by kernel: KernelFacts?) -> String {
    guard kernel?.arguments.forces(name) == .off else { return "" }
    return "; video=\(name):d on the kernel's command line disables it"
  }

  private func forcing(_ name: String, _ kernel: KernelFacts?) -> String {
    let argument = "video=\(name):1920x1080@60D"
    guard let kernel else { return "add \(argument) to the kernel's command line" }
    if kernel.arguments.forces(name) == .off { return kernel.removing("video=\(name):d") }
    return "plug in and turn on the display; to force the output: \(kernel.adding([argument]))"
  }
}

extension ConnectorFacts {
  /// Whether a connected display identifies itself. `isForced`: whether the kernel's command line
  /// forces the connector on.
  fileprivate func finding(isForced: Bool) -> Finding {
    if isLinkBad {
      return Finding(
        .connector, .bad(.unavailable), "\(name): the link to the display has failed",
        cause:
          "the cable is too long for this mode or of poor quality, or the display was replaced",
        cure: "replace the cable, or use a lower mode: display.mode: 1920x1080@30")
    }
    if modes.isEmpty {
      return Finding(
        .connector, .advice, "\(name): connected, but lists no modes",
        cause: "the display is off, or there is a switch or amplifier in between",
        cure: "add the display's mode to display.custom-modes")
    }
    let connected = "\(name): connected\(isForced ? " (forced by the kernel's command line)" : "")"
    switch edid {
    case .missing where builtIn.contains(where: name.hasPrefix):
      // Built-in panels and virtual displays have no EDID.
      return Finding(.connector, .good, connected)
    case .missing:
      return Finding(
        .connector, .advice, "\(connected), without an EDID",
        cause: "the kernel guesses which modes the display supports",
        cure: "replace the cable, remove the switch in between, or set display.mode")
    case .broken:
      return Finding(
        .connector, .advice, "\(connected), with a broken EDID",
        cause: "a bad cable, or a switch or amplifier that corrupts it",
        cure: "replace the cable, or remove the switch or amplifier")
    case .valid(let display):
      return Finding(.connector, .good, connected + (display.map { ", \($0)" } ?? ""))
    }
  }
}

private let builtIn = ["DSI", "eDP", "LVDS", "DPI", "SPI", "Virtual", "Unknown", "Composite"]

extension ConnectorFacts {
  /// The mode that would be set.
  var modeFindings: [Finding] {
    if let pinned, chosen == nil {
      return [
        Finding(
          .mode, .bad(.configuration), "\(name): no mode \(pinned)",
          cause: "the configuration asks for it, but the display does not list it",
          cure: nearest.map { "set display.mode: \($0)" }
            ?? "set display.mode: preferred")
      ]
    }
    guard let chosen else {
      return [
        Finding(
          .mode, .bad(.unavailable), "\(name): no usable mode",
          cure: "add the display's mode to display.custom-modes")
      ]
    }
    if chosen.isStandIn {
      return [
        Finding(
          .mode, .advice, "\(name): \(chosen.name), a fallback", cause: chosen.reason,
          cure: "turn the display on; vitrine checks again automatically")
      ]
    }
    return [Finding(.mode, .good, "\(name): \(chosen.name)")]
  }

  /// How pictures would reach the screen.
  var planeFindings: [Finding] {
    switch route {
    case .twoPlanes:
      return [Finding(.planes, .good, "video on its own plane, the interface on a plane above it")]
    case .videoOnly:
      return [
        Finding(
          .planes, .advice, "a plane for video, but none above it",
          cause: "the CPU converts each frame while the interface or subtitles are visible",
          cure: "no action needed; if frames are late, use a smaller mode")
      ]
    case .rgb:
      return [
        Finding(
          .planes, .advice, "no plane supports YUV: the CPU converts each frame to RGB",
          cause: "this takes about one core for 1920x1080 at 60 Hz on a small board",
          cure: "if frames are late, use a smaller mode: display.mode: 1280x720")
      ]
    case .none(let refusals):
      return [
        Finding(
          .planes, .bad(.unavailable), "no plane can show video", cause: refusals.unique.enumerated,
          cure: "vitrine probe")
      ]
    }
  }
}
