/// The look of the interface, and which parts it has.
package struct Theme: Hashable, Sendable {
  /// Pango family names in order of preference.
  package var font =
    "Inter, Noto Sans, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans CJK JP, Sans"
  package var text = Color(0xFFFFFF)
  /// The colour of less important text.
  package var secondaryText = Color(0xFFFFFF, alpha: 0.7)
  /// The colour of the played part, of selections and of the focus.
  package var accent = Color(0xFF5A3C)
  /// Text and icons on `accent`.
  package var onAccent = Color(0x1A0D09)
  /// The background of cards, menus and bubbles.
  package var surface = Color(0x16181D, alpha: 0.94)
  /// The background of the gallery.
  package var background = Color(0x0E0F12)
  /// Darkens the picture below text.
  package var scrim = Color(0x000000, alpha: 0.78)
  /// Multiplies all sizes.
  package var scale = 1.0
  /// The radius of cards, in points.
  package var cornerRadius = 12.0
  private var adaptations: Set<Adaptation> = []
  package var hidden: Set<Part> = []

  /// The parts that can be hidden.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case topBar = "top-bar"
    case backButton = "back-button"
    case title
    case centerButton = "center-button"
    /// The buttons that skip 10 s back and forward.
    case skipButtons = "skip-buttons"
    /// The buttons for the previous and the next item.
    case itemButtons = "item-buttons"
    case bottomBar = "bottom-bar"
    /// The button that turns subtitles on and off.
    case subtitleButton = "subtitle-button"
    /// The button that turns audio description on and off.
    case descriptionButton = "description-button"
    case volumeButton = "volume-button"
    case trackButton = "track-button"
    case orientationButton = "orientation-button"
    /// The pages of the gallery's entries.
    case detailPage = "detail-page"
    /// The search in the gallery.
    case search
    /// The speeds in the menu.
    case speed
    /// The chapters in the menu and on the slider.
    case chapters
  }

  private enum Adaptation { case highContrast, reducedMotion }

  package init() {}

  /// Whether borders and the focus are wide, and surfaces opaque.
  package var isHighContrast: Bool { adaptations.contains(.highContrast) }

  /// Whether pages appear, and keys scroll, at once instead of moving.
  package var reducesMotion: Bool {
    get { adaptations.contains(.reducedMotion) }
    set {
      if newValue { adaptations.insert(.reducedMotion) } else { adaptations.remove(.reducedMotion) }
    }
  }

  /// The colour of lines, tracks and borders that are usually faint.
  package func faint(_ alpha: Double) -> Color {
    text.opacity(isHighContrast ? max(alpha, 0.5) : alpha)
  }

  /// Replaces all colours by those with the highest contrast.
  package mutating func useHighContrast() {
    adaptations.insert(.highContrast)
    (text, secondaryText) = (Color(0xFFFFFF), Color(0xFFFFFF))
    (accent, onAccent) = (Color(0xFFE000), Color(0x000000))
    (surface, background) = (Color(0x000000), Color(0x000000))
    scrim = Color(0x000000, alpha: 0.9)
  }

  package func shows(_ part: Part) -> Bool { !hidden.contains(part) }
}
