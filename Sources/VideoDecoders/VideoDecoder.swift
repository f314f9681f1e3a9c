package import VitrineLinux
package import VitrineMedia
package import VitrinePlayback
package import VitrineTiming
package import VitrineVideoDevices

/// A decoder of a track's packets: libavcodec on the CPU or on a device, or a device of the
/// kernel. Bound to the video thread of its pipeline.
package struct VideoDecoder: ~Copyable {
  private var library: Decoder?
  /// Whether libavcodec uses a device.
  private let isAccelerated: Bool
  private var device: DeviceDecoder?
  /// Rung to make a blocking call check whether it is still needed.
  package let wakeup: Wakeup?

  /// Why decoding failed.
  package enum Fault: Error {
    case media(MediaError)
    case device(VideoDeviceError)
  }

  package enum Output {
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

  package init(_ decoder: consuming Decoder, isAccelerated: Bool = false) {
    library = consume decoder
    self.isAccelerated = isAccelerated
    wakeup = nil
  }

  package init(_ decoder: consuming DeviceDecoder) {
    (isAccelerated, wakeup) = (false, decoder.wakeup)
    device = consume decoder
  }

  /// Sends a packet, like `Decoder.send`.
  package mutating func send(_ packet: Packet?) throws(Fault) -> Bool {
    do throws(MediaError) {
      if library != nil { return try library?.send(packet) ?? true }
    } catch {
      throw .media(error)
    }
    return try withDevice { decoder throws(VideoDeviceError) in try decoder.send(packet) } ?? true
  }

  /// Returns the next picture. Waits for a device while it has no room for packets, and until
  /// `deadline`, but no longer than until `isCancelled`.
  package mutating func receive(
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

  package mutating func flush() throws(Fault) {
    library?.flush()
    _ = try withDevice { decoder throws(VideoDeviceError) in try decoder.flush() }
  }

  /// Flushes after packets were skipped up to a key frame; a device gets all packets.
  package mutating func flushSoftware() { library?.flush() }

  package mutating func setEffort(_ effort: DecodeEffort, isHurrying: Bool) {
    if !isAccelerated { library?.setEffort(effort, isHurrying: isHurrying) }
  }

  package var isOpen: Bool { library != nil || device != nil }

  /// Releases the decoder: some devices support only one session.
  package mutating func close() {
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
  package var description: String {
    switch self {
    case .media(let error): error.description
    case .device(let error): error.description
    }
  }

  /// Whether the device or its memory is only busy.
  package var isShortage: Bool {
    if case .device(let error) = self { error.isShortage } else { false }
  }

  /// Whether the next stream of this kind may succeed.
  package var isPassing: Bool {
    switch self {
    case .device(let error): error.isPassing
    case .media(.noAcceleration(_, let refusal)): refusal != .kind
    case .media: false
    }
  }
}
