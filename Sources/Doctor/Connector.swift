internal import VitrinePlayback

extension Facts {
  /// Whether displays are connected and identify themselves.
  var connectorFindings: [Finding] {
    guard let display else { return [] }
    if let wantedConnector,
      let finding = missing(wantedConnector, among: display.connectors)
    {
      return [finding]
    }
    let connected = display.connectors.filter(\.isConnected)
    guard !connected.isEmpty else { return [nothingConnected(display)] }
    return connected.map(finding(of:))
  }

  private func missing(_ name: String, among connectors: [ConnectorFacts]) -> Finding? {
    guard let there = connectors.first(where: { $0.name == name }) else {
      return Finding(
        .connector, .bad(.configuration), "\(name): no such connector",
        cause: "the configuration names it; available: \(connectors.map(\.name).enumerated)",
        cure: "set display.connector to one of them")
    }
    guard !there.isConnected else { return nil }
    return Finding(
      .connector, .bad(.unavailable), "\(name): nothing is connected",
      cause: "the configuration asks for this connector" + switchedOff(name), cure: forcing(name))
  }

  private func nothingConnected(_ display: DisplayFacts) -> Finding {
    let names = display.connectors.map(\.name)
    return Finding(
      .connector, .bad(.unavailable), "\(names.enumerated): nothing is connected",
      cause: "no display, cable or power, or a display that is not detected while it is off"
        + (names.first.map(switchedOff) ?? ""),
      cure: forcing(names.first ?? "HDMI-A-1"))
  }

  private func switchedOff(_ name: String) -> String {
    guard kernel.value?.arguments.forces(name) == .off else { return "" }
    return "; video=\(name):d on the kernel's command line disables it"
  }

  private func forcing(_ name: String) -> String {
    let argument = "video=\(name):1920x1080@60D"
    guard let kernel = kernel.value else { return "add \(argument) to the kernel's command line" }
    if kernel.arguments.forces(name) == .off { return kernel.removing("video=\(name):d") }
    return "plug in and turn on the display; to force the output: \(kernel.adding([argument]))"
  }

  private func finding(of connector: ConnectorFacts) -> Finding {
    let name = connector.name
    let isForced = kernel.value?.arguments.forces(name) == .on
    if connector.isLinkBad {
      return Finding(
        .connector, .bad(.unavailable), "\(name): the link to the display has failed",
        cause:
          "the cable is too long for this mode or of poor quality, or the display was replaced",
        cure: "replace the cable, or use a lower mode: display.mode: 1920x1080@30")
    }
    if connector.modes.isEmpty {
      return Finding(
        .connector, .advice, "\(name): connected, but lists no modes",
        cause: "the display is off, or there is a switch or amplifier in between",
        cure: "add the display's mode to display.custom-modes")
    }
    guard connector.hasEDID else {
      // Built-in panels and virtual displays have no EDID.
      let isBuiltIn = builtIn.contains(where: name.hasPrefix)
      if isBuiltIn { return Finding(.connector, .good, "\(name): connected\(forced(isForced))") }
      return Finding(
        .connector, .advice, "\(name): connected\(forced(isForced)), without an EDID",
        cause: "the kernel guesses which modes the display supports",
        cure: "replace the cable, remove the switch in between, or set display.mode")
    }
    guard connector.isEDIDGood else {
      return Finding(
        .connector, .advice, "\(name): connected\(forced(isForced)), with a broken EDID",
        cause: "a bad cable, or a switch or amplifier that corrupts it",
        cure: "replace the cable, or remove the switch or amplifier")
    }
    let display = connector.display.map { ", \($0)" } ?? ""
    return Finding(.connector, .good, "\(name): connected\(forced(isForced))\(display)")
  }

  private func forced(_ isForced: Bool) -> String {
    isForced ? " (forced by the kernel's command line)" : ""
  }
}

private let builtIn = ["DSI", "eDP", "LVDS", "DPI", "SPI", "Virtual", "Unknown", "Composite"]

extension Facts {
  /// The mode that would be set.
  var modeFindings: [Finding] {
    guard let connector else { return [] }
    if let pinned = connector.pinned, connector.chosen == nil {
      return [
        Finding(
          .mode, .bad(.configuration), "\(connector.name): no mode \(pinned)",
          cause: "the configuration asks for it, but the display does not list it",
          cure: connector.nearest.map { "set display.mode: \($0)" }
            ?? "set display.mode: preferred")
      ]
    }
    guard let chosen = connector.chosen else {
      return [
        Finding(
          .mode, .bad(.unavailable), "\(connector.name): no usable mode",
          cure: "add the display's mode to display.custom-modes")
      ]
    }
    if connector.isStandIn {
      return [
        Finding(
          .mode, .advice, "\(connector.name): \(chosen), a fallback", cause: connector.reason,
          cure: "turn the display on; vitrine checks again automatically")
      ]
    }
    return [Finding(.mode, .good, "\(connector.name): \(chosen)")]
  }

  /// How pictures would reach the screen.
  var planeFindings: [Finding] {
    guard let connector else { return [] }
    switch connector.route {
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
