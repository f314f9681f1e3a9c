internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineTiming

/// Which packets of a segment were read before, when it came in parts. A value.
struct RepeatedPackets {
  /// Of each kind, when the latest is decoded, in nanoseconds.
  private var latest: [TrackInfo.Kind: Int64] = [:]
  /// Up to where they were read before.
  private var known: [TrackInfo.Kind: Int64] = [:]

  /// Stamps are rounded.
  private static let tolerance: Int64 = 1_000_000

  /// A demuxer begins: where `isRest`, with a segment of which some was read.
  mutating func begin(isRest: Bool) { known = isRest ? latest : [:] }

  /// Whether it is one of those; asked once of each, in their order.
  mutating func contains(_ packet: Packet, _ kind: TrackInfo.Kind) -> Bool {
    guard let time = packet.dts(in: .nanoseconds)?.nanoseconds else { return false }
    return contains(time, kind)
  }

  mutating func contains(_ time: Int64, _ kind: TrackInfo.Kind) -> Bool {
    if let known = known[kind], time <= known.saturatingAdd(Self.tolerance) { return true }
    (known[kind], latest[kind]) = (nil, time)
    return false
  }
}
