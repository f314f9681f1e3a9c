internal import VitrineScenes

/// How the interface looks. A value.
public struct Theme: Hashable, Sendable {
  /// Pango's names of font families, the preferred one first.
  public var font: String
  /// Of words and icons.
  public var text: Color
  /// Of what matters less.
  public var secondaryText: Color
  /// What has been played, what is chosen, the focus.
  public var accent: Color
  /// Words and icons on `accent`.
  public var onAccent: Color
  /// Cards, menus and bubbles.
  public var surface: Color
  /// Behind a list.
  public var background: Color
  /// What darkens the picture below words.
  public var scrim: Color
  /// Multiplies all sizes.
  public var scale: Double
  /// Of cards, in points.
  public var cornerRadius: Double

  /// Light on dark.
  public init() {
    let usual = VitrineScenes.Theme()
    (font, scale, cornerRadius) = (usual.font, usual.scale, usual.cornerRadius)
    (text, secondaryText) = (Color(usual.text), Color(usual.secondaryText))
    (accent, onAccent) = (Color(usual.accent), Color(usual.onAccent))
    (surface, background) = (Color(usual.surface), Color(usual.background))
    scrim = Color(usual.scrim)
  }

  func value(hidden: Set<Interface.Part>) -> VitrineScenes.Theme {
    var theme = VitrineScenes.Theme()
    (theme.font, theme.scale, theme.cornerRadius) = (font, scale, cornerRadius)
    (theme.text, theme.secondaryText) = (text.value, secondaryText.value)
    (theme.accent, theme.onAccent) = (accent.value, onAccent.value)
    (theme.surface, theme.background) = (surface.value, background.value)
    theme.scrim = scrim.value
    theme.hidden = Set(hidden.map(\.value))
    return theme
  }
}

/// A colour in sRGB, each part from 0 to 1; not premultiplied.
public struct Color: Hashable, Sendable {
  let value: VitrineScenes.Color

  init(_ value: VitrineScenes.Color) { self.value = value }

  /// From `0xRRGGBB`.
  public init(_ value: UInt32, alpha: Double = 1) {
    self.value = VitrineScenes.Color(value & 0xFFFFFF, alpha: min(max(alpha, 0), 1))
  }

  /// White.
  public static let white = Color(0xFFFFFF)
  /// Black.
  public static let black = Color(0x000000)

  /// The same, so much of it: 0 to 1.
  public func opacity(_ alpha: Double) -> Color { Color(value.opacity(min(max(alpha, 0), 1))) }
}
