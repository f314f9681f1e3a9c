import CVitrineFFmpeg
import VitrineLinux
package import VitrinePlayback
package import VitrineTiming

/// The format of samples for the sound device.
package struct SoundFormat: Hashable, Sendable {
  package let rate: Int
  /// 2, 6 (5.1) or 8 (7.1), in the order of WAVE files: front left and right, front centre, LFE,
  /// rear left and right, side left and right.
  package let channels: Int
  /// Whether samples have 32 bits, in two words each, the lower one first; otherwise 16.
  package let isWide: Bool

  /// The coding of the bursts in place of samples, whose frames have as many words as channels. Nil for
  /// samples.
  package let coding: SoundCoding?

  package init(rate: Int, channels: Int, isWide: Bool = false) {
    (self.rate, self.channels, self.isWide, coding) = (rate, channels, isWide, nil)
  }

  /// The format of bursts, which fill stereo frames of 16 bits at the coding's rate.
  package init(_ coding: SoundCoding) {
    (rate, channels, isWide) = (Self.standard.rate, 2 * coding.carrier, false)
    self.coding = coding
  }

  package static let standard = SoundFormat(rate: 48000, channels: 2)

  /// The size of a frame (a sample of each channel), in 16-bit words.
  package var frameSize: Int { channels * (isWide ? 2 : 1) }
}

/// A block of interleaved samples for the sound device.
package struct SoundChunk: Sendable {
  /// The time of the first sample. Nil if the stream has none: the block continues the previous
  /// one.
  package let pts: MediaTime?
  package var samples: [Int16]
  package let format: SoundFormat

  package init(pts: MediaTime?, samples: [Int16], format: SoundFormat = .standard) {
    self.pts = pts
    self.samples = samples
    self.format = format
  }

  /// In frames.
  package var count: Int { samples.count / format.frameSize }
}

/// A resampler to the device's rate, channels and sample type. More channels than the device has are
/// downmixed with the coefficients of ITU-R BS.775, scaled so that they do not clip; fewer stay on
/// their loudspeakers. Thread-bound. The library is libswresample.
@safe package struct Resampler: ~Copyable {
  /// The format of the following chunks.
  package var format: SoundFormat {
    didSet { if format != oldValue { input = nil } }
  }
  private var context: OpaquePointer?
  private var input: (format: CInt, rate: CInt, channels: CInt, mask: UInt64)?
  private let binding = ThreadBinding()

  package init(to format: SoundFormat) {
    self.format = format
  }

  deinit {
    var context = unsafe context
    unsafe swr_free(&context)
  }

  /// Converts a frame. The format of the stream may change between frames.
  package mutating func convert(_ frame: Frame) throws(MediaError) -> SoundChunk {
    binding.check()
    try prepare(for: frame)
    let raw = unsafe frame.raw.pointee
    let late = unsafe swr_get_delay(context, 1_000_000_000)
    let pts = frame.pts.map { $0 - MediaTime(nanoseconds: late) }
    let capacity = unsafe Int(swr_get_out_samples(context, raw.nb_samples))
    let samples = unsafe try output(capacity: capacity) { pointer, room in
      unsafe swr_convert(
        context, &pointer, room,
        UnsafeMutablePointer(mutating: UnsafePointer(OpaquePointer(raw.extended_data))),
        raw.nb_samples)
    }
    return SoundChunk(pts: pts, samples: samples, format: format)
  }

  /// Returns the samples that remain in the filter at the end of a track.
  package mutating func flush() throws(MediaError) -> SoundChunk {
    binding.check()
    // Without an input, what remains is in another format.
    guard input != nil else { return SoundChunk(pts: nil, samples: []) }
    let capacity = unsafe Int(swr_get_out_samples(context, 0))
    let samples = unsafe try output(capacity: capacity) { pointer, room in
      unsafe swr_convert(context, &pointer, room, nil, 0)
    }
    return SoundChunk(pts: nil, samples: samples, format: format)
  }

  private func output(
    capacity: Int,
    _ body: (inout UnsafeMutablePointer<UInt8>?, CInt) -> CInt
  ) throws(MediaError) -> [Int16] {
    guard capacity >= 0 else { throw .call("resampling", .init(rawValue: CInt(capacity))) }
    var failure: CInt = 0
    let size = format.frameSize
    let samples = unsafe [Int16](unsafeUninitializedCapacity: max(capacity, 1) * size) {
      buffer, count in
      var pointer = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: UInt8.self)
      let frames = unsafe body(&pointer, CInt(capacity))
      failure = min(frames, 0)
      count = max(0, Int(frames)) * size
    }
    guard failure == 0 else { throw .call("resampling", .init(rawValue: failure)) }
    return samples
  }

  private mutating func prepare(for frame: Frame) throws(MediaError) {
    let raw = unsafe frame.raw
    let layout = unsafe raw.pointee.ch_layout
    let known = unsafe layout.order == AV_CHANNEL_ORDER_NATIVE ? layout.u.mask : 0
    let wanted = unsafe (raw.pointee.format, raw.pointee.sample_rate, layout.nb_channels, known)
    if let input, input == wanted { return }
    guard ContainerValues.sampleRates.contains(wanted.1),
      ContainerValues.channels.contains(wanted.2)
    else { throw .oddSound(rate: Int(wanted.1), channels: Int(wanted.2)) }
    var (from, to) = unsafe (AVChannelLayout(), AVChannelLayout())
    // If only the number of channels is known, FFmpeg's default layout is used.
    if known == 0 {
      unsafe av_channel_layout_default(&from, wanted.2)
    } else {
      unsafe av_channel_layout_from_mask(&from, known)
    }
    unsafe av_channel_layout_default(&to, CInt(format.channels))
    unsafe swr_free(&context)
    let made = unsafe swr_alloc_set_opts2(
      &context, &to, format.isWide ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16, CInt(format.rate),
      &from, AVSampleFormat(wanted.0), wanted.1, 0, nil)
    // Integers of more than 16 bits are dithered.
    let isDithered =
      !format.isWide
      && [AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P].contains(AVSampleFormat(wanted.0))
    if isDithered, let context = unsafe context {
      unsafe av_opt_set_int(
        UnsafeMutableRawPointer(context), "dither_method", Int64(SWR_DITHER_TRIANGULAR.rawValue), 0)
    }
    guard made >= 0, unsafe swr_init(context) >= 0 else {
      unsafe swr_free(&context)
      throw .call("resampling", .init(rawValue: min(made, -1)))
    }
    input = wanted
  }
}

/// Plays sound a little slower or faster, to match the clock of a device. Thread-bound. Wraps
/// `swr_set_compensation` of libswresample.
@safe package struct RateMatcher: ~Copyable {
  private let format: SoundFormat
  private let context: OpaquePointer
  private let binding: ThreadBinding

  package init(_ format: SoundFormat) throws(MediaError) {
    var (from, to) = unsafe (AVChannelLayout(), AVChannelLayout())
    unsafe av_channel_layout_default(&from, CInt(format.channels))
    unsafe av_channel_layout_default(&to, CInt(format.channels))
    let sample = format.isWide ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S16
    var made: OpaquePointer?
    let result = unsafe swr_alloc_set_opts2(
      &made, &to, sample, CInt(format.rate), &from, sample, CInt(format.rate), 0, nil)
    guard result >= 0, let context = unsafe made else {
      throw .call("matching the rate", .init(rawValue: min(result, -1)))
    }
    // Resamples from the start, so that the first correction causes no gap.
    unsafe av_opt_set_int(
      UnsafeMutableRawPointer(context), "flags", Int64(SWR_FLAG_RESAMPLE), 0)
    let begun = unsafe swr_init(context)
    guard begun >= 0 else {
      unsafe swr_free(&made)
      throw .call("matching the rate", .init(rawValue: begun))
    }
    self.format = format
    unsafe self.context = unsafe context
    binding = ThreadBinding()
  }

  deinit {
    var context: OpaquePointer? = unsafe context
    unsafe swr_free(&context)
  }

  /// Returns the samples with about `extra` frames more, or fewer if negative. Their number varies by the
  /// delay of the filter; over all calls it is exact.
  package mutating func process(
    _ samples: ArraySlice<Int16>, extra: Int
  ) throws(MediaError) -> [Int16] {
    binding.check()
    let frames = samples.count / format.frameSize
    guard frames > 0 else { return [] }
    // bound: a few frames of a block in memory
    let wanted = frames + extra
    if extra != 0 {
      let result = unsafe swr_set_compensation(context, CInt(extra), CInt(max(wanted, 1)))
      guard result >= 0 else { throw .call("matching the rate", .init(rawValue: result)) }
    }
    let capacity = unsafe Int(max(swr_get_out_samples(context, CInt(frames)), 0)) + 16
    var failure: CInt = 0
    let output = unsafe [Int16](unsafeUninitializedCapacity: capacity * format.frameSize) {
      buffer, count in
      var target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?
        .assumingMemoryBound(to: UInt8.self)
      let made = unsafe samples.withUnsafeBytes { bytes -> CInt in
        var source = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return unsafe swr_convert(context, &target, CInt(capacity), &source, CInt(frames))
      }
      failure = min(made, 0)
      count = Int(max(made, 0)) * format.frameSize
    }
    guard failure == 0 else { throw .call("matching the rate", .init(rawValue: failure)) }
    return output
  }
}
