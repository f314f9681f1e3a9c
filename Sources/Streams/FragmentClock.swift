/// When the first track of fragmented MP4 begins to be decoded, segment by segment: ISO/IEC 14496-12,
/// 8.8.12. A value.
public struct FragmentClock: Hashable, Sendable {
  private var last: Moment?

  private struct Moment: Hashable {
    let track: Int64
    let time: Int64
  }

  public init() {}

  /// Reads the next segment; answers whether its time does not lie behind that of the one read last, so that
  /// its stamps have begun again. Never of what is no fragmented MP4.
  public mutating func restarts(with segment: [UInt8]) -> Bool {
    guard let moment = Self.moment(segment[...]) else { return false }
    defer { last = moment }
    guard let last, last.track == moment.track else { return false }
    return moment.time <= last.time
  }

  private static func moment(_ bytes: ArraySlice<UInt8>) -> Moment? {
    guard let fragment = MediaBox.first(["moof", "traf"], in: bytes) else { return nil }
    let boxes = MediaBox.all(in: fragment.content)
    guard let track = boxes.first(where: { $0.kind == MediaBox.code("tfhd") })?.number(4, 4),
      let clock = boxes.first(where: { $0.kind == MediaBox.code("tfdt") }),
      let time = clock.number(4, clock.number(0, 1) == 1 ? 8 : 4)
    else { return nil }
    return Moment(track: track, time: time)
  }
}
