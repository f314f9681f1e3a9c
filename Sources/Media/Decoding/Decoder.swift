import CVitrineFFmpeg
import Glibc
internal import VitrineLinux
package import VitrinePlayback
import VitrineTiming

/// A decoder for the packets of one track. Thread-bound; its worker threads stay internal.
///
/// Wraps `avcodec_send_packet` and `avcodec_receive_frame`.
@safe package struct Decoder: ~Copyable {
  package let track: Track
  /// FFmpeg's name of the decoder in use.
  package let name: String
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private let buffers: PictureAllocator?
  private let isAccelerated: Bool
  /// Whether the device has successfully decoded this stream.
  private var hasOutput: Bool
  private let binding: ThreadBinding

  package enum Output {
    case frame(Frame)
    case needsInput
    case ended
  }

  /// Opens a decoder with a thread for each processor, or with `threads`.
  ///
  /// Video is decoded directly into `lender`'s memory if it has the right kind. With
  /// `keyFramesOnly`, packets of other frames are ignored. With `device`, only the device decodes;
  /// its frames have `memory`.
  package init(
    of track: Track, into lender: BufferLender? = nil, on device: AccelerationDevice? = nil,
    threads: Int? = nil, keyFramesOnly: Bool = false
  ) throws(MediaError) {
    let id = unsafe track.parameters.raw.pointee.codec_id
    let found = unsafe device.map { unsafe $0.decoder(of: id) } ?? avcodec_find_decoder(id)
    guard let codec = unsafe found else {
      throw .unknownCodec(track: track.kind.rawValue, codec: track.codec)
    }
    try track.checkSize()
    // Decoders without this capability always allocate their own memory.
    let asks = unsafe Int32(codec.pointee.capabilities) & AV_CODEC_CAP_DR1 != 0
    let buffers =
      asks && track.kind == .video
      ? PictureAllocator(
        lender, mostPixels: device == nil ? track.mostPixels : track.mostPixels / Self.devicePart)
      : nil
    let opened = unsafe try Self.open(
      codec, of: track, into: buffers, on: device, threads: threads ?? Self.processors,
      keyFramesOnly: keyFramesOnly)
    (self.track, self.buffers, isAccelerated) = (track, buffers, device != nil)
    hasOutput = false
    binding = ThreadBinding()
    unsafe context = unsafe opened
    name = unsafe String(cString: codec.pointee.name)
  }

  private static var processors: Int { min(max(sysconf(CInt(_SC_NPROCESSORS_ONLN)), 1), 8) }

  private static func open(
    _ codec: UnsafePointer<AVCodec>, of track: Track, into buffers: PictureAllocator?,
    on device: AccelerationDevice?, threads: Int, keyFramesOnly: Bool
  ) throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
    var allocated = unsafe avcodec_alloc_context3(codec)
    guard let context = unsafe allocated,
      unsafe avcodec_parameters_to_context(context, track.parameters.raw) >= 0
    else {
      unsafe avcodec_free_context(&allocated)
      throw .call("decoder", .init(rawValue: vitrine_error_memory))
    }
    unsafe context.pointee.pkt_timebase = AVRational(
      num: track.timebase.numerator, den: track.timebase.denominator)
    if track.kind == .video {
      unsafe context.pointee.thread_count = CInt(threads)
      unsafe context.pointee.thread_type = threading(of: context.pointee.codec_id)
      // The decoder callback reports the size of a picture that is too large; with this limit it
      // would not be called.
      if buffers == nil { unsafe context.pointee.max_pixels = Int64(track.mostPixels) }
    }
    if keyFramesOnly { unsafe context.pointee.skip_frame = AVDISCARD_NONKEY }
    unsafe buffers?.attach(to: context)
    do throws(MediaError) {
      unsafe try device?.attach(to: context, lent: lentPictures)
    } catch {
      unsafe avcodec_free_context(&allocated)
      throw error
    }
    let result = unsafe FFmpegCode(rawValue: avcodec_open2(context, codec, nil))
    guard result.rawValue >= 0 else {
      unsafe avcodec_free_context(&allocated)
      throw .undecodable(track: track.kind.rawValue, detail: "\(result)")
    }
    return unsafe context
  }

  /// A device has nearly twice as many pictures as a software decoder, all allocated at once.
  private static let devicePart = 2
  /// The pictures outside the device: four queued, and one each committed, on screen, just replaced
  /// and waiting.
  private static let lentPictures = 8

  /// Returns the threading modes of a decoder. VP3 and its relatives do not support frame threads:
  /// libavcodec's `vp3.c` leaves an unreadable frame unfinished, and the next frame's thread waits
  /// for it forever.
  private static func threading(of codec: AVCodecID) -> CInt {
    switch codec {
    case AV_CODEC_ID_VP3, AV_CODEC_ID_VP4, AV_CODEC_ID_THEORA: CInt(FF_THREAD_SLICE)
    default: CInt(FF_THREAD_FRAME | FF_THREAD_SLICE)
    }
  }

  deinit {
    var context = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// Sends a packet, or nil at the end of the track. Returns false if frames have to be received
  /// first. Throws for a damaged packet, after which the next one may be good, and for a picture
  /// that is too large.
  package mutating func send(_ packet: Packet?) throws(MediaError) -> Bool {
    binding.check()
    let result = unsafe FFmpegCode(rawValue: avcodec_send_packet(context, packet?.raw))
    switch result {
    case .again: return false
    case .endOfFile: return true
    case _ where result.rawValue < 0: throw undecodable(result)
    default: return true
    }
  }

  package mutating func receive() throws(MediaError) -> Output {
    binding.check()
    guard let frame = Frame(timebase: track.timebase, of: track.picture) else {
      throw .call("frame", .init(rawValue: vitrine_error_memory))
    }
    let result = unsafe FFmpegCode(rawValue: avcodec_receive_frame(context, frame.raw))
    switch result {
    case .again: return .needsInput
    case .endOfFile: return .ended
    case _ where result.rawValue < 0: throw undecodable(result)
    default:
      hasOutput = true
      return .frame(isAccelerated ? try frame.mapped() ?? frame : frame)
    }
  }

  /// Discards the decoder's state before a seek. Wraps
  /// `avcodec_flush_buffers`.
  package mutating func flush() { unsafe avcodec_flush_buffers(context) }

  /// Sets how much of the following packets is decoded, if the machine cannot decode all of them.
  /// `isHurrying` skips non-reference frames on the way to a seek position: they are not shown, and
  /// the pictures after them are exact.
  package mutating func setEffort(_ effort: DecodeEffort, isHurrying: Bool) {
    let frames =
      switch effort {
      case .referencesOnly, .groupBeginnings: AVDISCARD_NONREF
      case .full, .withoutLoopFilter: isHurrying ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
      }
    unsafe context?.pointee.skip_frame = frames
    // Without the loop filter, reference frames are inexact until the next key frame.
    unsafe context?.pointee.skip_loop_filter =
      effort == .full ? AVDISCARD_DEFAULT : AVDISCARD_ALL
  }

  private func undecodable(_ code: FFmpegCode) -> MediaError {
    let tooLarge = buffers?.consumeRefusal()
    if isAccelerated {
      if let tooLarge {
        return .noAcceleration("not enough memory for its \(tooLarge) frames", .film)
      }
      // Another decoder would find the same damage.
      let isUnusable = buffers?.consumeUnusable() ?? false
      if isUnusable || code.rawValue != vitrine_error_invalid_data {
        let isMoment = hasOutput || code.rawValue == vitrine_error_memory
        let cause =
          isUnusable ? "unsupported profile, or out of memory for its frames" : "\(code)"
        return .noAcceleration(
          "it cannot decode this \(track.codec): \(cause)", isMoment ? .moment : .kind)
      }
    } else if let tooLarge {
      return track.tooLarge(tooLarge)
    }
    return .undecodable(track: track.kind.rawValue, detail: "\(code)")
  }
}
