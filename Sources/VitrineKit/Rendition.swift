internal import VitrinePlayback

/// A rendition of an adaptive stream; see ``PlayerStatus/renditions`` and
/// ``Player/setQuality(_:)``.
public struct Rendition: Hashable, Sendable {
  /// The peak bandwidth in bits per second, from the playlist.
  public let bitRate: Int
  /// The size of the picture in pixels; nil if the playlist does not specify it.
  public let width, height: Int?

  init(_ variant: VariantPolicy.Variant) {
    bitRate = Int(variant.bandwidth)
    (width, height) = (variant.width, variant.height)
  }
}

extension Player {
  /// The rendition of adaptive streams to use.
  public enum Quality: Hashable, Sendable {
    /// The best one for the available bandwidth and the machine.
    case automatic
    /// The one with the lowest bandwidth.
    case lowest
    /// The best one, whatever the available bandwidth.
    case highest
    /// The best one of at most this height in pixels.
    case height(Int)
    /// The best one within this bandwidth in bits per second.
    case bitRate(Int)

    init(_ preference: VariantPolicy.Preference) {
      self =
        switch preference {
        case .automatic: .automatic
        case .lowest: .lowest
        case .highest: .highest
        case .upTo(let height): .height(height)
        case .atMost(let rate): .bitRate(Int(rate))
        }
    }

    var value: VariantPolicy.Preference {
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
