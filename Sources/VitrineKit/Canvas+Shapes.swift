internal import VitrinePictures
internal import VitrineScenes

// Shapes, text and images.
extension Drawing.Canvas {
  /// Fills a rectangle, with rounded corners if `radius`, in points, is positive.
  public mutating func box(_ rect: Rect, _ color: Color, radius: Double = 0) {
    add(.box(color.value, radius: brush.points(radius)), in: rect)
  }

  /// Fills a rectangle with a vertical gradient, from `top` to `bottom`.
  public mutating func gradient(_ rect: Rect, from top: Color, to bottom: Color) {
    add(.gradient(top: top.value, bottom: bottom.value), in: rect)
  }

  /// Draws a line along the inside of a rectangle's edges. `width` and `radius` are in points.
  public mutating func outline(
    _ rect: Rect, _ color: Color, width: Double = 1, radius: Double = 0
  ) {
    let (width, radius) = (brush.points(width), brush.points(radius))
    add(.outline(color.value, width: width, radius: radius), in: rect)
  }

  /// Draws an arc of the circle that fits the rectangle. `start` and `length` are in turns (0–1),
  /// clockwise from the top.
  public mutating func arc(
    _ rect: Rect, _ color: Color, width: Double, start: Double = 0, length: Double = 1
  ) {
    add(.arc(color.value, width: brush.points(width), start: start, length: length), in: rect)
  }

  /// Draws text in any script, vertically centred in a rectangle, in the font of the theme.
  ///
  /// The text wraps to at most `lines` lines; the rest is replaced by an ellipsis.
  ///
  /// - Parameters:
  ///   - string: The text, up to 1,000 Unicode scalars.
  ///   - rect: The rectangle.
  ///   - size: The font size in points.
  ///   - weight: The font weight.
  ///   - color: The colour.
  ///   - alignment: The horizontal alignment.
  ///   - lines: The maximum number of lines.
  ///   - isTabular: Whether all digits have the same width, for numbers that change.
  public mutating func text(
    _ string: String, in rect: Rect, size: Double = 16, weight: Weight = .regular,
    color: Color = .white, alignment: Alignment = .leading, lines: Int = 1, isTabular: Bool = false
  ) {
    let text = Text(
      string, size: brush.points(size), weight: weight.value, color: color.value,
      alignment: alignment.value, lines: lines, isTabular: isTabular)
    add(.text(text), in: rect)
  }

  /// Returns an estimate of the width of a line of text in points, never much less than the actual
  /// width.
  public func estimatedWidth(of string: String, size: Double) -> Double {
    VitrineScenes.estimatedWidth(of: string, size: size)
  }

  /// Draws a PNG file of up to 4,096 × 4,096 pixels. It fills the rectangle, and is cropped to its
  /// aspect ratio.
  ///
  /// The interface's thread reads the file and caches it by its path. The cache holds 64 images or
  /// about 16 million pixels, so use images of the size at which they are shown, and another path
  /// for another image. A file that cannot be read is omitted until the drawing changes; write a
  /// new file under another name and rename it.
  public mutating func image(_ path: String, in rect: Rect, radius: Double = 0) {
    add(.picture(PictureID(path), radius: brush.points(radius)), in: rect)
  }

  /// Draws an icon of the interface, in the largest square that fits.
  public mutating func icon(_ icon: Icon, in rect: Rect, _ color: Color = .white) {
    add(.icon(icon.value, color.value), in: rect)
  }

  /// A font weight.
  public enum Weight: Hashable, Sendable {
    /// For running text.
    case regular
    /// For buttons.
    case medium
    /// For headings.
    case bold

    var value: Text.Weight {
      switch self {
      case .regular: .regular
      case .medium: .medium
      case .bold: .bold
      }
    }
  }

  /// The horizontal alignment of text.
  public enum Alignment: Hashable, Sendable {
    /// At the start of the line: left, or right in Arabic and Hebrew.
    case leading
    /// In the middle.
    case center
    /// At the end of the line.
    case trailing

    var value: Text.Alignment {
      switch self {
      case .leading: .leading
      case .center: .center
      case .trailing: .trailing
      }
    }
  }
}
