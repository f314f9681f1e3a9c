internal import VitrineGestures
internal import VitrinePictures
internal import VitrineScenes

/// The key wizard in the service menu: its question, or its result.
struct KeyWizardCard {
  let wizard: KeyWizard
  let layout: ServiceLayout
  let wording: Wording

  private var brush: Brush { layout.brush }
  private var theme: Theme { layout.brush.theme }
  private var direction: ReadingDirection { ReadingDirection(of: wording.service) }
  private var isMirrored: Bool { direction == .rightToLeft }

  var drawings: [Drawing] { wizard.action.map { progress + question(for: $0) } ?? lines }

  private var progress: [Drawing] {
    let (bar, count) = (layout.progressBar, KeyWizard.actions.count)
    let done = bar.width * Double(wizard.index) / Double(count)
    let filled = Rect(
      x: isMirrored ? bar.right - done : bar.x, y: bar.y, width: done, height: bar.height)
    let radius = bar.height / 2
    var drawings = [Drawing(.box(theme.faint(0.22), radius: radius), in: bar)]
    if done > 0 { drawings.append(Drawing(.box(theme.accent, radius: radius), in: filled)) }
    return drawings + [
      brush.text(
        direction.framing(ReadingDirection.measure("\(wizard.index + 1) / \(count)")), .detail,
        in: layout.progressText, color: theme.secondaryText, isTabular: true)
    ]
  }

  private func question(for action: KeyAction) -> [Drawing] {
    let name = action.name(wording)
    // Bold letters are wider than estimated.
    let isLong = estimatedWidth(of: name, size: brush.points(.display)) * 1.1 > layout.action.width
    let size: TextSize = isLong ? .heading : .display
    let question = [
      brush.text(
        wording.pressKey, .title, in: layout.question, color: theme.secondaryText,
        alignment: .center),
      brush.text(
        name, size, in: layout.action, weight: .bold, alignment: .center, lines: isLong ? 2 : 1),
    ]
    return question + reply
  }

  private var reply: [Drawing] {
    guard let key = wizard.key, let reply = wizard.reply else { return [] }
    let (icon, color, words): (Icon, Color, String) =
      switch reply {
      case .accepted: (.check, theme.text, Self.short(key))
      case .used(let action):
        (
          .warning, theme.accent,
          "\(wording.keyUsed) \(action?.name(wording) ?? ReadingDirection.measure(Self.short(key)))"
        )
      }
    let frame = layout.reply
    let width = min(estimatedWidth(of: words, size: brush.points(.body)), frame.width)
    let offset = (width / 2 + brush.points(18)) * (isMirrored ? 1 : -1)
    return [
      brush.icon(icon, 20, at: Point(frame.center.x + offset, frame.center.y), color, opacity: 1),
      brush.text(words, .body, in: frame, weight: .medium, color: color, alignment: .center),
    ]
  }

  /// The keys that were learned.
  private var lines: [Drawing] {
    let pairs = KeyWizard.actions.compactMap { action in
      wizard.key(for: action).map { (action.name(wording), Self.short($0)) }
    }
    return pairs.enumerated().flatMap { index, pair -> [Drawing] in
      let frame = layout.line(index, of: pairs.count)
      return [
        brush.text(direction.framing(pair.0), .detail, in: frame, color: theme.secondaryText),
        brush.text(
          pair.1, .detail, in: frame, weight: .medium, alignment: isMirrored ? .leading : .trailing),
      ]
    }
  }

  /// A key's name without the prefix that all have.
  private static func short(_ key: String) -> String {
    String(key.dropFirst(key.hasPrefix("KEY_") || key.hasPrefix("BTN_") ? 4 : 0))
  }
}
