public import VitrineLinux
public import VitrineMedia
public import VitrinePlayback
public import VitrineTiming
public import VitrineVideoDevices

/// A decoder of a track's packets: libavcodec on the CPU or on a device, or a device of the
/// kernel. Bound to the video thread of its pipeline.
public struct VideoDecoder: ~Copyable {
  private var library: Decoder?
  /// Whether libavcodec uses a device.
  private let isAccelerated: Bool
  private var device: DeviceDecoder?
  /// Rung to make a blocking call check whether it is still needed.
  public let wakeup: Wakeup?

  /// Why decoding failed.
  public enum Fault: Error {
    case media(MediaError)
    case device(VideoDeviceError)
  }

  public enum Output {
    case picture(DecodedVideo)
    /// A picture could not be decoded completely.
    case damaged
    /// The device is reallocating its memory: imports of it have to be released before the next
    /// call.
    case changing
    /// All pictures of the device are in use: the next call waits until one is returned.
    case allLent
    case needsInput
    case ended
  }

  public init(_ decoder: consuming Decoder, isAccelerated: Bool = false) {
    library = consume decoder
    self.isAccelerated = isAccelerated
    wakeup = nil
  }

  public init(_ decoder: consuming DeviceDecoder) {
    (isAccelerated, wakeup) = (false, decoder.wakeup)
    device = consume decoder
  }

  /// Sends a packet, like `Decoder.send`.
  public mutating func send(_ packet: Packet?) throws(Fault) -> Bool {
    do throws(MediaError) {
      if library != nil { return try library?.send(packet) ?? true }
    } catch {
      throw .media(error)
    }
    return try withDevice { decoder throws(VideoDeviceError) in try decoder.send(packet) } ?? true
  }

  /// Returns the next picture. Waits for a device while it has no room for packets, and until
  /// `deadline`, but no longer than until `isCancelled`.
  public mutating func receive(
    until deadline: HostTime? = nil, unless isCancelled: () -> Bool
  ) throws(Fault) -> Output {
    if library != nil { return try receiveFrame() }
    let output = try withDevice { decoder throws(VideoDeviceError) in
      try decoder.receive(until: deadline, unless: isCancelled)
    }
    return output ?? .ended
  }

  private mutating func receiveFrame() throws(Fault) -> Output {
    do throws(MediaError) {
      switch try library?.receive() {
      case .frame(let frame): return .picture(try picture(frame))
      case .needsInput: return .needsInput
      case .ended, nil: return .ended
      }
    } catch {
      throw .media(error)
    }
  }

  private func picture(_ frame: Frame) throws(MediaError) -> DecodedVideo {
    guard isAccelerated else { return DecodedVideo(frame) }
    guard let memory = frame.memory else {
      throw .noAcceleration("its frames are in memory that no display can show", .kind)
    }
    if frame.isInterlaced { throw .noAcceleration("its frames are interlaced", .film) }
    return DecodedVideo(frame, in: memory)
  }

  public mutating func flush() throws(Fault) {
    library?.flush()
    _ = try withDevice { decoder throws(VideoDeviceError) in try decoder.flush() }
  }

  /// Flushes after packets were skipped up to a key frame; a device gets all packets.
  public mutating func flushSoftware() { library?.flush() }

  public mutating func setEffort(_ effort: DecodeEffort, isHurrying: Bool) {
    if !isAccelerated { library?.setEffort(effort, isHurrying: isHurrying) }
  }

  public var isOpen: Bool { library != nil || device != nil }

  /// Releases the decoder: some devices support only one session.
  public mutating func close() {
    library = nil
    device = nil
  }

  private mutating func withDevice<Value>(
    _ body: (inout DeviceDecoder) throws(VideoDeviceError) -> Value
  ) throws(Fault) -> Value? {
    guard var decoder = device.take() else { return nil }
    let result = Result { () throws(VideoDeviceError) in try body(&decoder) }
    device = consume decoder
    switch result {
    case .success(let value): return value
    case .failure(let error): throw .device(error)
    }
  }
}

extension VideoDecoder.Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .media(let error): error.description
    case .device(let error): error.description
    }
  }

  /// Whether the device or its memory is only busy.
  public var isShortage: Bool {
    if case .device(let error) = self { error.isShortage } else { false }
  }

  /// Whether the next stream of this kind may succeed.
  public var isPassing: Bool {
    switch self {
    case .device(let error): error.isPassing
    case .media(.noAcceleration(_, let refusal)): refusal != .kind
    case .media: false
    }
  }
}
