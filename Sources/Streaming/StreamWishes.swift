public import VitrinePlayback
public import VitrineTiming

/// How people want streams to be played. A value.
public struct StreamWishes: Hashable, Sendable {
  /// Which encoding of a stream that has several.
  public var quality: VariantPolicy.Wish
  /// How far behind what happens a live stream is played; nil is what its list asks for, and of a
  /// camera very little.
  public var latency: MediaTime?

  public init(quality: VariantPolicy.Wish = .automatic, latency: MediaTime? = nil) {
    (self.quality, self.latency) = (quality, latency)
  }

  /// Of cameras: what an even network and a decoder need, where nothing is wished for; and no more than
  /// there is room for between the network and the decoder.
  var sentLatency: MediaTime { min(latency ?? MediaTime(300, 1000), MediaTime(3, 1)) }
}
