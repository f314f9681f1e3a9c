internal import VitrinePictures
internal import VitrineScenes

/// The information in the service menu: the QR code of the remote, the machine, and current
/// problems.
struct ServiceCard {
  let info: ServiceInfo
  let layout: ServiceLayout
  let context: ScreenContext

  private var brush: Brush { layout.brush }
  private var theme: Theme { layout.brush.theme }
  private var wording: Wording { context.options.wording }
  private var direction: ReadingDirection { ReadingDirection(of: wording.service) }
  private var isMirrored: Bool { direction == .rightToLeft }

  var drawings: [Drawing] { remote + rows + level + troubles }

  private var remote: [Drawing] {
    let frame = layout.code
    let radius = brush.points(theme.cornerRadius)
    guard let address = info.remote else {
      let border = Shape.outline(theme.faint(0.2), width: brush.points(1), radius: radius)
      return [
        Drawing(border, in: frame),
        brush.text(
          wording.remoteOff, .detail, in: frame.inset(brush.points(20), brush.points(20)),
          color: theme.secondaryText, alignment: .center, lines: 5),
      ]
    }
    // Black on white in every theme, with the margin of four modules that scanners need.
    var drawings = [Drawing(.box(Color(0xFFFFFF), radius: radius), in: frame)]
    if let code = info.code {
      let margin = frame.width * 4 / Double(code.side + 8)
      drawings.append(Drawing(.code(code, Color(0x000000)), in: frame.inset(margin, margin)))
    }
    let isLong =
      estimatedWidth(of: address, size: brush.points(.detail)) > layout.caption(0, 1).width
    drawings += [
      brush.text(
        wording.openOnPhone, .caption, in: layout.caption(0, 18), color: theme.secondaryText,
        alignment: .center),
      brush.text(
        ReadingDirection.measure(address), .detail, in: layout.caption(20, isLong ? 40 : 20),
        weight: .medium, alignment: .center, lines: isLong ? 2 : 1, baseline: brush.points(15)),
    ]
    return drawings + fingerprint(top: isLong ? 64 : 46)
  }

  /// In two lines of equally many groups, for comparison.
  private func fingerprint(top: Double) -> [Drawing] {
    let groups = info.fingerprint?.split(separator: " ") ?? []
    let half = (groups.count + 1) / 2
    return [groups.prefix(half), groups.dropFirst(half)].enumerated().map { index, groups in
      brush.text(
        ReadingDirection.measure(groups.joined(separator: " ")), .sign,
        in: layout.caption(top + Double(index) * 16, 16), color: theme.secondaryText,
        alignment: .center, isTabular: true)
    }
  }

  private var rows: [Drawing] {
    let networks = info.networks.map { "\($0.name)  \($0.addresses.joined(separator: ", "))" }
    let more =
      networks.count > 2 ? "\(networks[1])  +\(networks.count - 2)" : networks.dropFirst().first
    let program = "Vitrine \(info.version)"
    let rows: [(String, String)] = [
      (wording.thisScreen, "\(info.name)  ·  \(program)"), ("", info.display ?? ""),
      (wording.network, networks.first ?? wording.noNetwork), ("", more ?? ""),
    ]
    let lines = rows.enumerated().flatMap { index, row in
      line(row.0, row.1, top: Double(index) * 28 + 4, isStrong: index == 0)
    }
    var labels: [(String, Double)] = [
      (wording.volume, ServiceLayout.volumeTop + 11),
      (wording.rotation, ServiceLayout.rotationTop + 11),
      (wording.whatIsWrong, layout.troublesTop),
    ]
    if layout.hasKeys { labels.append((wording.remoteControl, ServiceLayout.keysTop + 11)) }
    return lines + labels.flatMap { line($0.0, "", top: $0.1) }
  }

  private func line(
    _ label: String, _ value: String, top: Double, isStrong: Bool = false
  ) -> [Drawing] {
    var drawings: [Drawing] = []
    if !label.isEmpty {
      drawings.append(
        brush.text(
          direction.framing(label), .caption, in: layout.label(top, 22),
          color: theme.secondaryText))
    }
    if !value.isEmpty {
      drawings.append(
        brush.text(
          direction.framing(ReadingDirection.measure(value)), .body, in: layout.value(top, 22),
          weight: isStrong ? .medium : .regular, isTabular: true))
    }
    return drawings
  }

  private var level: [Drawing] {
    let track = layout.level
    let level = context.status.audibleVolume
    let radius = track.height / 2
    let filled = Rect(
      x: isMirrored ? track.right - track.width * level : track.x, y: track.y,
      width: track.width * level, height: track.height)
    return [
      Drawing(.box(theme.faint(0.22), radius: radius), in: track),
      Drawing(.box(theme.accent, radius: radius), in: filled),
      brush.text(
        "\(Int((level * 100).rounded()))\u{2009}%", .detail, in: layout.levelText,
        alignment: isMirrored ? .leading : .trailing, isTabular: true),
    ]
  }

  private var troubles: [Drawing] {
    let lines = info.troubles.isEmpty ? [wording.nothingWrong] : Array(info.troubles.prefix(3))
    return lines.enumerated().flatMap { index, words -> [Drawing] in
      let frame = layout.value(layout.troublesTop + Double(index) * 25, 22)
      let lead = brush.points(26)
      let mark = Point(
        isMirrored ? frame.right - brush.points(9) : frame.x + brush.points(9), frame.center.y)
      let text = Rect(
        x: isMirrored ? frame.x : frame.x + lead, y: frame.y, width: frame.width - lead,
        height: frame.height)
      return [
        brush.icon(
          info.troubles.isEmpty ? .check : .warning, 18, at: mark,
          info.troubles.isEmpty ? theme.secondaryText : theme.accent, opacity: 1),
        brush.text(direction.framing(words), .detail, in: text),
      ]
    }
  }
}
