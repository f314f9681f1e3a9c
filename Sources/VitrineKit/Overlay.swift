internal import VitrineSchedules
internal import VitrineStage

/// A clock, text, ticker, picture or QR code that stays above the video.
///
/// Set it under a name of yours in ``Player/overlays``. Sizes are shares of the display's shorter
/// side, so a layout suits every display. Overlays at the same position are stacked in the order of
/// their names, and stay clear of the border that televisions cut off. Subtitles move above those at
/// the bottom.
///
/// ```swift
/// player.overlays["clock"] = Overlay(.clock("%H:%M"))
/// player.overlays["news"] = Overlay(.ticker(["Boarding at gate 4", "Mind the step"]))
/// ```
public struct Overlay: Hashable, Sendable {
  /// The content of an overlay.
  public enum Content: Hashable, Sendable {
    /// The time, by a pattern of strftime(3) such as `%H:%M` or `%A, %d %B`. Hidden until the
    /// machine's clock has been set.
    case clock(String)
    /// The time left until a local time, then 00:00. A date that does not exist shows nothing.
    case countdown(year: Int, month: Int, day: Int, hour: Int, minute: Int)
    /// A text on a card.
    case text(String)
    /// Texts that run along the bottom, or along the top, by whole pixels at each refresh.
    case ticker([String])
    /// The path of a file with one text per line, up to 64 KiB, or with an RSS or Atom feed, of which
    /// the titles are shown. It is read again when it changes. With VitrineStreaming it may also be a
    /// web address, which is downloaded every five minutes.
    case tickerFile(String)
    /// The path of a PNG file of up to 4096 × 4096 pixels. A changed picture needs another path.
    case image(String)
    /// A QR code of a text of up to 500 ASCII characters.
    case qrCode(String)
  }

  /// A corner, an edge or the middle of the display.
  public enum Position: Hashable, Sendable {
    /// Along the top.
    case topLeft, top, topRight
    /// In the middle.
    case left, center, right
    /// Along the bottom.
    case bottomLeft, bottom, bottomRight

    var value: StageOverlay.Place {
      switch self {
      case .topLeft: .topLeft
      case .top: .top
      case .topRight: .topRight
      case .left: .left
      case .center: .center
      case .right: .right
      case .bottomLeft: .bottomLeft
      case .bottom: .bottom
      case .bottomRight: .bottomRight
      }
    }
  }

  /// The content.
  public var content: Content
  /// Nil uses the upper right corner for clocks, the bottom for texts and tickers, the upper left
  /// corner for images and the lower right one for QR codes. A ticker is at the top or the bottom.
  public var position: Position?
  /// The height, as a share of the display's shorter side, 0.01 to 1; nil depends on the content.
  public var size: Double?
  /// The colour of the text.
  public var color = Color.white
  /// The colour behind the text.
  public var background = Color(0x000000, alpha: 0.6)
  /// The locale of weekdays and months, such as `de_DE`, which must be installed; nil is English.
  public var language: String?
  /// The time zone of a clock, such as `Asia/Tokyo`; nil is the machine's.
  public var timeZone: String?

  /// Creates an overlay.
  public init(_ content: Content, at position: Position? = nil, size: Double? = nil) {
    self.content = content
    self.position = position
    self.size = size
  }

  /// Nil for a date that does not exist.
  var value: StageOverlay? {
    guard let content = content.value else { return nil }
    let share = size.flatMap { $0.isNaN ? nil : min(max($0, 0.01), 1) }
    var overlay = StageOverlay(content, at: position?.value, size: share)
    (overlay.color, overlay.background) = (color.value, background.value)
    (overlay.language, overlay.timeZone) = (language, timeZone)
    return overlay
  }
}

extension Overlay.Content {
  fileprivate var value: StageOverlay.Content? {
    switch self {
    case .clock(let pattern): .clock(pattern)
    case .countdown(let year, let month, let day, let hour, let minute):
      (0...24).contains(hour) && (0...59).contains(minute)
        ? CivilDate(year: year, month: month, day: day).map {
          .countdown(CivilTime($0, hour: hour, minute: minute))
        } : nil
    case .text(let text): .text(text)
    case .ticker(let texts): .ticker(.texts(texts))
    case .tickerFile(let path): .ticker(.file(path))
    case .image(let path): .image(path)
    case .qrCode(let text): .code(text)
    }
  }
}
