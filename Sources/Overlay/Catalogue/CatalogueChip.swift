import VitrinePictures
internal import VitrineScenes

/// The drawings of one chip.
struct CatalogueChip {
  let label: ChipLabel
  /// On the display.
  let frame: Rect
  let layout: CatalogueLayout
  let theme: Theme
  let isSelected: Bool
  /// From 0 to 1.
  let pressed: Double
  let hasFocus: Bool

  var drawings: [Drawing] {
    let fill = isSelected ? theme.accent : theme.text.opacity(0.1 + 0.1 * pressed)
    let border = Shape.outline(
      theme.text, width: max(layout.pixels(1.5), 1), radius: frame.height / 2)
    return ring + [Drawing(.box(fill, radius: frame.height / 2), in: frame)]
      + (theme.isHighContrast && !isSelected ? [Drawing(border, in: frame)] : [])
      + labelDrawings
  }

  private var labelDrawings: [Drawing] {
    let color = isSelected ? theme.onAccent : theme.text
    let text = Text(
      label.text, size: label.font * layout.unit, weight: .medium, color: color,
      alignment: .center)
    var room = frame.inset(layout.pixels(8), 0)
    guard let icon = label.icon else { return [Drawing(.text(text), in: room)] }
    let side = layout.pixels(ChipRow.icon)
    if label.text.isEmpty {
      return [Drawing(.icon(icon, color), in: Rect(center: frame.center, side: side))]
    }
    let place = Rect(
      x: frame.x + layout.pixels(ChipRow.padding), y: (frame.center.y - side / 2).rounded(),
      width: side, height: side)
    let left = place.right + layout.pixels(ChipRow.iconGap)
    (room.x, room.width) = (left, frame.right - layout.pixels(ChipRow.padding) - left)
    return [Drawing(.icon(icon, color), in: place), Drawing(.text(text), in: room)]
  }

  private var ring: [Drawing] {
    guard hasFocus else { return [] }
    let (gap, width) = (layout.pixels(2), max(layout.pixels(2.5), 2))
    let around = frame.inset(-gap - width, -gap - width)
    return [
      Drawing(.outline(theme.accent, width: width, radius: around.height / 2), in: around)
    ]
  }
}
