package import VitrinePictures

/// The scale of one display. A point is the density-independent unit of all sizes: a finger needs
/// 44 of them.
package struct Metrics: Hashable, Sendable {
  /// The upright display, in pixels.
  package let size: PixelSize
  /// Pixels per point.
  package let scale: Double

  /// The size that a finger hits without looking, in millimetres.
  static let fingerSize = 9.0
  package static let fingerPoints = 44.0

  /// `pixelsPerMillimetre` is nil if the display does not report its physical size.
  package init(size: PixelSize, pixelsPerMillimetre: Double?, theme: Theme) {
    self.size = size
    let shorter = Double(min(size.width, size.height))
    // An unknown display is treated like a tablet. A known one fits fingers, and stays legible at
    // the distance from which large displays are viewed.
    let guess = shorter / 540
    let known = pixelsPerMillimetre.map {
      max($0 * Self.fingerSize / Self.fingerPoints, shorter / 900)
    }
    // Limits the scale so that everything fits.
    scale = min(known ?? guess, shorter / 240) * theme.scale
  }

  /// The same display with all sizes scaled.
  package func scaled(by factor: Double) -> Metrics { Metrics(size: size, scale: scale * factor) }

  private init(size: PixelSize, scale: Double) {
    self.size = size
    self.scale = scale
  }

  package func points(_ count: Double) -> Double { count * scale }

  package var isPortrait: Bool { size.height > size.width }
}
