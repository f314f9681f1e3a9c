import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// The drawings of one entry: a poster with its duration, and two texts below it.
struct CatalogueCard {
  let entry: CatalogueEntry
  /// On the display.
  let frame: Rect
  let layout: CatalogueLayout
  let theme: Theme
  /// From 0 to 1.
  let pressed: Double
  let hasFocus: Bool

  // In points.
  static let titleFont = TextSize.body.rawValue
  static let titleLine = 20.0
  static let subtitleFont = TextSize.caption.rawValue
  static let subtitleLine = 20.0
  static let subtitleGap = 3.0
  private static let badgeFont = TextSize.sign.rawValue
  /// From the top of the line.
  private static let titleBaseline = 16.0
  private static let subtitleBaseline = 14.5
  /// The extra space above and below a line.
  private static let spill = 6.0

  var drawings: [Drawing] {
    ring + posterDrawings + badge + progress + texts
  }

  /// A pressed poster is slightly smaller.
  private var poster: Rect {
    let shrink = (0.02 * pressed * layout.cardWidth).rounded()
    return Rect(x: frame.x, y: frame.y, width: frame.width, height: layout.posterHeight)
      .inset(shrink, (shrink * 9 / 16).rounded())
  }

  private var radius: Double { theme.cornerRadius * layout.unit }

  private var ring: [Drawing] {
    guard hasFocus else { return [] }
    let (gap, width) = (layout.pixels(3), max(layout.pixels(3), 2))
    return [
      Drawing(
        .outline(theme.accent, width: width, radius: radius + gap + width),
        in: poster.inset(-gap - width, -gap - width))
    ]
  }

  private var posterDrawings: [Drawing] {
    var drawings =
      entry.poster.map { [Drawing(.picture($0, radius: radius), in: poster)] }
      ?? Self.placeholder(for: entry, in: poster, radius: radius, theme: theme)
    // Dark posters would blend into a dark background.
    let border = Shape.outline(
      theme.faint(0.1), width: max(layout.pixels(1), 1), radius: radius)
    drawings.append(Drawing(border, in: poster))
    if pressed > 0 {
      let shade = Color(0x000000, alpha: 0.3 * pressed)
      drawings.append(Drawing(.box(shade, radius: radius), in: poster))
    }
    return drawings
  }

  /// The title's first letter, or a play icon for a title without one.
  static func placeholder(
    for entry: CatalogueEntry, in poster: Rect, radius: Double, theme: Theme
  ) -> [Drawing] {
    let sign = theme.isHighContrast ? theme.text : theme.text.opacity(0.32)
    let side = (poster.height * 0.3).rounded()
    let box = Drawing(.box(theme.text.opacity(0.08), radius: radius), in: poster)
    guard let letter = entry.title.first(where: { $0.isLetter || $0.isNumber }) else {
      return [box, Drawing(.icon(.play, sign), in: Rect(center: poster.center, side: side))]
    }
    let text = Text(
      letter.uppercased(), size: side, weight: .medium, color: sign, alignment: .center)
    return [box, Drawing(.text(text), in: poster)]
  }

  private var badge: [Drawing] {
    guard let duration = entry.duration, duration.seconds >= 1 else { return [] }
    let label = timeText(duration, nil)
    let (inset, height) = (layout.pixels(8), layout.pixels(22))
    let text = estimatedWidth(of: label, size: Self.badgeFont * layout.unit)
    let width = (text + 14 * layout.unit).rounded()
    let pill = Rect(
      x: poster.right - inset - width,
      y: poster.bottom - inset - height - (entry.watched == nil ? 0 : layout.pixels(4)),
      width: width,
      height: height)
    guard width + 2 * inset <= poster.width else { return [] }
    return [
      Drawing(.box(Color(0x000000, alpha: 0.68), radius: height / 2), in: pill),
      Drawing(
        .text(
          Text(
            label, size: Self.badgeFont * layout.unit, weight: .medium, color: Color(0xFFFFFF),
            alignment: .center, isTabular: true)),
        in: pill),
    ]
  }

  /// How far the visitor has watched it.
  private var progress: [Drawing] {
    guard let watched = entry.watched else { return [] }
    let (inset, height) = (layout.pixels(8), max(layout.pixels(4), 2))
    let track = Rect(
      x: poster.x + inset, y: poster.bottom - height - layout.pixels(4),
      width: max(poster.width - 2 * inset, 1), height: height)
    let part = min(max(watched.part, 0.02), 1)
    let played = Rect(
      x: track.x, y: track.y, width: (track.width * part).rounded(), height: height)
    return [
      Drawing(.box(Color(0x000000, alpha: 0.68), radius: height / 2), in: track),
      Drawing(.box(theme.accent, radius: height / 2), in: played),
    ]
  }

  private var texts: [Drawing] {
    let lines = CardTexts.titleLines(entry.title, cardWidth: frame.width, unit: layout.unit)
    let top = frame.y + layout.posterHeight + layout.pixels(CatalogueLayout.textGap)
    let height = layout.pixels(Self.titleLine) * Double(lines)
    let title = Text(
      entry.title, size: Self.titleFont * layout.unit, weight: .medium, color: theme.text,
      lines: max(lines, 1), baseline: layout.pixels(Self.titleBaseline + Self.spill))
    var drawings = lines > 0 ? [drawing(title, from: top, height: height)] : []
    if let subtitle = entry.subtitle {
      let text = Text(
        subtitle, size: Self.subtitleFont * layout.unit, color: theme.secondaryText,
        baseline: layout.pixels(Self.subtitleBaseline + Self.spill))
      let below = top + height + (lines > 0 ? layout.pixels(Self.subtitleGap) : 0)
      drawings.append(drawing(text, from: below, height: layout.pixels(Self.subtitleLine)))
    }
    return drawings
  }

  /// Some scripts are taller than the line spacing and must not be clipped.
  private func drawing(_ text: Text, from top: Double, height: Double) -> Drawing {
    let line = Rect(x: frame.x, y: top, width: frame.width, height: height)
    return Drawing(.text(text), in: line.inset(0, -layout.pixels(Self.spill)))
  }
}
