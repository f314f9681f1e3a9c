/// The colours and the sign of a full-screen card.
package struct CardStyle: Hashable, Sendable {
  package let background: Color
  package let text: Color
  package let sign: CardSign?

  /// The contrast that WCAG 2.2 requires of text of every size (success criterion 1.4.6).
  package static let leastContrast = 7.0

  /// `sign` is nil for the player's own cards: white on black.
  package init(_ sign: CardSign?, _ theme: Theme) {
    self.sign = sign
    switch sign {
    case nil: (background, text) = (Color(0x000000), Color(0xFFFFFF))
    case .information: (background, text) = Self.legible(theme)
    case .warning: (background, text) = (Color(0xFFC400), Color(0x000000))
    case .emergency: (background, text) = (Color(0xA4001D), Color(0xFFFFFF))
    }
  }

  /// The theme's colours if they are legible across a room; otherwise black or white on its
  /// background, or white on a darker one.
  private static func legible(_ theme: Theme) -> (background: Color, text: Color) {
    var background = theme.background.opaque
    let candidates = [theme.text.opaque, Color(0x000000), Color(0xFFFFFF)]
    if let text = candidates.first(where: { $0.contrast(with: background) >= leastContrast }) {
      return (background, text)
    }
    let white = Color(0xFFFFFF)
    while white.contrast(with: background) < leastContrast { background = background.darker }
    return (background, white)
  }
}

/// The sign of a card. Each has its own shape, for viewers who cannot distinguish the colours.
package enum CardSign: CaseIterable, Hashable, Sendable {
  /// A disc with an i.
  case information
  /// A triangle with an exclamation mark.
  case warning
  /// An octagon, like a stop sign, with an exclamation mark.
  case emergency
}

extension Color {
  package var opaque: Color {
    var color = self
    color.alpha = 1
    return color
  }

  fileprivate var darker: Color {
    var color = self
    (color.red, color.green, color.blue) = (red * 0.95, green * 0.95, blue * 0.95)
    return color
  }

  /// The contrast ratio, from 1 to 21, as defined by WCAG 2.2; both colours are taken as opaque.
  package func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private var luminance: Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : exponential(2.4 * logarithm((part + 0.055) / 1.055))
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
