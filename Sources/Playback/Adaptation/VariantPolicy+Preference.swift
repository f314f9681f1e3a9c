extension VariantPolicy {
  /// The preferred rendition.
  package enum Preference: Hashable, Sendable {
    /// The best one for the available bandwidth.
    case automatic
    case lowest, highest
    /// The best one within this bandwidth in bits per second.
    case atMost(Int64)
    /// The best one of at most this height in pixels.
    case upTo(height: Int)

    private static let megabits = 0.01...1000
    private static let heights = 1...9999

    /// Parses `auto`, `lowest`, `highest`, a height such as `720p`, or a number of Mbit/s.
    package init?(word: String) {
      switch word {
      case "auto": self = .automatic
      case "lowest": self = .lowest
      case "highest": self = .highest
      default:
        let isHeight = word.hasSuffix("p")
        let number = isHeight ? String(word.dropLast()) : word
        let isPlain = number.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain else { return nil }
        if isHeight {
          guard let height = Int(number), Self.heights.contains(height) else { return nil }
          self = .upTo(height: height)
        } else {
          guard let megabits = Double(number), Self.megabits.contains(megabits) else { return nil }
          self = .atMost(Int64((megabits * 1e6).rounded()))
        }
      }
    }

    /// The value that `init(word:)` accepts.
    package var word: String {
      switch self {
      case .automatic: "auto"
      case .lowest: "lowest"
      case .highest: "highest"
      case .atMost(let bits): Self.megabits(bits)
      case .upTo(let height): "\(height)p"
      }
    }

    private static func megabits(_ bits: Int64) -> String {
      let text = "\(Double(bits) / 1e6)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
  }
}

extension VariantPolicy.Preference {
  /// The index of the preferred variant; `variants` are sorted by bandwidth. Returns nil for
  /// `automatic`, or if there are none.
  package func choice(among variants: [VariantPolicy.Variant]) -> Int? {
    guard !variants.isEmpty else { return nil }
    switch self {
    case .automatic: return nil
    case .lowest: return 0
    case .highest: return variants.count - 1
    case .atMost(let bits): return variants.lastIndex { $0.bandwidth <= bits } ?? 0
    case .upTo(let height):
      // With different codecs, the higher resolution may need less bandwidth.
      let within = variants.indices.filter { variants[$0].height.map { $0 <= height } ?? false }
      return within.max { (variants[$0].height ?? 0, $0) < (variants[$1].height ?? 0, $1) } ?? 0
    }
  }
}
