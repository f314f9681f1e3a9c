extension HardwareInventory {
  /// The inventory as text.
  var text: String {
    let parts = [displayText, soundText, inputText, decodingText]
    return parts.joined(separator: "\n\n")
  }

  private var displayText: String {
    guard !displays.isEmpty else { return "Displays: none (no card in /dev/dri)" }
    return "Displays\n" + displays.map(\.text).joined(separator: "\n")
  }

  private var soundText: String {
    guard !sound.isEmpty else { return "Audio: no card" }
    return "Audio\n"
      + sound.map { card in
        "  \(card.card) (\(card.name))\(card.isHDMI ? ", HDMI" : ""): "
          + card.devices.joined(separator: ", ")
      }.joined(separator: "\n")
  }

  private var inputText: String {
    let lines =
      input.map { "  \($0.path): \($0.kind), \($0.name)" } + inputRefusals.map { "  \($0)" }
      + accelerometers.map { sensor in
        let mount = sensor.mountMatrix.map { ", mount matrix \($0)" } ?? ""
        return "  \(sensor.path): accelerometer, \(sensor.name)\(mount)"
      } + lightSensors.map { "  \($0.path): light sensor, \($0.name)" }
    guard !lines.isEmpty else { return "Input: no device" }
    return "Input\n" + lines.joined(separator: "\n")
  }

  private var decodingText: String {
    let devices = decoding.devices.map {
      "  \($0.path) (\($0.driver)): \(list($0.codecs))"
    }
    return """
      Decoding
      \(devices.isEmpty ? "  no kernel decoder" : devices.joined(separator: "\n"))
        FFmpeg \(decoding.ffmpeg)
        hardware interfaces: \(list(decoding.hardwareInterfaces))
        hardware decoders: \(list(decoding.hardwareDecoders))
      """
  }
}

extension HardwareInventory.Display {
  fileprivate var text: String {
    if let refusal { return "  \(refusal)" }
    var lines = ["  \(path) (\(driver ?? "?"))"]
    for connector in connectors { lines += connector.lines.map { "    " + $0 } }
    for plane in planes { lines += plane.lines.map { "    " + $0 } }
    return lines.joined(separator: "\n")
  }
}

extension HardwareInventory.ConnectorEntry {
  fileprivate var lines: [String] {
    if isWriteback { return ["\(name): writeback, for screenshots"] }
    guard isConnected else { return ["\(name): nothing connected"] }
    let size = millimetres.map { ", \($0) mm" } ?? ""
    var lines = [
      "\(name): connected\(size), default mode \(preferredMode ?? "none")"
    ]
    if let panelOrientation { lines.append("  panel: \(panelOrientation)") }
    lines.append("  modes: \(list(modes))")
    guard let route else { return lines }
    if let mode = route.mode {
      let interface = route.interfacePlane.map { ", interface on plane \($0)" } ?? ""
      lines.append(
        "  route: \(mode), video on plane \(route.videoPlane ?? 0) as "
          + "\(route.format ?? "?")\(interface)")
    } else {
      lines.append("  no route to the screen")
    }
    return lines + route.refusals.map { "  refused: \($0)" }
  }
}

extension HardwareInventory.PlaneEntry {
  fileprivate var lines: [String] {
    let crtcs = crtcs.map { "\($0)" }.joined(separator: " ")
    var lines = ["plane \(id): \(kind), CRTCs \(crtcs)" + (zpos.map { ", z \($0)" } ?? "")]
    lines.append("  formats: " + list(formats.keys.sorted()))
    let modifiers = Set(formats.values.joined()).sorted()
    if !modifiers.isEmpty { lines.append("  modifiers: " + list(modifiers)) }
    if !rotations.isEmpty { lines.append("  rotations: " + list(rotations)) }
    if !colorEncodings.isEmpty {
      lines.append("  colours: " + list(colorEncodings + colorRanges))
    }
    return lines
  }
}

private func list(_ words: [String]) -> String {
  words.isEmpty ? "none" : words.joined(separator: ", ")
}
