package import VitrinePictures

/// The part of a high display that visitors reach from a wheelchair, for controls: EN 301 549 V3.2.1, 8.3, after
/// ISO 21542.
package struct Reach: Hashable, Sendable {
  /// The height of the display's lower edge above the floor, in millimetres; nil if it is not known.
  package var mountingHeight: Double?

  /// Above the floor, in millimetres.
  private static let heights = 380.0...1220
  /// The least part of the height that the controls need, and the part for a display of unknown size or height.
  private static let (least, guess) = (0.35, 0.5)

  package init(mountingHeight: Double?) { self.mountingHeight = mountingHeight }

  /// The rows of the upright display that are within reach, from the top.
  package func rows(of display: PixelSize, pixelsPerMillimetre: Double?) -> Range<Int> {
    let height = Double(display.height)
    guard let mountingHeight, let density = pixelsPerMillimetre, density > 0 else {
      return Int((height * (1 - Self.guess)).rounded())..<display.height
    }
    func row(_ above: Double) -> Double {
      min(max(height - (above - mountingHeight) * density, 0), height)
    }
    let least = (height * Self.least).rounded()
    let bottom = max(row(Self.heights.lowerBound), least)
    let top = min(row(Self.heights.upperBound), bottom - least)
    return Int(top.rounded())..<Int(bottom.rounded())
  }
}
