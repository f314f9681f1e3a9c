internal import VitrinePlayback

/// One of several in which a stream has its picture: a definition. `Player.setQuality` chooses among them.
public struct Rendition: Hashable, Sendable {
  /// What it needs, in bits each second, as its list says of its dearest stretch.
  public let bitRate: Int
  /// In pixels; nil where the list does not say.
  public let width, height: Int?

  init(_ variant: VariantPolicy.Variant) {
    bitRate = Int(variant.bandwidth)
    (width, height) = (variant.width, variant.height)
  }
}

extension Player {
  /// Which encoding is taken of streams that have their picture in several.
  public enum Quality: Hashable, Sendable {
    /// What the line and the machine carry.
    case automatic
    /// The one that needs the least.
    case lowest
    /// The best one, whatever the line carries.
    case highest
    /// The best one that is no higher than so many pixels.
    case height(Int)
    /// The best one within so many bits each second.
    case bitRate(Int)

    init(_ wish: VariantPolicy.Wish) {
      self =
        switch wish {
        case .automatic: .automatic
        case .lowest: .lowest
        case .highest: .highest
        case .upTo(let height): .height(height)
        case .atMost(let rate): .bitRate(Int(rate))
        }
    }

    var value: VariantPolicy.Wish {
      switch self {
      case .automatic: .automatic
      case .lowest: .lowest
      case .highest: .highest
      case .height(let height): .upTo(height: min(max(height, 1), 9999))
      case .bitRate(let rate): .atMost(Int64(max(rate, 1)))
      }
    }
  }
}
