import CVitrineFFmpeg
import VitrineTiming

/// A survey of a few places in a file whose timestamps may jump, to find its duration.
extension FileTimeline {
  /// Three places show whether the container's duration is plausible.
  private static let fewPlaces = 3
  private static let manyPlaces = 24
  /// The most that a timestamp may differ from the expected one, as a fraction of the duration.
  private static let mostOff = 0.1
  /// How many packets to read until one has a timestamp.
  private static let mostPackets = 200

  /// Returns nil if the container's duration and timestamps are plausible. Seeks back to the
  /// beginning of the file in any case.
  init?(surveying context: UnsafeMutablePointer<AVFormatContext>, stream: Int?) {
    guard let stream, unsafe Self.hasPackets(context), let bytes = unsafe context.pointee.pb,
      unsafe bytes.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0,
      case let size = unsafe avio_size(bytes), size > 0
    else { return nil }
    let claim = unsafe context.pointee.duration
    defer {
      _ = unsafe av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE)
      unsafe bytes.pointee.error = 0
    }
    // If a place cannot be read, there is nothing better than the container's duration.
    guard let few = unsafe Self.probe(context, stream, at: Self.fewPlaces, of: size) else {
      return nil
    }
    if claim > 0, Self.agrees(few, start: unsafe context.pointee.start_time, claim, size) {
      return nil
    }
    guard let places = unsafe Self.probe(context, stream, at: Self.manyPlaces, of: size) else {
      return nil
    }
    self.init(places, size: size)
  }

  /// Whether reading can start at any byte: MPEG streams resynchronize by themselves.
  private static func hasPackets(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let format = unsafe context.pointee.iformat else { return false }
    return unsafe ["mpegts", "mpeg"].contains(String(cString: format.pointee.name))
  }

  /// Whether timestamps rise evenly over the container's duration; in microseconds.
  private static func agrees(
    _ places: [Place], start: Int64, _ claim: Int64, _ size: Int64
  ) -> Bool {
    guard start != vitrine_no_pts, places.count == fewPlaces else { return false }
    return places.allSatisfy { place in
      let expected = Double(place.byte) / Double(size)
      let found = (Double(place.stamp) / 1000 - Double(start)) / Double(claim)
      return abs(found - expected) <= mostOff
    }
  }

  /// Returns the timestamps of the first packets after evenly spaced places; nil if one cannot be
  /// read.
  private static func probe(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ stream: Int, at count: Int, of size: Int64
  ) -> [Place]? {
    var places: [Place] = []
    for number in 1...count {
      // bound: a count, and one more
      let byte = size / Int64(count + 1) *| Int64(number)
      guard unsafe av_seek_frame(context, -1, byte, AVSEEK_FLAG_BYTE) >= 0 else { continue }
      switch unsafe stamp(context, stream) {
      case .stamp(let stamp): places.append((byte, stamp))
      case .none: continue
      case .unreadable: return nil
      }
    }
    return places
  }

  private enum Found { case stamp(Int64), none, unreadable }

  private static func stamp(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ stream: Int
  ) -> Found {
    guard let packet = Packet(),
      let unit = unsafe context.pointee.streams[stream]?.pointee.time_base,
      let timebase = Timebase(numerator: unit.num, denominator: unit.den)
    else { return .none }
    // bound: a constant
    for _ in 0..<mostPackets {
      let result = unsafe FFmpegCode(rawValue: av_read_frame(context, packet.raw))
      guard result.rawValue >= 0 else { return result == .endOfFile ? .none : .unreadable }
      defer { unsafe av_packet_unref(packet.raw) }
      let time = unsafe packet.raw.pointee.dts
      guard packet.stream == stream, time != vitrine_no_pts else { continue }
      return timebase.mediaTime(of: time).map { .stamp($0.nanoseconds) } ?? .none
    }
    return .none
  }
}
