import CVitrineFFmpeg
package import VitrinePlayback
package import VitrineTiming

/// A compressed unit of one track. It passes from thread to thread and is never shared.
@safe package final class Packet: @unchecked Sendable {
  // @unchecked: only the thread that takes it out of a queue uses it.
  let raw: UnsafeMutablePointer<AVPacket>

  init?() {
    guard let packet = unsafe av_packet_alloc() else { return nil }
    unsafe raw = unsafe packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe raw
    unsafe av_packet_free(&packet)
  }

  var stream: Int { unsafe Int(raw.pointee.stream_index) }

  /// A copy of its content.
  package var bytes: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: raw.pointee.data, count: byteCount))
  }

  var byteCount: Int { unsafe Int(raw.pointee.size) }

  /// The memory in bytes, including overhead.
  package var weight: Int { byteCount + 512 }

  /// Whether it can be decoded without earlier packets, according to the container.
  package var isKey: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Identifies the packet in its track, if the container has presentation times.
  var identity: Int64? {
    unsafe raw.pointee.pts == vitrine_no_pts ? nil : raw.pointee.pts
  }

  var isEncrypted: Bool {
    unsafe av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
  }

  /// Returns the presentation time, or the decoding time if there is none.
  package func pts(in timebase: Timebase) -> MediaTime? {
    let pts = unsafe raw.pointee.pts
    let stamp = unsafe pts == vitrine_no_pts ? raw.pointee.dts : pts
    return stamp == vitrine_no_pts ? nil : timebase.mediaTime(of: stamp)
  }

  /// Whether the container has a presentation time for it.
  package var hasPresentationTime: Bool { unsafe raw.pointee.pts != vitrine_no_pts }

  /// Returns the decoding time; nil if there is none.
  package func dts(in timebase: Timebase) -> MediaTime? {
    let dts = unsafe raw.pointee.dts
    return dts == vitrine_no_pts ? nil : timebase.mediaTime(of: dts)
  }

  /// Returns the duration; nil if the container has none.
  package func duration(in timebase: Timebase) -> MediaTime? {
    let duration = unsafe raw.pointee.duration
    return duration > 0 ? timebase.mediaTime(of: duration) : nil
  }

  /// Shifts its timestamps, if it belongs to a repetition.
  package func delay(by time: MediaTime, in timebase: Timebase) {
    guard let ticks = timebase.timestamp(of: time) else { return }
    if unsafe raw.pointee.pts != vitrine_no_pts { unsafe raw.pointee.pts &+= ticks }
    if unsafe raw.pointee.dts != vitrine_no_pts { unsafe raw.pointee.dts &+= ticks }
  }
}

extension Packet {
  /// Removes timestamps outside of `bounds`.
  package func keepTimes(in bounds: TimestampBounds, of track: Track) {
    func retained(_ stamp: Int64) -> Int64 {
      guard stamp != vitrine_no_pts, let time = track.timebase.mediaTime(of: stamp) else {
        return vitrine_no_pts
      }
      return bounds.contains(time) ? stamp : vitrine_no_pts
    }
    unsafe raw.pointee.pts = unsafe retained(raw.pointee.pts)
    unsafe raw.pointee.dts = unsafe retained(raw.pointee.dts)
  }

  /// The decoding and presentation time; nil if there is none.
  package func stamp(of track: Track) -> PacketTimestamps? {
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

extension Packet {
  /// Assigns the packet to the track at `index`, whose time base is the nanosecond. `place` maps
  /// its timestamps, in nanoseconds.
  package func move(to index: Int, from timebase: Timebase, _ place: (Int64) -> Int64) {
    func moved(_ stamp: Int64) -> Int64 {
      guard stamp != vitrine_no_pts, let time = timebase.mediaTime(of: stamp) else {
        return vitrine_no_pts
      }
      return place(time.nanoseconds)
    }
    let length = unsafe timebase.mediaTime(of: raw.pointee.duration)?.nanoseconds ?? 0
    unsafe raw.pointee.pts = unsafe moved(raw.pointee.pts)
    unsafe raw.pointee.dts = unsafe moved(raw.pointee.dts)
    unsafe raw.pointee.duration = length
    // bound: an index of a stream
    unsafe raw.pointee.stream_index = CInt(index)
  }
}
