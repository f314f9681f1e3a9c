public import VitrinePictures
public import VitrineTiming

/// Something to be read, from one moment of the media to another.
public struct SubtitleEvent: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// One dialogue line of an ASS script in UTF-8:
    /// `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
    case line([UInt8])
    /// Everything that is shown from then on, instead of what was; no pictures end what was.
    /// The places refer to a canvas of this size.
    case pictures([SubtitlePicture], canvas: PixelSize)
  }

  public let start: MediaTime
  /// Nil: until the next event.
  public let end: MediaTime?
  public let content: Content

  public init(start: MediaTime, end: MediaTime?, content: Content) {
    (self.start, self.end, self.content) = (start, end, content)
  }
}

/// A small picture of text, as discs and broadcasts carry it.
public struct SubtitlePicture: Hashable, Sendable {
  /// Where it lies on its event's canvas.
  public let place: PixelRect
  /// Row by row without gaps, `0xAARRGGBB`, premultiplied with alpha.
  public let pixels: [UInt32]

  /// Nil unless there are as many pixels as the place has.
  public init?(place: PixelRect, pixels: [UInt32]) {
    guard !place.size.isEmpty, place.size.isWithin(SubtitlePicture.largestSide),
      pixels.count == place.width * place.height
    else { return nil }
    (self.place, self.pixels) = (place, pixels)
  }

  /// The longest side of a canvas, in pixels.
  public static let largestSide = 4096
}

/// What a subtitle track consists of.
public enum SubtitleForm: Hashable, Sendable {
  case pictures
  /// Lines without a layout of their own, which may lie on the bars beside the video.
  /// The header is that of an ASS script which FFmpeg made up for them.
  case plainText(header: [UInt8])
  /// An ASS script, which is laid out against the video.
  case script(header: [UInt8])
}

/// Where subtitles go.
public struct SubtitleLayout: Hashable, Sendable {
  /// The display's size.
  public var panel: PixelSize
  /// How the content is turned on it.
  public var rotation: Rotation
  /// Where the video is, in upright coordinates: those of `rotation.upright(panel)`.
  public var video: PixelRect
  /// The size of the decoded video, before its pixels are made square.
  public var storage: PixelSize
  /// Of text, against its usual size.
  public var scale: Double

  public init(
    panel: PixelSize, rotation: Rotation, video: PixelRect, storage: PixelSize, scale: Double = 1
  ) {
    (self.panel, self.rotation, self.video) = (panel, rotation, video)
    (self.storage, self.scale) = (storage, scale)
  }

  /// The size that the content sees.
  var upright: PixelSize { rotation.upright(panel) }
}

extension PixelSize {
  func isWithin(_ side: Int) -> Bool { width <= side && height <= side }
}

extension PixelRect {
  /// The smallest rectangle around both.
  func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// The part of it that lies on a picture of `size`; nil when none does.
  func clipped(to size: PixelSize) -> PixelRect? {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(x + width, size.width), min(y + height, size.height))
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
