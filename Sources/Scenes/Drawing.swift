package import VitrinePictures

/// An element to draw. A scene (a display list) is an array of these, from bottom to top; comparing
/// two scenes gives the damage.
package struct Drawing: Hashable, Sendable {
  /// In pixels of the upright display. Nothing is drawn outside.
  package var frame: Rect
  package var shape: Shape
  /// 0 to 1, for fades.
  package var opacity: Double
  /// Clips the frame; nil shows all of it.
  package var clip: Rect?

  package init(_ shape: Shape, in frame: Rect, opacity: Double = 1, clip: Rect? = nil) {
    self.shape = shape
    self.frame = frame
    self.opacity = opacity
    self.clip = clip
  }

  /// The part of the display that it covers.
  package var extent: Rect { clip.map { $0.intersection(frame) ?? Rect(PixelSize(0, 0)) } ?? frame }
}

/// The shape of a drawing.
package enum Shape: Hashable, Sendable {
  /// A filled rectangle with round corners.
  case box(Color, radius: Double = 0)
  /// A vertical gradient. It changes least at both edges, so that they are not visible as lines.
  case gradient(top: Color, bottom: Color)
  /// The inner border of a rectangle with round corners.
  case outline(Color, width: Double, radius: Double)
  case text(Text)
  case icon(Icon, Color)
  /// A sign in the first colour, with its mark in the second.
  case sign(CardSign, Color, mark: Color)
  /// A picture that fills the frame; cropped if its aspect ratio differs.
  case picture(PictureID, radius: Double = 0)
  /// A circular arc: `start` and `length` in turns, clockwise from the top.
  case arc(Color, width: Double, start: Double, length: Double)
  /// A QR code: its dark modules in this colour, each an integer number of pixels, centred in the
  /// frame.
  case code(SquareCode, Color)
  /// A rectangle with round corners in which everything below becomes transparent: the video shows.
  case hole(radius: Double)
}

/// A short text in any script.
package struct Text: Hashable, Sendable {
  package enum Weight: Hashable, Sendable { case regular, medium, bold }
  /// `leading` and `trailing` follow the script: in Arabic, leading is right.
  package enum Alignment: Hashable, Sendable { case leading, center, trailing }

  package var string: String
  /// The font size, in pixels.
  package var size: Double
  package var weight: Weight
  package var color: Color
  package var alignment: Alignment
  /// Longer texts wrap, up to this many lines, and end in an ellipsis.
  package var lines: Int
  /// The distance of the first baseline from the top of the frame, in pixels, in every script, so
  /// that adjacent texts align. Nil centres the lines vertically.
  package var baseline: Double?
  /// Uses digits of equal widths, so that running times do not jitter.
  package var isTabular: Bool

  package init(
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
package struct PictureID: Hashable, Sendable {
  package var name: String
  /// The picture, if it is in memory already.
  package var pixels: PixelData?

  package init(_ name: String, _ pixels: PixelData? = nil) {
    (self.name, self.pixels) = (name, pixels)
  }
}

/// The icons of the interface, drawn to fill a square.
package enum Icon: String, CaseIterable, Hashable, Sendable {
  case play, pause, replay, back, skipForward, skipBackward, next, previous
  /// Back, in right-to-left languages.
  case backMirrored
  /// A circular arrow around a number of seconds.
  case rewind, advance
  case settings
  /// To the whole display.
  case expand
  /// A display in the orientation that a button leads to.
  case portrait, landscape
  case tracks, volume, volumeLow, muted, check, warning, list, close, search
  /// Removes the last letter; the second one in right-to-left languages.
  case erase, eraseMirrored
  /// The pointer of a mouse, whose tip is in the upper left corner.
  case pointer
}
