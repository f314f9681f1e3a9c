package import VitrinePictures

/// The scale of one display. A point is the density-independent unit of all sizes: a finger needs
/// 44 of them.
package struct Metrics: Hashable, Sendable {
  /// The upright display in pixels, or the part of it that is within reach.
  package let size: PixelSize
  /// The rows of the display above that part.
  package let top: Int
  /// The whole upright display, in pixels.
  package let display: PixelSize
  /// Pixels per point.
  package let scale: Double

  /// The size that a finger hits without looking, in millimetres.
  static let fingerSize = 9.0
  package static let fingerPoints = 44.0

  /// `pixelsPerMillimetre` is nil if the display does not report its physical size; `reach` limits the interface to
  /// a part of the display.
  package init(
    size: PixelSize, pixelsPerMillimetre: Double?, theme: Theme, reach: Reach? = nil
  ) {
    let rows = reach?.rows(of: size, pixelsPerMillimetre: pixelsPerMillimetre)
    self.size = PixelSize(size.width, rows?.count ?? size.height)
    (top, display) = (rows?.lowerBound ?? 0, size)
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
  package func scaled(by factor: Double) -> Metrics {
    Metrics(size: size, top: top, display: display, scale: scale * factor)
  }

  /// The metrics of the whole display.
  package var whole: Metrics { Metrics(size: display, top: 0, display: display, scale: scale) }

  private init(size: PixelSize, top: Int, display: PixelSize, scale: Double) {
    (self.size, self.top, self.display, self.scale) = (size, top, display, scale)
  }

  package func points(_ count: Double) -> Double { count * scale }

  package var isPortrait: Bool { size.height > size.width }
}
