internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

// Drawing: the card, and the keypad on it.
extension ServiceMenu {
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let layout = layout(context)
    let (brush, screen) = (layout.brush, context.layout.screen)
    let veil = Drawing(.box(brush.theme.scrim.opacity(0.8)), in: screen, opacity: opacity)
    let radius = brush.points(brush.theme.cornerRadius * 1.5)
    return [veil]
      + brush.surface(layout.card, radius: radius, opacity: 1, isSheet: true).faded(by: opacity)
      + content(layout, context, at: now).faded(by: opacity)
  }

  private func content(
    _ layout: ServiceLayout, _ context: ScreenContext, at now: HostTime
  ) -> [Drawing] {
    let (brush, wording) = (layout.brush, context.options.wording)
    let direction = ReadingDirection(of: wording.service)
    let isWizard = stage == .learning || stage == .learned
    let title = brush.text(
      direction.framing(isWizard ? wording.remoteControl : wording.service), .headline,
      in: layout.title,
      weight: .bold)
    let controls = layout.parts.flatMap { draw($0.part, in: $0.frame, layout, context, at: now) }
    switch stage {
    case .asking: return [title] + controls + digits(layout, context, at: now)
    case .open:
      let card = ServiceCard(info: info ?? ServiceInfo(), layout: layout, context: context)
      return [title] + card.drawings + controls
    case .learning, .learned:
      guard let wizard else { return [title] + controls }
      let card = KeyWizardCard(wizard: wizard, layout: layout, wording: wording)
      return [title] + card.drawings + controls
    }
  }

  private func digits(
    _ layout: ServiceLayout, _ context: ScreenContext, at now: HostTime
  ) -> [Drawing] {
    let (brush, wording, theme) = (layout.brush, context.options.wording, layout.brush.theme)
    let count = context.options.servicePIN?.utf8.count ?? 0
    let (side, step) = (brush.points(12), brush.points(26))
    let first = layout.dots.center.x - step * Double(count - 1) / 2
    let dots = (0..<count).map { index in
      let dot = Rect(
        center: Point(first + step * Double(index), layout.dots.center.y), side: side)
      return index < entry.digits.utf8.count
        ? Drawing(.box(theme.accent, radius: side / 2), in: dot)
        : Drawing(
          .outline(theme.faint(0.4), width: brush.points(1.5), radius: side / 2), in: dot)
    }
    var words = wording.servicePIN
    if let until = entry.lockedUntil, now < until {
      // In minutes, so that it does not change every second.
      let minutes = max(1, Int(((until - now).seconds / 60).rounded(.up)))
      words = "\(wording.serviceWait) \(ReadingDirection.measure("\(minutes) min"))"
    } else if entry.isRefused {
      words = wording.serviceWrong
    }
    return dots + [
      brush.text(
        words, .detail, in: layout.message,
        color: entry.isRefused ? theme.accent : theme.secondaryText, alignment: .center)
    ]
  }

  // A control.

  private func draw(
    _ part: ServicePart, in frame: Rect, _ layout: ServiceLayout, _ context: ScreenContext,
    at now: HostTime
  ) -> [Drawing] {
    let (brush, theme) = (layout.brush, layout.brush.theme)
    if part == .restart, info?.isRestartable != true { return [] }
    let isChosen: Bool
    switch part {
    case .rotation(let rotation): isChosen = rotation == context.status.rotation
    case .restart: isChosen = sureUntil != nil
    case .save: isChosen = true
    default: isChosen = false
    }
    let isBare = part == .close || part == .erase
    let isDim = stage == .asking && part != .close && entry.isLocked(at: now)
    let radius = brush.points(theme.cornerRadius * 0.75)
    var drawings: [Drawing] = []
    if isChosen {
      drawings.append(Drawing(.box(theme.accent, radius: radius), in: frame))
    } else if !isBare || pressed == part {
      let strength = pressed == part ? 0.26 : 0.1
      drawings.append(Drawing(.box(theme.text.opacity(strength), radius: radius), in: frame))
    }
    if focus == part {
      let ring = Shape.outline(
        isChosen ? theme.text : theme.accent, width: brush.points(2.5), radius: radius)
      drawings.append(Drawing(ring, in: frame))
    }
    let color = isChosen ? theme.onAccent : theme.text
    return (drawings + [face(of: part, in: frame, color, brush, context)])
      .faded(by: isDim ? 0.35 : 1)
  }

  private func face(
    of part: ServicePart, in frame: Rect, _ color: Color, _ brush: Brush, _ context: ScreenContext
  ) -> Drawing {
    func words(_ string: String, _ size: TextSize, _ weight: Text.Weight = .medium) -> Drawing {
      brush.text(
        string, size, in: frame, weight: weight, color: color, alignment: .center, isTabular: true)
    }
    func icon(_ icon: Icon) -> Drawing {
      brush.icon(icon, 24, at: frame.center, color, opacity: 1)
    }
    let wording = context.options.wording
    switch part {
    case .close: return icon(.close)
    case .erase: return icon(.back)
    case .digit(let digit): return words("\(digit)", .headline)
    case .quieter: return words("\u{2212}", .headline)
    case .louder: return words("+", .headline)
    case .mute:
      let level = context.status.audibleVolume
      return icon(level == 0 ? .muted : level < 0.5 ? .volumeLow : .volume)
    case .rotation(let rotation): return words("\(rotation.rawValue)°", .body)
    case .keys: return words(wording.assignKeys, .body)
    case .skip: return words(wording.skip, .body)
    case .discard: return words(wording.discard, .body)
    case .save: return words(wording.save, .body)
    case .programme: return words(wording.programme, .body)
    case .restart:
      return words(sureUntil == nil ? wording.restart : wording.restartSurely, .body)
    case .backdrop: return Drawing(.box(Color(0, alpha: 0)), in: frame)
    }
  }
}

extension [Drawing] {
  /// With additional transparency.
  func faded(by opacity: Double) -> [Drawing] {
    opacity == 1
      ? self
      : map { drawing in
        var drawing = drawing
        drawing.opacity *= opacity
        return drawing
      }
  }
}
