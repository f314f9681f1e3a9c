package import VitrineLinux
package import VitrineMedia
internal import VitrinePictures
internal import VitrineTiming
package import VitrineVideoDevices

/// A decoder of the kernel for the packets of one track, used directly or in a separate process.
/// Bound to the video thread of its pipeline.
package struct DeviceDecoder: ~Copyable {
  private let session: any DecodingSession
  private let track: Track
  private var stamps: PacketStamps
  private let filter: PacketFilter

  /// The pictures in use elsewhere: queued, committed, on screen, just replaced, and one that
  /// waits.
  private static let lent = 8

  /// Uses the device directly.
  package init(_ track: Track, on port: any DecoderPort) throws(VideoDeviceError) {
    try self.init(track, by: port.path) { stream throws(VideoDeviceError) in
      try DecoderSession(stream, on: port)
    }
  }

  /// Uses a separate process.
  package init(
    _ track: Track, by path: String, over line: DecoderConnection
  ) throws(VideoDeviceError) {
    try self.init(track, by: path) { stream throws(VideoDeviceError) in
      try ProcessSession(stream, by: path, over: line)
    }
  }

  private init(
    _ track: Track, by path: String,
    begin: (CodedStream) throws(VideoDeviceError) -> any DecodingSession
  ) throws(VideoDeviceError) {
    let size = track.picture?.size ?? PixelSize(0, 0)
    guard let format = CodedFormat(codec: track.codec), let filter = PacketFilter(for: track) else {
      throw .noCodec(track.codec, path: path)
    }
    session = try begin(CodedStream(format: format, size: size, lent: Self.lent))
    (self.track, stamps) = (track, PacketStamps())
    self.filter = filter
  }

  /// Rung to make it check whether it is still needed.
  package var wakeup: Wakeup { session.wakeup }

  /// Sends a packet, or nil at the end of the run. Returns false if pictures have to be received
  /// first.
  mutating func send(_ packet: Packet?) throws(VideoDeviceError) -> Bool {
    guard let packet else {
      try session.finish()
      return true
    }
    // A packet that cannot be converted is skipped.
    guard let filtered = filter.filtered(packet) else { return true }
    let token = stamps.insert(
      pts: packet.hasPresentationTime ? packet.pts(in: track.timebase) : nil,
      dts: packet.dts(in: track.timebase), duration: packet.duration(in: track.timebase),
      isKey: packet.isKey)
    let isTaken = unsafe try filtered.withBytes { bytes throws(VideoDeviceError) in
      unsafe try session.send(bytes, token: token, isKey: packet.isKey)
    }
    if !isTaken { stamps.forget(token) }
    return isTaken
  }

  mutating func receive(
    until deadline: HostTime?, unless isCancelled: () -> Bool
  ) throws(VideoDeviceError) -> VideoDecoder.Output {
    while true {
      switch try session.receive(until: deadline, unless: isCancelled) {
      case .needsInput: return .needsInput
      case .changing: return .changing
      case .allLent: return .allLent
      case .damaged(let token):
        if stamps.removeStamp(for: token) != nil { return .damaged }
      case .ended, .cancelled: return .ended
      case .picture(let picture):
        // A picture from before a seek.
        guard let stamp = stamps.removeStamp(for: picture.token) else { continue }
        return .picture(
          DecodedVideo(
            picture, description(of: picture), pts: stamp.pts, duration: stamp.duration))
      }
    }
  }

  mutating func flush() throws(VideoDeviceError) {
    stamps.removeAll()
    filter.flush()
    try session.flush()
  }

  private func description(of picture: DevicePicture) -> PictureDescription {
    let layout = picture.slot.layout
    var description = PictureDescription(
      format: layout.format, depth: layout.format.depth,
      chroma: layout.format.chroma.down == 2 ? .c420 : .c422, size: layout.size,
      pixelAspect: track.picture?.pixelAspect ?? .square,
      color: track.picture?.color ?? ColorDescription(matrix: nil, range: .limited, of: layout.size)
    )
    description.hdr = track.picture?.hdr
    description.rotation = track.picture?.rotation ?? .none
    return description
  }
}
