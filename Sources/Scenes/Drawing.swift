public import VitrinePictures

/// One thing to draw. A scene (a display list) is an array of these, from the lowest to the
/// uppermost; the damage between two scenes is found by comparing them.
public struct Drawing: Hashable, Sendable {
  /// Where, in pixels of the upright display. Nothing is drawn outside of it.
  public var frame: Rect
  public var shape: Shape
  /// 0 to 1, for fades.
  public var opacity: Double
  /// Only this part of the frame is seen; nil shows all of it.
  public var clip: Rect?

  public init(_ shape: Shape, in frame: Rect, opacity: Double = 1, clip: Rect? = nil) {
    (self.shape, self.frame, self.opacity, self.clip) = (shape, frame, opacity, clip)
  }

  /// The part of the display that drawing it touches.
  public var extent: Rect { clip.map { $0.intersection(frame) ?? Rect(PixelSize(0, 0)) } ?? frame }
}

/// What is drawn.
public enum Shape: Hashable, Sendable {
  /// A filled rectangle with round corners.
  case box(Color, radius: Double = 0)
  /// A filled rectangle, from the colour of its top to that of its bottom. It changes least at
  /// both edges, so that neither is seen as a line.
  case gradient(top: Color, bottom: Color)
  /// The inner border of a rectangle with round corners.
  case outline(Color, width: Double, radius: Double)
  case text(Text)
  case icon(Icon, Color)
  /// A picture that fills the frame, cut at its edges where it has another shape.
  case picture(PictureID, radius: Double = 0)
  /// Part of a circle's line: `start` and `length` in turns, clockwise from the top.
  case arc(Color, width: Double, start: Double, length: Double)
  /// A pattern for cameras: its dark squares in a colour, each a whole number of pixels, in the middle of
  /// the frame.
  case code(SquareCode, Color)
}

/// A few words, shaped in any script.
public struct Text: Hashable, Sendable {
  public enum Weight: Hashable, Sendable { case regular, medium, bold }
  /// `leading` and `trailing` follow the script: Arabic leads from the right.
  public enum Alignment: Hashable, Sendable { case leading, center, trailing }

  public var string: String
  /// Of the font, in pixels.
  public var size: Double
  public var weight: Weight
  public var color: Color
  public var alignment: Alignment
  /// Longer texts wrap, up to so many lines, and end in an ellipsis.
  public var lines: Int
  /// How far below the frame's top the first line stands, in pixels, whatever its script: so texts
  /// beside each other are level. Nil centres all lines in the frame from top to bottom.
  public var baseline: Double?
  /// Digits of equal widths, so that running times do not dance.
  public var isTabular: Bool

  public init(
    _ string: String, size: Double, weight: Weight = .regular, color: Color,
    alignment: Alignment = .leading, lines: Int = 1, baseline: Double? = nil,
    isTabular: Bool = false
  ) {
    (self.string, self.size, self.weight, self.color) = (string, size, weight, color)
    (self.alignment, self.lines, self.baseline) = (alignment, lines, baseline)
    self.isTabular = isTabular
  }
}

/// A picture that the painter is given beside the scene: a poster or a thumbnail. A new picture is
/// a new id.
public struct PictureID: Hashable, Sendable {
  public var name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// The pictograms of the interface, drawn to fill a square.
public enum Icon: String, CaseIterable, Hashable, Sendable {
  case play, pause, replay, back, skipForward, skipBackward, next, previous
  /// Back, for people who read from the right.
  case backMirrored
  case tracks, rotate, volume, volumeLow, muted, check, warning, list, close
}
