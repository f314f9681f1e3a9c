/// The decoding start time of the first track in each segment of fragmented MP4: ISO/IEC 14496-12,
/// 8.8.12.
package struct FragmentClock: Hashable, Sendable {
  private var last: Moment?

  private struct Moment: Hashable {
    let track: Int64
    let time: Int64
  }

  package init() {}

  /// Reads the next segment, and returns whether its time is not after the previous one's: its
  /// timestamps have started over. Returns false for other formats.
  package mutating func restarts(with segment: [UInt8]) -> Bool {
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
