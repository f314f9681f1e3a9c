internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineTiming

/// A filter for packets that were already read when their segment arrived in parts.
struct RepeatedPackets {
  /// The latest decoding time of each kind, in nanoseconds.
  private var latest: [TrackInfo.Kind: Int64] = [:]
  /// The end of the packets that were already read.
  private var known: [TrackInfo.Kind: Int64] = [:]

  /// Timestamps are rounded.
  private static let tolerance: Int64 = 1_000_000

  /// Starts a demuxer. With `isRest`, its first segment was partly read before.
  mutating func begin(isRest: Bool) { known = isRest ? latest : [:] }

  /// Whether the packet was read before. To be called once for each packet, in order.
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
