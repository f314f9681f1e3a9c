internal import VitrinePictures
internal import VitrineScenes

/// The appearance of subtitles that are plain text, such as SubRip and WebVTT. ASS scripts and
/// bitmaps have their own.
///
/// ```swift
/// var style = SubtitleStyle()
/// style.background = .black.opacity(0.75)
/// player.setSubtitleStyle(style)
/// ```
///
/// A property with its default value is left to the file.
///
/// The choices are those of 47 CFR 79.103(c).
public struct SubtitleStyle: Hashable, Sendable {
  /// The edges of letters.
  public enum Edge: String, CaseIterable, Hashable, Sendable {
    /// No edge.
    case none
    /// A line around each letter.
    case outline
    /// A shadow at the lower right.
    case shadow
    /// A narrow shadow at the lower right.
    case raised
    /// A narrow shadow at the upper left.
    case depressed
  }

  /// The edge of the picture that subtitles are at, unless the file says otherwise.
  public enum Position: String, CaseIterable, Hashable, Sendable {
    /// The lower edge.
    case bottom
    /// The upper edge.
    case top
  }

  /// The size relative to the normal one, 0.25 to 4. It applies to ASS scripts too.
  public var scale = 1.0
  /// A font family that fontconfig knows.
  public var font = VitrinePictures.SubtitleStyle.usualFont
  /// Whether letters are bold.
  public var isBold = false
  /// The colour of letters.
  public var color = Color.white
  /// The colour behind the lines; transparent by default.
  public var background = Color.black.opacity(0)
  /// The colour of a window around the background; transparent by default.
  public var window = Color.black.opacity(0)
  /// The edges of letters.
  public var edge = Edge.outline
  /// The colour of these edges.
  public var edgeColor = Color.black
  /// The edge of the picture that subtitles are at.
  public var position = Position.bottom
  /// Whether texts, those of ASS scripts too, are read aloud by the interface's speech program.
  public var isSpoken = false

  /// The usual appearance.
  public init() {}

  var value: VitrinePictures.SubtitleStyle {
    var style = VitrinePictures.SubtitleStyle()
    style.setScale(scale)
    style.font = String(font.prefix(VitrinePictures.SubtitleStyle.fontLengths.upperBound))
    style.weight = isBold ? .bold : .regular
    (style.color, style.edgeColor) = (color.argb, edgeColor.argb)
    (style.background, style.window) = (background.argb, window.argb)
    style.edge = .init(rawValue: edge.rawValue) ?? .outline
    style.position = .init(rawValue: position.rawValue) ?? .bottom
    style.speech = isSpoken ? .on : .off
    return style
  }
}

extension Color {
  /// 0xAARRGGBB.
  fileprivate var argb: UInt32 {
    [value.alpha, value.red, value.green, value.blue].reduce(0) { number, part in
      number << 8 | UInt32((min(max(part, 0), 1) * 255).rounded())
    }
  }
}
