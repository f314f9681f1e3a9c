internal import VitrineScenes

/// The colours, the font and the scale of the interface.
public struct Theme: Hashable, Sendable {
  /// Font families for Pango, in order of preference.
  public var font: String
  /// The colour of text and icons.
  public var text: Color
  /// The colour of less important text.
  public var secondaryText: Color
  /// The colour of the played part, of selections and of the focus.
  public var accent: Color
  /// The colour of text and icons on `accent`.
  public var onAccent: Color
  /// The background of cards, menus and bubbles.
  public var surface: Color
  /// The background of the gallery.
  public var background: Color
  /// The colour that darkens the picture below text.
  public var scrim: Color
  /// A factor for all sizes (default: 1).
  public var scale: Double
  /// The corner radius of cards, in points.
  public var cornerRadius: Double
  /// Whether pages, skips and scrolling by keys are shown at once instead of animated (default: false).
  public var reducesMotion = false
  private var isHighContrast = false

  /// The theme for visitors with low vision: white and yellow on black, with wide borders and focus.
  public static var highContrast: Theme {
    var colors = VitrineScenes.Theme()
    colors.useHighContrast()
    var theme = Theme(colors)
    theme.isHighContrast = true
    return theme
  }

  /// Creates the default theme, light text on dark.
  public init() { self.init(VitrineScenes.Theme()) }

  private init(_ defaults: VitrineScenes.Theme) {
    (font, scale, cornerRadius) = (defaults.font, defaults.scale, defaults.cornerRadius)
    (text, secondaryText) = (Color(defaults.text), Color(defaults.secondaryText))
    (accent, onAccent) = (Color(defaults.accent), Color(defaults.onAccent))
    (surface, background) = (Color(defaults.surface), Color(defaults.background))
    scrim = Color(defaults.scrim)
  }

  func value(hidden: Set<Interface.Part>) -> VitrineScenes.Theme {
    var theme = VitrineScenes.Theme()
    if isHighContrast { theme.useHighContrast() }
    theme.reducesMotion = reducesMotion
    (theme.font, theme.scale, theme.cornerRadius) = (font, scale, cornerRadius)
    (theme.text, theme.secondaryText) = (text.value, secondaryText.value)
    (theme.accent, theme.onAccent) = (accent.value, onAccent.value)
    (theme.surface, theme.background) = (surface.value, background.value)
    theme.scrim = scrim.value
    theme.hidden = Set(hidden.map(\.value))
    return theme
  }
}

/// An sRGB colour with an opacity, not premultiplied.
public struct Color: Hashable, Sendable {
  let value: VitrineScenes.Color

  init(_ value: VitrineScenes.Color) { self.value = value }

  /// Creates a colour from `0xRRGGBB` and an opacity, 0 to 1.
  public init(_ value: UInt32, alpha: Double = 1) {
    self.value = VitrineScenes.Color(value & 0xFFFFFF, alpha: min(max(alpha, 0), 1))
  }

  /// White.
  public static let white = Color(0xFFFFFF)
  /// Black.
  public static let black = Color(0x000000)

  /// Returns this colour with its opacity multiplied by `alpha`, 0 to 1.
  public func opacity(_ alpha: Double) -> Color { Color(value.opacity(min(max(alpha, 0), 1))) }
}
