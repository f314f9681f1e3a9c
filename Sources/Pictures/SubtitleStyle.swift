/// The appearance of plain-text subtitles: the choices that 47 CFR 79.103(c) requires. ASS scripts
/// and bitmaps have their own.
package struct SubtitleStyle: Hashable, Sendable {
  package enum Weight: String, CaseIterable, Hashable, Sendable { case regular, bold }

  /// The edges of letters. Raised and depressed letters have a narrow shadow below or above.
  package enum Edge: String, CaseIterable, Hashable, Sendable {
    case none, outline, shadow, raised, depressed
  }

  package enum Position: String, CaseIterable, Hashable, Sendable { case bottom, top }

  package enum Speech: String, CaseIterable, Hashable, Sendable { case off, on }

  /// The size relative to the normal one, limited to 0.25–4.
  package var scale = 1.0
  /// A family that fontconfig knows.
  package var font = Self.usualFont
  package var weight = Weight.regular
  /// 0xAARRGGBB, like the other colours; an alpha of 0 means none.
  package var color: UInt32 = 0xFFFF_FFFF
  /// Behind the lines.
  package var background: UInt32 = 0
  /// Around the background.
  package var window: UInt32 = 0
  package var edge = Edge.outline
  package var edgeColor: UInt32 = 0xFF00_0000
  package var position = Position.bottom
  /// Whether texts, those of scripts too, are read aloud.
  package var speech = Speech.off

  package static let usualFont = "Sans"
  package static let scales = 0.25...4
  package static let fontLengths = 1...100

  package init() {}

  package mutating func setScale(_ wanted: Double) {
    guard wanted.isFinite else { return }
    scale = min(max(wanted, Self.scales.lowerBound), Self.scales.upperBound)
  }
}

// Each choice by name, for commands and status.
extension SubtitleStyle {
  package enum Property: String, CaseIterable, Hashable, Sendable {
    case font, weight, color, background, window, edge
    case edgeColor = "edge-color"
    case position, speech
  }

  /// Sets a property to a value in words; returns false if the value is invalid.
  package mutating func set(_ property: Property, to word: String) -> Bool {
    switch property {
    case .font:
      guard Self.fontLengths.contains(word.count) else { return false }
      font = word
    case .weight: return Self.set(&weight, to: word)
    case .color: return Self.set(&color, to: word)
    case .background: return Self.set(&background, to: word)
    case .window: return Self.set(&window, to: word)
    case .edge: return Self.set(&edge, to: word)
    case .edgeColor: return Self.set(&edgeColor, to: word)
    case .position: return Self.set(&position, to: word)
    case .speech: return Self.set(&speech, to: word)
    }
    return true
  }

  /// The value of a property in words.
  package subscript(property: Property) -> String {
    switch property {
    case .font: font
    case .weight: weight.rawValue
    case .color: Self.word(color)
    case .background: Self.word(background)
    case .window: Self.word(window)
    case .edge: edge.rawValue
    case .edgeColor: Self.word(edgeColor)
    case .position: position.rawValue
    case .speech: speech.rawValue
    }
  }

  /// The valid values of a property, for messages.
  package static func expected(_ property: Property) -> String {
    switch property {
    case .font: "a font, of 1 to \(fontLengths.upperBound) characters"
    case .weight, .edge, .position, .speech: words(property).joined(separator: ", ")
    case .color, .background, .window, .edgeColor: "#RRGGBB or #RRGGBBAA"
    }
  }

  /// The words of a property that has a few.
  package static func words(_ property: Property) -> [String] {
    switch property {
    case .weight: Weight.allCases.map(\.rawValue)
    case .edge: Edge.allCases.map(\.rawValue)
    case .position: Position.allCases.map(\.rawValue)
    case .speech: Speech.allCases.map(\.rawValue)
    case .font, .color, .background, .window, .edgeColor: []
    }
  }

  private static func set<Word: RawRepresentable<String>>(_ place: inout Word, to word: String)
    -> Bool
  {
    guard let value = Word(rawValue: word) else { return false }
    place = value
    return true
  }

  private static func set(_ place: inout UInt32, to word: String) -> Bool {
    let digits = word.dropFirst()
    guard word.first == "#", [6, 8].contains(digits.utf8.count),
      digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
    else { return false }
    place = digits.utf8.count == 6 ? 0xFF00_0000 | number : number << 24 | number >> 8
    return true
  }

  /// `#RRGGBB`, with the alpha after it unless the colour is opaque.
  private static func word(_ color: UInt32) -> String {
    func hex(_ number: UInt32, digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
    return color >> 24 == 255
      ? "#" + hex(color & 0xFF_FFFF, digits: 6) : "#" + hex(color << 8 | color >> 24, digits: 8)
  }
}
