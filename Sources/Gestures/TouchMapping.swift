public import VitrinePictures

/// From a place on a touchscreen to the pixel of the upright interface that is seen there.
public struct TouchMapping: Hashable, Sendable {
  /// The size of the panel as it scans out, in pixels.
  public let panel: PixelSize
  /// How the content is turned on it.
  public let rotation: Rotation
  public let calibration: CalibrationMatrix

  public init(
    panel: PixelSize, rotation: Rotation = .none, calibration: CalibrationMatrix = .identity
  ) {
    (self.panel, self.rotation, self.calibration) = (panel, rotation, calibration)
  }

  /// The place in pixels; `unit` is in parts of the touchscreen, 0 to 1, as `AxisRange` has them.
  /// Whatever lies beside the display, or is no number, becomes a place on its edge, and a place
  /// on its edge is one inside of it.
  public func place(ofUnit unit: Point) -> Point {
    let part = calibration(unit)
    let onPanel = Point(part.x * Double(panel.width), part.y * Double(panel.height))
    let upright = rotation.upright(onPanel, ofPanel: panel)
    let display = rotation.upright(panel)
    return Point(clamp(upright.x, to: display.width), clamp(upright.y, to: display.height))
  }

  private func clamp(_ value: Double, to length: Int) -> Double {
    guard length > 0, value > 0 else { return 0 }  // A value that is no number ends here, too.
    return min(value, Double(length).nextDown)
  }
}
