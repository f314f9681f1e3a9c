import CVitrineFFmpeg
public import VitrinePlayback
public import VitrineTiming

/// Containers whose timestamps may jump or wrap: broadcasts, which may begin and end anywhere, and
/// formats that can be concatenated.
extension Demuxer {
  public var mayJump: Bool { unsafe Self.mayJump(context) }

  static func mayJump(_ context: UnsafeMutablePointer<AVFormatContext>?) -> Bool {
    guard let format = unsafe context?.pointee.iformat else { return false }
    return unsafe format.pointee.flags & AVFMT_TS_DISCONT != 0
  }

  /// The time after which timestamps wrap; nil if they do not.
  public var timestampPeriod: MediaTime? {
    guard let index = video?.index ?? audio?.index,
      let stream = unsafe context?.pointee.streams[index],
      case let bits = unsafe stream.pointee.pts_wrap_bits, (1..<63).contains(bits),
      case let unit = unsafe stream.pointee.time_base,
      let timebase = Timebase(numerator: unit.num, denominator: unit.den)
    else { return nil }
    return timebase.mediaTime(of: 1 << Int64(bits))
  }
}

extension Packet {
  /// Removes timestamps outside of `bounds`.
  public func keepTimes(in bounds: TimestampBounds, of track: Track) {
    func kept(_ stamp: Int64) -> Int64 {
      guard stamp != vitrine_no_pts, let time = track.timebase.mediaTime(of: stamp) else {
        return vitrine_no_pts
      }
      return bounds.contains(time) ? stamp : vitrine_no_pts
    }
    unsafe raw.pointee.pts = unsafe kept(raw.pointee.pts)
    unsafe raw.pointee.dts = unsafe kept(raw.pointee.dts)
  }

  /// The decoding and presentation time; nil if there is none.
  public func stamp(of track: Track) -> PacketTimestamps? {
    let (dts, pts) = unsafe (raw.pointee.dts, raw.pointee.pts)
    // Presentation times of pictures are not monotonic.
    guard dts != vitrine_no_pts || (track.kind != .video && pts != vitrine_no_pts) else {
      return nil
    }
    guard let decoding = track.timebase.mediaTime(of: dts == vitrine_no_pts ? pts : dts),
      let presentation = track.timebase.mediaTime(of: pts == vitrine_no_pts ? dts : pts)
    else { return nil }
    return PacketTimestamps(
      stream: stream, isSteady: track.kind != .subtitle, decoding: decoding,
      presentation: presentation,
      duration: duration(in: track.timebase) ?? track.frameDuration ?? .zero)
  }
}
