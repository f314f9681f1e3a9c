import CVitrineFFmpeg
import VitrineTiming

/// A converter to the bitstream format that decoders outside of FFmpeg expect: with start codes,
/// and with the codec's setup data before each key frame. Thread-bound.
///
/// Wraps `av_bsf_send_packet` and `av_bsf_receive_packet`.
@safe package struct PacketFilter: ~Copyable {
  /// Nil for tracks whose packets need no conversion.
  private let context: UnsafeMutablePointer<AVBSFContext>?

  /// By FFmpeg's codec names.
  private static let names = [
    "h264": "h264_mp4toannexb", "hevc": "hevc_mp4toannexb", "mpeg4": "dump_extra",
  ]

  /// Returns nil if packets of this track cannot be converted.
  package init?(for track: Track) {
    guard let name = Self.names[track.codec] else {
      unsafe context = nil
      return
    }
    guard let filter = unsafe av_bsf_get_by_name(name) else { return nil }
    var made: UnsafeMutablePointer<AVBSFContext>?
    guard unsafe av_bsf_alloc(filter, &made) >= 0, let context = unsafe made else { return nil }
    unsafe context.pointee.time_base_in = AVRational(
      num: track.timebase.numerator, den: track.timebase.denominator)
    guard
      unsafe avcodec_parameters_copy(context.pointee.par_in, track.parameters.raw) >= 0,
      unsafe av_bsf_init(context) >= 0
    else {
      unsafe av_bsf_free(&made)
      return nil
    }
    unsafe self.context = unsafe context
  }

  deinit {
    var context = unsafe context
    unsafe av_bsf_free(&context)
  }

  /// Resets the filter before a seek: the setup data is inserted again.
  package func flush() {
    if let context = unsafe context { unsafe av_bsf_flush(context) }
  }

  /// Returns the converted packet; nil if it cannot be converted.
  package func filtered(_ packet: Packet) -> Packet? {
    // Filters and devices interpret an empty packet as the end of the stream.
    guard packet.byteCount > 0 else { return nil }
    guard let context = unsafe context else { return packet }
    guard let copy = Packet(), unsafe av_packet_ref(copy.raw, packet.raw) >= 0,
      unsafe av_bsf_send_packet(context, copy.raw) >= 0, let result = Packet(),
      unsafe av_bsf_receive_packet(context, result.raw) >= 0
    else { return nil }
    return result
  }
}

extension Packet {
  /// Calls `body` with the packet's bytes.
  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: raw.pointee.data, count: byteCount))
  }
}
