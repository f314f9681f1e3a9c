import CVitrineFFmpeg
import VitrineLinux
package import VitrinePlayback
internal import VitrineTiming

/// Packs compressed sound into the bursts of IEC 61937, which a device plays like stereo samples. Thread-bound.
/// Wraps FFmpeg's spdif muxer.
@safe package struct BurstPacker: ~Copyable {
  package let coding: SoundCoding
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let packet: Packet
  /// The start of the burst that is not complete yet.
  private var start: MediaTime?
  private let timebase: Timebase
  private let binding: ThreadBinding

  /// Returns nil if the track's sound is in no coding that passes through, or is not for the device's rate.
  package init?(of track: Track) {
    guard let coding = track.passthroughCoding, let packet = Packet() else { return nil }
    var made: UnsafeMutablePointer<AVFormatContext>?
    guard unsafe avformat_alloc_output_context2(&made, nil, "spdif", nil) >= 0,
      let context = unsafe made
    else { return nil }
    guard let stream = unsafe avformat_new_stream(context, nil),
      unsafe avcodec_parameters_copy(stream.pointee.codecpar, track.parameters.raw) >= 0,
      unsafe avio_open_dyn_buf(&context.pointee.pb) >= 0
    else {
      unsafe avformat_free_context(context)
      return nil
    }
    // The tag of another container is not the muxer's.
    unsafe stream.pointee.codecpar.pointee.codec_tag = 0
    let result = unsafe avformat_write_header(context, nil)
    unsafe Self.discard(&context.pointee.pb)
    guard result >= 0 else {
      unsafe avformat_free_context(context)
      return nil
    }
    self.coding = coding
    self.packet = packet
    timebase = track.timebase
    unsafe self.context = unsafe context
    binding = ThreadBinding()
  }

  deinit {
    unsafe Self.discard(&context.pointee.pb)
    unsafe avformat_free_context(context)
  }

  /// Returns the burst that a packet completes: short packets of E-AC-3 share one. Throws if its content
  /// is not in the coding.
  package mutating func pack(_ packet: Packet) throws(MediaError) -> SoundChunk? {
    binding.check()
    func check(_ result: CInt) throws(MediaError) {
      guard result >= 0 else { throw .call("packing \(coding.rawValue)", .init(rawValue: result)) }
    }
    unsafe av_packet_unref(self.packet.raw)
    try check(unsafe av_packet_ref(self.packet.raw, packet.raw))
    defer { unsafe av_packet_unref(self.packet.raw) }
    unsafe self.packet.raw.pointee.stream_index = 0
    try check(unsafe avio_open_dyn_buf(&context.pointee.pb))
    defer { unsafe Self.discard(&context.pointee.pb) }
    try check(unsafe av_write_frame(context, self.packet.raw))
    var bytes: UnsafeMutablePointer<UInt8>?
    let size = unsafe avio_get_dyn_buf(context.pointee.pb, &bytes)
    let pts = start ?? packet.pts(in: timebase)
    start = size > 0 ? nil : pts
    guard size > 0 else { return nil }
    let format = SoundFormat(coding)
    guard Int(size) % (2 * format.frameSize) == 0, let bytes = unsafe bytes else {
      throw .call("packing \(coding.rawValue)", .invalidData)
    }
    let samples = unsafe [Int16](unsafeUninitializedCapacity: Int(size) / 2) { buffer, count in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
        from: UnsafeRawBufferPointer(start: bytes, count: Int(size)))
      count = Int(size) / 2
    }
    return SoundChunk(pts: pts, samples: samples, format: format)
  }

  private static func discard(_ bytes: inout UnsafeMutablePointer<AVIOContext>?) {
    guard unsafe bytes != nil else { return }
    var contents: UnsafeMutablePointer<UInt8>?
    unsafe avio_close_dyn_buf(bytes, &contents)
    unsafe av_free(contents)
    unsafe bytes = nil
  }
}

extension Track {
  /// The coding in which its sound can pass through; nil if it has to be decoded.
  package var passthroughCoding: SoundCoding? {
    guard kind == .audio,
      unsafe Int(parameters.raw.pointee.sample_rate) == SoundFormat.standard.rate
    else { return nil }
    return SoundCoding(codec: codec)
  }
}
