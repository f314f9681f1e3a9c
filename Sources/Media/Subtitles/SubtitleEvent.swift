package import VitrinePictures
package import VitrineTiming

/// A subtitle from one media time to another.
package struct SubtitleEvent: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// One dialogue line of an ASS script in UTF-8:
    /// `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
    case line([UInt8])
    /// The same, but the complete lines from then on: they end the previous ones, and may be none.
    case captions([[UInt8]])
    /// The complete set of pictures from then on; an empty set ends the previous one. Positions
    /// refer to a canvas of this size.
    case pictures([SubtitlePicture], canvas: PixelSize)
  }

  package let start: MediaTime
  /// Nil means until the next event.
  package let end: MediaTime?
  package let content: Content

  package init(start: MediaTime, end: MediaTime?, content: Content) {
    self.start = start
    self.end = end
    self.content = content
  }
}

/// A bitmap subtitle, as on discs and in broadcasts.
package struct SubtitlePicture: Hashable, Sendable {
  /// The place on its event's canvas.
  package let place: PixelRect
  /// Row by row without gaps, `0xAARRGGBB`, premultiplied with alpha.
  package let pixels: [UInt32]

  /// Returns nil if the number of pixels does not match the place.
  package init?(place: PixelRect, pixels: [UInt32]) {
    guard !place.size.isEmpty, place.size.isWithin(SubtitlePicture.largestSide),
      pixels.count == place.width * place.height
    else { return nil }
    self.place = place
    self.pixels = pixels
  }

  /// The longest side of a canvas, in pixels.
  package static let largestSide = 4096
}

/// The form of a subtitle track.
package enum SubtitleForm: Hashable, Sendable {
  case pictures
  /// Lines without a layout, which may be placed on the bars next to the video. The header is that
  /// of an ASS script that FFmpeg generated for them.
  case plainText(header: [UInt8])
  /// An ASS script, which is laid out relative to the video.
  case script(header: [UInt8])
}

/// The placement of subtitles.
package struct SubtitleLayout: Hashable, Sendable {
  /// The display's size.
  package var panel: PixelSize
  /// The rotation of the content.
  package var rotation: Rotation
  /// The place of the video in upright coordinates: those of `rotation.upright(panel)`.
  package var video: PixelRect
  /// The size of the decoded video, before its pixels are made square.
  package var storage: PixelSize
  /// The appearance of plain text; the scale applies to scripts too.
  package var style: SubtitleStyle
  /// Whether the video has only a part of the display, outside of which subtitles are not visible.
  package var isInPart: Bool
  /// Nil while no viewer changes the style.
  package var sample: SubtitleSample?

  package init(
    panel: PixelSize, rotation: Rotation, video: PixelRect, storage: PixelSize,
    style: SubtitleStyle = SubtitleStyle(), isInPart: Bool = false
  ) {
    self.panel = panel
    self.rotation = rotation
    self.video = video
    self.storage = storage
    self.style = style
    self.isInPart = isInPart
  }

  /// The size of the display as the content sees it.
  var upright: PixelSize { rotation.upright(panel) }
}

/// A line that shows the style of plain text to a viewer who changes it, while there is no other.
package struct SubtitleSample: Hashable, Sendable {
  package var text: String
  /// The part of the display's width, from the right, that something else covers.
  package var covered: Double

  package init(_ text: String, covered: Double = 0) {
    self.text = text
    self.covered = min(max(covered, 0), 1)
  }
}

extension PixelSize {
  func isWithin(_ side: Int) -> Bool { width <= side && height <= side }
}

extension PixelRect {
  /// Returns the smallest rectangle around both.
  func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Returns the part that is inside a picture of `size`; nil if none is.
  func clipped(to size: PixelSize) -> PixelRect? {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(x + width, size.width), min(y + height, size.height))
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
