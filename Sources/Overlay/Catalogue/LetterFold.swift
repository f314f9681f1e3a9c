/// Reduces titles to the letters that a search compares: without case, diacritics and punctuation, in any script.
struct LetterFold: Sendable {
  /// The results for characters other than ASCII, because titles repeat them; nil separates words.
  private var folded: [Character: [Character]?] = [:]

  /// The letters and digits of a title, with one space between words.
  mutating func letters(of title: String) -> [Character] {
    var (letters, startsWord) = ([Character](), false)
    // Upper case first, which folds more: ß becomes ss, and both small sigmas the same.
    for character in title.uppercased().lowercased() {
      guard let folded = fold(character) else {
        startsWord = true
        continue
      }
      if startsWord, !letters.isEmpty, !folded.isEmpty { letters.append(" ") }
      startsWord = startsWord && folded.isEmpty
      letters += folded
    }
    return letters
  }

  /// Returns nil for a character between words.
  private mutating func fold(_ character: Character) -> [Character]? {
    if character.isASCII {
      return character.isLetter || character.isWholeNumber ? [character] : nil
    }
    if let known = folded[character] { return known }
    let result = Self.fold(character)
    folded[character] = .some(result)
    return result
  }

  private static func fold(_ character: Character) -> [Character]? {
    guard let first = character.unicodeScalars.first else { return nil }
    if first.properties.numericType == .decimal {
      // Visitors read the digits of other scripts as the same numbers.
      return character.wholeNumberValue.map { Array(String($0)) }
    }
    guard first.properties.isAlphabetic else { return nil }
    let base = base(of: first)
    var scalars = String.UnicodeScalarView([base])
    if keepsMarks(base) { scalars.append(contentsOf: character.unicodeScalars.dropFirst()) }
    let letter = String(scalars)
    return Array(spellings[letter] ?? letter)
  }

  /// Whether marks make other letters, as in Cyrillic, or vowels, as in the scripts of India.
  private static func keepsMarks(_ base: Unicode.Scalar) -> Bool {
    (0x0400..<0x0530).contains(base.value) || base.value >= 0x0900
  }

  /// The letter without its diacritics, or its counterpart in hiragana or ASCII.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x80..<0x0900, 0x1E00..<0x2000, 0xFB1D...0xFB4F:
      // The standard library does not decompose letters, but their names do: LATIN SMALL LETTER O WITH STROKE.
      return name(scalar).flatMap { bases[$0] } ?? scalar
    case 0x30A1...0x30F6, 0x30FD...0x30FE: return Unicode.Scalar(scalar.value - 0x60) ?? scalar
    case 0xFF41...0xFF5A: return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: return scalar
    }
  }

  private static func name(_ scalar: Unicode.Scalar) -> String? {
    scalar.properties.name?.split(separator: " ").prefix { $0 != "WITH" }.joined(separator: " ")
  }

  /// The Latin, Greek, Hebrew and Arabic letters by name.
  private static let bases = Dictionary(
    [0x61...0x2AF, 0x3B1...0x3C9, 0x5D0...0x5EA, 0x620...0x6D5].joined()
      .compactMap(Unicode.Scalar.init).compactMap { scalar in
        scalar.properties.name.map { ($0, scalar) }
      }, uniquingKeysWith: { first, _ in first })

  /// Letters that many readers spell in another way. The last one only stretches Arabic words.
  private static let spellings = [
    "æ": "ae", "œ": "oe", "ё": "е", "ى": "ي", "ة": "ه", "ـ": "",
  ]
}
