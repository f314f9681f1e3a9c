public import VitrinePictures

/// How large things are on one display. A point is the density-independent unit of all sizes:
/// 44 of them are as high as a finger needs.
public struct Metrics: Hashable, Sendable {
  /// Of the upright display, in pixels.
  public let size: PixelSize
  /// Pixels of a point.
  public let scale: Double

  /// What a finger hits without looking, in millimetres.
  static let fingerSize = 9.0
  package static let fingerPoints = 44.0

  /// `pixelsPerMillimetre` is nil where the display does not tell its physical size.
  public init(size: PixelSize, pixelsPerMillimetre: Double?, theme: Theme) {
    self.size = size
    let shorter = Double(min(size.width, size.height))
    // As if the display was a tablet; a real one that is known is held to the finger, and to
    // what can be read from as far away as a large display is looked at.
    let guess = shorter / 540
    let known = pixelsPerMillimetre.map {
      max($0 * Self.fingerSize / Self.fingerPoints, shorter / 900)
    }
    // Never so large that nothing fits.
    scale = min(known ?? guess, shorter / 240) * theme.scale
  }

  /// The same display with all sizes multiplied.
  package func scaled(by factor: Double) -> Metrics { Metrics(size: size, scale: scale * factor) }

  private init(size: PixelSize, scale: Double) { (self.size, self.scale) = (size, scale) }

  public func points(_ count: Double) -> Double { count * scale }

  public var isPortrait: Bool { size.height > size.width }
}
