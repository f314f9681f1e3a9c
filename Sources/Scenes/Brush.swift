package import VitrinePictures

/// Makes the drawings above a video (texts, icons, surfaces) in the theme and for the display.
package struct Brush {
  package let theme: Theme
  package let metrics: Metrics

  package init(theme: Theme, metrics: Metrics) {
    self.theme = theme
    self.metrics = metrics
  }

  package func points(_ count: Double) -> Double { metrics.points(count) }

  /// In pixels.
  package func points(_ size: TextSize) -> Double { metrics.points(size.rawValue) }

  package func text(
    _ string: String, _ size: TextSize, in frame: Rect, weight: Text.Weight = .regular,
    color: Color? = nil, alignment: Text.Alignment = .leading, lines: Int = 1,
    baseline: Double? = nil, isTabular: Bool = false, opacity: Double = 1
  ) -> Drawing {
    let text = Text(
      string, size: points(size), weight: weight, color: color ?? theme.text,
      alignment: alignment, lines: lines, baseline: baseline, isTabular: isTabular)
    return Drawing(.text(text), in: frame, opacity: opacity)
  }

  package func icon(
    _ icon: Icon, _ size: Double, at center: Point, _ color: Color? = nil, opacity: Double
  )
    -> Drawing
  {
    Drawing(
      .icon(icon, color ?? theme.text), in: Rect(center: center, side: points(size)),
      opacity: opacity)
  }

  /// A card, a pill or a sheet, in the theme's colour or `color`. A thin border separates it from dark
  /// pictures.
  package func surface(
    _ frame: Rect, radius: Double, opacity: Double, isSheet: Bool = false, color: Color? = nil,
    clip: Rect? = nil
  ) -> [Drawing] {
    var fill = color ?? theme.surface
    // Text below a large, translucent surface would be distracting.
    if isSheet { fill.alpha = 1 - (1 - fill.alpha) * (1 - fill.alpha) }
    let border = outline(theme.text.opacity(0.12), radius: radius)
    return [
      Drawing(.box(fill, radius: radius), in: frame, opacity: opacity, clip: clip),
      Drawing(border, in: frame, opacity: opacity, clip: clip),
    ]
  }

  /// The background of elements in the middle of the picture.
  package func disc(_ frame: Rect, isPressed: Bool = false, opacity: Double) -> [Drawing] {
    let radius = frame.width / 2
    let border = outline(theme.text.opacity(0.16), radius: radius)
    let fill = theme.scrim.opacity(isPressed || theme.isHighContrast ? 1 : 0.75)
    return [
      Drawing(.box(fill, radius: radius), in: frame, opacity: opacity),
      Drawing(border, in: frame, opacity: opacity),
    ]
  }

  /// A round highlight for a pressed button, and a ring for a focused one.
  package func state(of frame: Rect, isPressed: Bool, isFocused: Bool, opacity: Double) -> [Drawing]
  {
    var drawings: [Drawing] = []
    if isPressed {
      let patch = Shape.box(theme.text.opacity(0.18), radius: frame.width / 2)
      drawings.append(Drawing(patch, in: frame, opacity: opacity))
    }
    if isFocused {
      let ring = Shape.outline(theme.accent, width: focusWidth, radius: frame.width / 2)
      drawings.append(Drawing(ring, in: frame, opacity: opacity))
    }
    return drawings
  }

  /// The width of the ring around the focused element, in pixels.
  package var focusWidth: Double { points(theme.isHighContrast ? 5 : 3) }

  /// A border in this colour, or a clearly visible one.
  private func outline(_ color: Color, radius: Double) -> Shape {
    theme.isHighContrast
      ? .outline(theme.text, width: max(points(2), 1), radius: radius)
      : .outline(color, width: max(points(1), 1), radius: radius)
  }
}
