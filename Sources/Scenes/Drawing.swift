public import VitrinePictures

/// An element to draw. A scene (a display list) is an array of these, from bottom to top; comparing
/// two scenes gives the damage.
public struct Drawing: Hashable, Sendable {
  /// In pixels of the upright display. Nothing is drawn outside.
  public var frame: Rect
  public var shape: Shape
  /// 0 to 1, for fades.
  public var opacity: Double
  /// Clips the frame; nil shows all of it.
  public var clip: Rect?

  public init(_ shape: Shape, in frame: Rect, opacity: Double = 1, clip: Rect? = nil) {
    self.shape = shape
    self.frame = frame
    self.opacity = opacity
    self.clip = clip
  }

  /// The part of the display that it covers.
  public var extent: Rect { clip.map { $0.intersection(frame) ?? Rect(PixelSize(0, 0)) } ?? frame }
}

/// The shape of a drawing.
public enum Shape: Hashable, Sendable {
  /// A filled rectangle with round corners.
  case box(Color, radius: Double = 0)
  /// A vertical gradient. It changes least at both edges, so that they are not visible as lines.
  case gradient(top: Color, bottom: Color)
  /// The inner border of a rectangle with round corners.
  case outline(Color, width: Double, radius: Double)
  case text(Text)
  case icon(Icon, Color)
  /// A picture that fills the frame; cropped if its aspect ratio differs.
  case picture(PictureID, radius: Double = 0)
  /// A circular arc: `start` and `length` in turns, clockwise from the top.
  case arc(Color, width: Double, start: Double, length: Double)
  /// A QR code: its dark modules in this colour, each an integer number of pixels, centred in the
  /// frame.
  case code(SquareCode, Color)
}

/// A short text in any script.
public struct Text: Hashable, Sendable {
  public enum Weight: Hashable, Sendable { case regular, medium, bold }
  /// `leading` and `trailing` follow the script: in Arabic, leading is right.
  public enum Alignment: Hashable, Sendable { case leading, center, trailing }

  public var string: String
  /// The font size, in pixels.
  public var size: Double
  public var weight: Weight
  public var color: Color
  public var alignment: Alignment
  /// Longer texts wrap, up to this many lines, and end in an ellipsis.
  public var lines: Int
  /// The distance of the first baseline from the top of the frame, in pixels, in every script, so
  /// that adjacent texts align. Nil centres the lines vertically.
  public var baseline: Double?
  /// Uses digits of equal widths, so that running times do not jitter.
  public var isTabular: Bool

  public init(
    _ string: String, size: Double, weight: Weight = .regular, color: Color,
    alignment: Alignment = .leading, lines: Int = 1, baseline: Double? = nil,
    isTabular: Bool = false
  ) {
    self.string = string
    self.size = size
    self.weight = weight
    self.color = color
    self.alignment = alignment
    self.lines = lines
    self.baseline = baseline
    self.isTabular = isTabular
  }
}

/// A picture passed to the painter separately: a poster or a thumbnail. Another picture needs
/// another id.
public struct PictureID: Hashable, Sendable {
  public var name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// The icons of the interface, drawn to fill a square.
public enum Icon: String, CaseIterable, Hashable, Sendable {
  case play, pause, replay, back, skipForward, skipBackward, next, previous
  /// Back, in right-to-left languages.
  case backMirrored
  case tracks, rotate, volume, volumeLow, muted, check, warning, list, close
}
