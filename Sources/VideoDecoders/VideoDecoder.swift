public import VitrineLinux
public import VitrineMedia
public import VitrinePlayback
public import VitrineTiming
public import VitrineVideoDevices

/// What makes pictures of a track's packets: libavcodec, on the processor or on a device, or a device of
/// the kernel's. Bound to the video thread of its pipeline.
public struct VideoDecoder: ~Copyable {
  private var library: Decoder?
  /// Whether a device decodes for it.
  private let isAccelerated: Bool
  private var device: DeviceDecoder?
  /// Rung by those who want a device that is waited for to look whether it is wanted still.
  public let wakeup: Wakeup?

  /// Why there are no pictures.
  public enum Fault: Error {
    case media(MediaError)
    case device(VideoDeviceError)
  }

  public enum Output {
    case picture(DecodedVideo)
    /// One could not be decoded whole.
    case damaged
    /// A device makes its memory anew: what was taken over of it is to be let go before the next call.
    case changing
    /// All that a device has is in use: the next call waits until something comes back.
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

  /// As `Decoder.send`.
  public mutating func send(_ packet: Packet?) throws(Fault) -> Bool {
    do throws(MediaError) {
      if library != nil { return try library?.send(packet) ?? true }
    } catch {
      throw .media(error)
    }
    return try asking { decoder throws(VideoDeviceError) in try decoder.send(packet) } ?? true
  }

  /// The next picture. A device is waited for while it has no room for packets, and until `deadline`, but
  /// no longer than until `isCancelled`.
  public mutating func receive(
    until deadline: HostTime? = nil, unless isCancelled: () -> Bool
  ) throws(Fault) -> Output {
    if library != nil { return try receiveFrame() }
    let output = try asking { decoder throws(VideoDeviceError) in
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
      throw .noAcceleration("its pictures lie in memory that no display takes", .kind)
    }
    if frame.isInterlaced { throw .noAcceleration("its pictures are interlaced", .film) }
    return DecodedVideo(frame, in: memory)
  }

  public mutating func flush() throws(Fault) {
    library?.flush()
    _ = try asking { decoder throws(VideoDeviceError) in try decoder.flush() }
  }

  /// Where packets were left out, on the way to a key frame; a device gets all of them.
  public mutating func flushSoftware() { library?.flush() }

  public mutating func setEffort(_ effort: DecodeEffort, isHurrying: Bool) {
    if !isAccelerated { library?.setEffort(effort, isHurrying: isHurrying) }
  }

  public var isOpen: Bool { library != nil || device != nil }

  /// Lets go of it: some devices have room for one only.
  public mutating func close() {
    library = nil
    device = nil
  }

  private mutating func asking<Answer>(
    _ body: (inout DeviceDecoder) throws(VideoDeviceError) -> Answer
  ) throws(Fault) -> Answer? {
    guard var taken = device.take() else { return nil }
    let result = Result { () throws(VideoDeviceError) in try body(&taken) }
    device = consume taken
    switch result {
    case .success(let answer): return answer
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

  /// Whether the device is only in use, or its memory is.
  public var isShortage: Bool {
    if case .device(let error) = self { error.isShortage } else { false }
  }

  /// Whether the next stream of the kind may do better.
  public var isPassing: Bool {
    switch self {
    case .device(let error): error.isPassing
    case .media(.noAcceleration(_, let refusal)): refusal != .kind
    case .media: false
    }
  }
}
