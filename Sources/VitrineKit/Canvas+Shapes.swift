internal import VitrinePictures
internal import VitrineScenes

// Shapes, words and pictures.
extension Drawing.Canvas {
  /// A filled rectangle, with round corners where `radius` is above zero.
  public mutating func box(_ rect: Rect, _ color: Color, radius: Double = 0) {
    add(.box(color.value, radius: brush.points(radius)), in: rect)
  }

  /// A filled rectangle, from the colour of its upper edge to that of its lower one.
  public mutating func gradient(_ rect: Rect, from top: Color, to bottom: Color) {
    add(.gradient(top: top.value, bottom: bottom.value), in: rect)
  }

  /// The inner border of a rectangle.
  public mutating func outline(
    _ rect: Rect, _ color: Color, width: Double = 1, radius: Double = 0
  ) {
    let (width, radius) = (brush.points(width), brush.points(radius))
    add(.outline(color.value, width: width, radius: radius), in: rect)
  }

  /// Part of the line of a circle that fills the rectangle: `start` and `length` in turns, clockwise from the
  /// top.
  public mutating func arc(
    _ rect: Rect, _ color: Color, width: Double, start: Double = 0, length: Double = 1
  ) {
    add(.arc(color.value, width: brush.points(width), start: start, length: length), in: rect)
  }

  /// A few words in any script, halfway down in the rectangle, in the font of the interface's theme. Longer ones
  /// wrap, up to so many lines, and end in an ellipsis; 1,000 letters are the most.
  public mutating func text(
    _ string: String, in rect: Rect, size: Double = 16, weight: Weight = .regular,
    color: Color = .white, alignment: Alignment = .leading, lines: Int = 1, isTabular: Bool = false
  ) {
    let text = Text(
      string, size: brush.points(size), weight: weight.value, color: color.value,
      alignment: alignment.value, lines: lines, isTabular: isTabular)
    add(.text(text), in: rect)
  }

  /// Roughly how wide a line of text is; never much less than it really is.
  public func estimatedWidth(of string: String, size: Double) -> Double {
    VitrineScenes.estimatedWidth(of: string, size: size)
  }

  /// A picture from a PNG file, by its path, up to 4,096 pixels a side. It fills the rectangle; what stands over is
  /// cut off at both sides. It is read on the interface's thread, and kept for as long as some 16 million pixels and
  /// 63 pictures were not read after it: another picture is another path, and pictures as large as they are shown are
  /// cheap. One that cannot be read is left out until something else is drawn: a file is to be whole, and to have its
  /// name, before it is drawn.
  public mutating func image(_ path: String, in rect: Rect, radius: Double = 0) {
    add(.picture(PictureID(path), radius: brush.points(radius)), in: rect)
  }

  /// A pictogram of the interface, in the largest square that the rectangle holds.
  public mutating func icon(_ icon: Icon, in rect: Rect, _ color: Color = .white) {
    add(.icon(icon.value, color.value), in: rect)
  }

  /// How heavy letters are.
  public enum Weight: Hashable, Sendable {
    /// As in a running text.
    case regular
    /// As on a button.
    case medium
    /// As in a heading.
    case bold

    var value: Text.Weight {
      switch self {
      case .regular: .regular
      case .medium: .medium
      case .bold: .bold
      }
    }
  }

  /// Where the lines of a text are.
  public enum Alignment: Hashable, Sendable {
    /// Where the script begins: at the left, of Arabic at the right.
    case leading
    /// In the middle.
    case center
    /// Where the script ends.
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
