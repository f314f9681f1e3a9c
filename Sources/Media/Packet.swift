import CFFmpeg

/// One compressed unit of one track. Handed from thread to thread, never shared.
@safe public final class Packet: @unchecked Sendable {
  // @unchecked: whoever takes it out of a queue is the only one who has it.
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

  var byteCount: Int { unsafe Int(raw.pointee.size) }

  /// In bytes, with what keeping it costs.
  public var weight: Int { byteCount + 512 }

  /// Whether it is decoded without those before it, as the container tells.
  var isKey: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Which of its track's packets it is, where the container knows: no two have the same.
  var identity: Int64? {
    unsafe raw.pointee.pts == vitrine_no_pts ? nil : raw.pointee.pts
  }

  var isEncrypted: Bool {
    unsafe av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
  }
}
