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

  var isEncrypted: Bool {
    unsafe av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
  }
}
