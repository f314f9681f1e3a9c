internal import VitrinePlayback

/// One of several in which a stream has its picture: a definition. `Player.setQuality` chooses among them.
public struct Encoding: Hashable, Sendable {
  /// What it needs, in bits each second, as its list says of its dearest stretch.
  public let bitRate: Int
  /// In pixels; nil where the list does not say.
  public let width, height: Int?

  init(_ variant: VariantPolicy.Variant) {
    bitRate = Int(variant.bandwidth)
    (width, height) = (variant.width, variant.height)
  }
}
