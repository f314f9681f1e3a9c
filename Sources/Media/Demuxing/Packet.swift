import CVitrineFFmpeg
public import VitrineTiming

/// One compressed unit of one track. Handed from thread to thread, never shared.
@safe public final class Packet: @unchecked Sendable {
  // @unchecked: the thread that takes it out of a queue is the only one that has it.
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

  /// What it holds, copied.
  public var bytes: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: raw.pointee.data, count: byteCount))
  }

  var byteCount: Int { unsafe Int(raw.pointee.size) }

  /// In bytes, with what keeping it costs.
  public var weight: Int { byteCount + 512 }

  /// Whether it is decoded without those before it, as the container tells.
  public var isKey: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Which of its track's packets it is, where the container knows: no two have the same.
  var identity: Int64? {
    unsafe raw.pointee.pts == vitrine_no_pts ? nil : raw.pointee.pts
  }

  var isEncrypted: Bool {
    unsafe av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
  }

  /// When what it holds is to be seen or heard, in the unit of its track; the decoding time
  /// where there is no other.
  public func pts(in timebase: Timebase) -> MediaTime? {
    let pts = unsafe raw.pointee.pts
    let stamp = unsafe pts == vitrine_no_pts ? raw.pointee.dts : pts
    return stamp == vitrine_no_pts ? nil : timebase.mediaTime(of: stamp)
  }

  /// Whether the container says when it is seen or heard.
  public var hasPresentationTime: Bool { unsafe raw.pointee.pts != vitrine_no_pts }

  /// When it is decoded, in the unit of its track; nil where it does not say.
  public func dts(in timebase: Timebase) -> MediaTime? {
    let dts = unsafe raw.pointee.dts
    return dts == vitrine_no_pts ? nil : timebase.mediaTime(of: dts)
  }

  /// How long it is seen or heard; nil where the container does not say.
  public func duration(in timebase: Timebase) -> MediaTime? {
    let duration = unsafe raw.pointee.duration
    return duration > 0 ? timebase.mediaTime(of: duration) : nil
  }

  /// Moves it on in time, where it belongs to a repetition of what was read before.
  public func delay(by time: MediaTime, in timebase: Timebase) {
    guard let ticks = timebase.timestamp(of: time) else { return }
    if unsafe raw.pointee.pts != vitrine_no_pts { unsafe raw.pointee.pts &+= ticks }
    if unsafe raw.pointee.dts != vitrine_no_pts { unsafe raw.pointee.dts &+= ticks }
  }
}
