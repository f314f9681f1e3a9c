package import VitrinePictures

/// Maps positions on a touchscreen to pixels of the upright interface.
package struct TouchMapping: Hashable, Sendable {
  /// The size of the used part of the panel, in pixels.
  package let panel: PixelSize
  /// The whole panel in coordinates of that part, which margins may surround.
  package let screen: PixelRect
  /// The rotation of the content on the panel.
  package let rotation: Rotation
  package let calibration: CalibrationMatrix

  package init(
    panel: PixelSize, screen: PixelRect? = nil, rotation: Rotation = .none,
    calibration: CalibrationMatrix = .identity
  ) {
    self.panel = panel
    self.screen = screen ?? PixelRect(panel)
    self.rotation = rotation
    self.calibration = calibration
  }

  /// Returns a position in pixels. `unit` is in fractions of the touchscreen, 0 to 1, from
  /// `AxisRange`. Positions outside the display, and invalid ones, are clamped to the display.
  package func place(ofUnit unit: Point) -> Point {
    let part = calibration(unit)
    let onPanel = Point(
      part.x * Double(screen.width) + Double(screen.x),
      part.y * Double(screen.height) + Double(screen.y))
    let upright = rotation.upright(onPanel, ofPanel: panel)
    let display = rotation.upright(panel)
    return Point(clamp(upright.x, to: display.width), clamp(upright.y, to: display.height))
  }

  private func clamp(_ value: Double, to length: Int) -> Double {
    guard length > 0, value > 0 else { return 0 }  // Also excludes NaN.
    return min(value, Double(length).nextDown)
  }
}
