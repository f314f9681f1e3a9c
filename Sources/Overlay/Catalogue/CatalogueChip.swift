import VitrinePictures
internal import VitrineScenes

/// The drawings of one category chip.
struct CatalogueChip {
  let title: String
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
    let text = Text(
      title, size: ChipRow.font * layout.unit, weight: .medium,
      color: isSelected ? theme.onAccent : theme.text, alignment: .center)
    let inside = frame.inset(layout.pixels(8), 0)
    let border = Shape.outline(
      theme.text, width: max(layout.pixels(1.5), 1), radius: frame.height / 2)
    return ring + [Drawing(.box(fill, radius: frame.height / 2), in: frame)]
      + (theme.isHighContrast && !isSelected ? [Drawing(border, in: frame)] : [])
      + [Drawing(.text(text), in: inside)]
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
