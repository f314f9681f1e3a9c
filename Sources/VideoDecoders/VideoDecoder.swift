public import Media
public import Playback
public import Timing
public import VideoDevices

/// What makes pictures of a track's packets: FFmpeg on the processor, or a device. Bound to the video
/// thread of its pipeline.
public struct VideoDecoder: ~Copyable {
  private var software: Decoder?
  private var device: DeviceDecoder?

  /// Why there are no pictures.
  public enum Fault: Error {
    case media(MediaError)
    case device(VideoDeviceError)
  }

  public enum Output {
    case picture(DecodedVideo)
    case needsInput
    case ended
  }

  public init(_ decoder: consuming Decoder) { software = consume decoder }
  public init(_ decoder: consuming DeviceDecoder) { device = consume decoder }

  /// As `Decoder.send`.
  public mutating func send(_ packet: Packet?) throws(Fault) -> Bool {
    do throws(MediaError) {
      if software != nil { return try software?.send(packet) ?? true }
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
    if software != nil { return try receiveSoftware() }
    let output = try asking { decoder throws(VideoDeviceError) in
      try decoder.receive(until: deadline, unless: isCancelled)
    }
    return output ?? .ended
  }

  private mutating func receiveSoftware() throws(Fault) -> Output {
    do throws(MediaError) {
      switch try software?.receive() {
      case .frame(let frame): return .picture(DecodedVideo(frame))
      case .needsInput: return .needsInput
      case .ended, nil: return .ended
      }
    } catch {
      throw .media(error)
    }
  }

  public mutating func flush() throws(Fault) {
    software?.flush()
    _ = try asking { decoder throws(VideoDeviceError) in try decoder.flush() }
  }

  /// Where packets were left out, on the way to a key frame; a device gets all of them.
  public mutating func flushSoftware() { software?.flush() }

  public mutating func setEffort(_ effort: DecodeEffort, isHurrying: Bool) {
    software?.setEffort(effort, isHurrying: isHurrying)
  }

  public var isOpen: Bool { software != nil || device != nil }

  /// Lets go of it: some devices have room for one only.
  public mutating func close() {
    software = nil
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
