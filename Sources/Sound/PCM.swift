import CVitrineALSA
import VitrineLinux
package import VitrineTiming

/// An open sound device that plays interleaved samples of 16 or 32 bits. Thread-bound.
///
/// Wraps `snd_pcm_open`, `snd_pcm_writei` and `snd_pcm_status`.
@safe package struct PCM: ~Copyable {
  package let name: String
  /// Frames per second and samples per frame, as accepted by the device.
  package let rate: Int
  package let channels: Int
  /// Whether it is written with samples of 32 bits: two words each, the lower one first. Only if
  /// the device plays more than 16.
  package let isWide: Bool
  /// The device's frames in each of ours, for compressed sound.
  private let carrier: Int
  private let handle: OpaquePointer
  private let statusMemory: OpaquePointer
  private let encoding: SampleEncoding
  private let order: ChannelOrder
  private var packed: [UInt8]
  private let binding: ThreadBinding

  /// The status of the device: its state, and the delay at a time.
  package struct Status: Sendable {
    package enum State: Sendable { case prepared, running, underrun, gone }
    package let state: State
    /// Frames written and not yet heard.
    package let delay: Int
    package let time: HostTime
  }

  /// Opens a device in the requested format; with `isWide`, in more than 16 bits if it has them. It
  /// does not start before `start`. An underrun is reported only in its status. The channels are in
  /// the order of WAVE files (`ChannelOrder`).
  ///
  /// With a `carrier`, the device has that multiple of the rate, and each of our frames is as many of the
  /// device's.
  package init(
    name: String, rate: Int, channels: Int, isWide: Bool = false, carrier: Int = 1, buffer: Duration
  ) throws(SoundError) {
    vitrine_alsa_be_quiet()
    var opened: OpaquePointer?
    let result = unsafe snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, CInt(SND_PCM_NONBLOCK))
    guard result == 0, let handle = unsafe opened else {
      throw SoundError("opening", name, result: result)
    }
    var status: OpaquePointer?
    guard unsafe snd_pcm_status_malloc(&status) == 0, let status = unsafe status else {
      unsafe snd_pcm_close(handle)
      throw SoundError("opening", name, .noMemory)
    }
    let found = Result { () throws(SoundError) in
      let set = unsafe try Self.setUp(
        handle, name, rate: rate * carrier, channels: channels, isWide: isWide, buffer: buffer)
      return (set, unsafe try Self.order(of: handle, name, channels: channels))
    }
    guard case .success((let set, let order)) = found else {
      unsafe snd_pcm_status_free(status)
      unsafe snd_pcm_close(handle)
      _ = try found.get()
      throw SoundError("opening", name, .invalid)
    }
    // Reading `self` here, as in `isWide && encoding != …`, makes Swift 6.3 release properties that have
    // no value yet, in optimised programs.
    let plays32Bits = isWide && set.encoding != .bits16
    unsafe (self.name, self.channels, self.handle) = unsafe (name, channels, handle)
    unsafe statusMemory = unsafe status
    (self.rate, encoding) = (set.rate / carrier, set.encoding)
    self.carrier = carrier
    self.isWide = plays32Bits
    self.order = order
    packed = []
    binding = ThreadBinding()
  }

  deinit {
    unsafe snd_pcm_drop(handle)
    unsafe snd_pcm_status_free(statusMemory)
    unsafe snd_pcm_close(handle)
  }

  package func status() -> Status {
    binding.check()
    guard unsafe snd_pcm_status(handle, statusMemory) == 0 else {
      return Status(state: .gone, delay: 0, time: HostTime(nanoseconds: 0))
    }
    let state: Status.State =
      switch unsafe snd_pcm_status_get_state(statusMemory) {
      case SND_PCM_STATE_RUNNING, SND_PCM_STATE_DRAINING, SND_PCM_STATE_PAUSED: .running
      case SND_PCM_STATE_PREPARED, SND_PCM_STATE_SETUP, SND_PCM_STATE_OPEN: .prepared
      case SND_PCM_STATE_DISCONNECTED: .gone
      default: .underrun
      }
    var time = timespec()
    unsafe snd_pcm_status_get_htstamp(statusMemory, &time)
    return unsafe Status(
      state: state, delay: Int(snd_pcm_status_get_delay(statusMemory)) / carrier,
      time: HostTime(
        nanoseconds: Int64(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))))
  }

  /// Writes whole frames, and returns their number, which is smaller if the buffer is full.
  package mutating func write(_ samples: ArraySlice<Int16>) throws(SoundError) -> Int {
    binding.check()
    var frames = UInt(samples.count / (channels * (isWide ? 2 : 1)))
    if carrier > 1 {
      // Whole frames of ours only.
      let free = unsafe max(snd_pcm_avail_update(handle), 0) / carrier * carrier
      frames = min(frames, UInt(free))
    }
    guard frames > 0 else { return 0 }
    let result: Int
    if order.isPlain, isWide ? encoding == .bits32 : encoding == .bits16 {
      result = unsafe samples.withUnsafeBufferPointer {
        unsafe snd_pcm_writei(handle, $0.baseAddress, frames)
      }
    } else {
      pack(samples, frames: Int(frames))
      result = unsafe snd_pcm_writei(handle, packed, frames)
    }
    if result >= 0 { return result / carrier }
    let errno = Errno(rawValue: CInt(-result))
    if errno == .tryAgain { return 0 }
    throw SoundError("writing", name, errno)
  }

  /// Converts to the encoding and the order of the device.
  private mutating func pack(_ samples: ArraySlice<Int16>, frames: Int) {
    packed.removeAll(keepingCapacity: true)
    var start = samples.startIndex
    for _ in 0..<frames {
      for source in order.sources {
        if isWide {
          let low = UInt16(bitPattern: samples[start + 2 * source])
          encoding.append(Int32(samples[start + 2 * source + 1]) << 16 | Int32(low), to: &packed)
        } else {
          encoding.append(Int32(samples[start + source]) << 16, to: &packed)
        }
      }
      start += channels * (isWide ? 2 : 1)
    }
  }

  /// Starts playing the written samples.
  package func start() throws(SoundError) {
    binding.check()
    let result = unsafe snd_pcm_start(handle)
    guard result == 0 else { throw SoundError("starting", name, result: result) }
  }

  /// Stops at once and prepares for new samples; drops the contents of the buffer.
  package func startOver() throws(SoundError) {
    binding.check()
    let result = unsafe snd_pcm_drop(handle)
    guard result == 0 else { throw SoundError("stopping", name, result: result) }
    try prepare()
  }

  /// Prepares for new samples after an underrun or suspend; drops the contents of the buffer.
  package func prepare() throws(SoundError) {
    binding.check()
    let result = unsafe snd_pcm_prepare(handle)
    guard result == 0 else { throw SoundError("preparing", name, result: result) }
  }

  private static func setUp(
    _ handle: OpaquePointer, _ name: String, rate: Int, channels: Int, isWide: Bool,
    buffer: Duration
  ) throws(SoundError) -> (rate: Int, encoding: SampleEncoding) {
    func check(_ action: String, _ result: CInt) throws(SoundError) {
      guard result >= 0 else { throw SoundError(action, name, result: result) }
    }
    var hardware: OpaquePointer?
    unsafe try check("allocate parameters", snd_pcm_hw_params_malloc(&hardware))
    defer { unsafe snd_pcm_hw_params_free(hardware) }
    unsafe try check("query formats", snd_pcm_hw_params_any(handle, hardware))
    unsafe try check(
      "set interleaved access",
      snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
    let encoding =
      SampleEncoding.preferences(isWide: isWide).first {
        unsafe snd_pcm_hw_params_test_format(handle, hardware, $0.alsa) == 0
      } ?? .bits32
    unsafe try check(
      SoundError.encodingAction, snd_pcm_hw_params_set_format(handle, hardware, encoding.alsa))
    try check(
      "set \(channels) channels",
      unsafe snd_pcm_hw_params_set_channels(handle, hardware, UInt32(channels)))
    var (exact, direction) = (UInt32(rate), CInt(0))
    unsafe try check(
      "set the rate", snd_pcm_hw_params_set_rate_near(handle, hardware, &exact, &direction))
    var (time, period) = (UInt32(buffer.nanoseconds / 1000), UInt32(10_000))
    unsafe try check(
      "set the period", snd_pcm_hw_params_set_period_time_near(handle, hardware, &period, nil))
    unsafe try check(
      "set the buffer", snd_pcm_hw_params_set_buffer_time_near(handle, hardware, &time, nil))
    unsafe try check("apply hardware parameters", snd_pcm_hw_params(handle, hardware))
    unsafe try setUpSoftware(handle, check)
    return (Int(exact), encoding)
  }

  /// Requests the player's order from a device of more than two channels, and returns its own.
  private static func order(
    of handle: OpaquePointer, _ name: String, channels: Int
  ) throws(SoundError) -> ChannelOrder {
    var reported: [UInt32]?
    if channels > 2 {
      // The layout of snd_pcm_chmap_t: the number of channels, and their positions. Most drivers
      // refuse, and have a fixed order.
      var wanted = [UInt32(channels)] + ChannelOrder.positions(channels: channels)
      unsafe wanted.withUnsafeMutableBytes {
        unsafe _ = $0.baseAddress.map {
          unsafe snd_pcm_set_chmap(handle, $0.assumingMemoryBound(to: snd_pcm_chmap_t.self))
        }
      }
      if let map = unsafe snd_pcm_get_chmap(handle) {
        defer { unsafe free(map) }
        let count = unsafe min(Int(map.pointee.channels), channels)
        let positions = unsafe UnsafeRawPointer(map).advanced(by: MemoryLayout<UInt32>.size)
        reported = (0..<count).map {
          // Without the flags for drivers and inverted phase.
          unsafe positions.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) & 0xFFFF
        }
      }
    }
    guard let order = ChannelOrder(channels: channels, reported: reported) else {
      throw SoundError("set \(channels) channels", name, .invalid)
    }
    return order
  }

  private static func setUpSoftware(
    _ handle: OpaquePointer, _ check: (String, CInt) throws(SoundError) -> Void
  ) throws(SoundError) {
    var software: OpaquePointer?
    unsafe try check("allocate parameters", snd_pcm_sw_params_malloc(&software))
    defer { unsafe snd_pcm_sw_params_free(software) }
    var boundary: snd_pcm_uframes_t = 0
    unsafe try check("get software parameters", snd_pcm_sw_params_current(handle, software))
    unsafe try check("get the boundary", snd_pcm_sw_params_get_boundary(software, &boundary))
    // Disables automatic starts: playback starts at a vblank.
    unsafe try check(
      "set the start threshold", snd_pcm_sw_params_set_start_threshold(handle, software, boundary))
    unsafe try check(
      "enable timestamps",
      snd_pcm_sw_params_set_tstamp_mode(handle, software, SND_PCM_TSTAMP_ENABLE))
    unsafe try check(
      "set the timestamp clock",
      snd_pcm_sw_params_set_tstamp_type(handle, software, SND_PCM_TSTAMP_TYPE_MONOTONIC))
    unsafe try check("apply software parameters", snd_pcm_sw_params(handle, software))
  }
}

extension PCM {
  /// The number of the card that plays it; nil for a device of another program, such as a sound
  /// server.
  package var card: String? {
    var information: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&information) == 0 else { return nil }
    defer { unsafe snd_pcm_info_free(information) }
    guard unsafe snd_pcm_info(handle, information) == 0 else { return nil }
    let card = unsafe snd_pcm_info_get_card(information)
    return card >= 0 ? "\(card)" : nil
  }
}

extension SampleEncoding {
  fileprivate var alsa: snd_pcm_format_t {
    switch self {
    case .bits16: SND_PCM_FORMAT_S16_LE
    case .bits32: SND_PCM_FORMAT_S32_LE
    case .bits24: SND_PCM_FORMAT_S24_LE
    case .packed24: SND_PCM_FORMAT_S24_3LE
    }
  }
}
