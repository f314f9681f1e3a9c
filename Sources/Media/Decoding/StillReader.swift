import CVitrineFFmpeg
internal import VitrineLinux
public import VitrineTiming

/// A reader of single pictures in a file. Thread-bound: it decodes only key frames, on the calling
/// thread.
public struct StillReader: ~Copyable {
  /// The kind of pictures in a file.
  public enum Content: Hashable, Sendable {
    /// Video of this duration.
    case moving(MediaTime)
    /// A single picture: an image, or video of unknown duration.
    case single
    /// A cover picture.
    case cover
    case none
  }

  /// The limits for finding a picture, because files may be damaged, endless or on a network.
  private static let searchLimit = (packets: 500, time: Duration.seconds(2))

  /// How far back to retry if there is no picture up to the end.
  private static let step = MediaTime(2, 1)

  public let content: Content
  private var demuxer: Demuxer
  private let interrupter: Demuxer.Interrupter
  private var latest: (identity: Int64, frame: Frame)?
  private let binding: ThreadBinding

  /// Opens a file. `interrupter` interrupts slow operations from another thread.
  public init(path: String, interrupter: Demuxer.Interrupter) throws(MediaError) {
    self.init(try Demuxer(path: path, interrupter: interrupter), interrupter)
  }

  /// Opens a file that is in memory.
  public init(bytes: [UInt8], interrupter: Demuxer.Interrupter) throws(MediaError) {
    let source = MemoryBytes(bytes)
    self.init(try Demuxer(reading: source, interrupter: interrupter), interrupter)
  }

  private init(
    _ opened: consuming Demuxer, _ interrupter: Demuxer.Interrupter
  ) {
    demuxer = opened
    (self.interrupter, latest) = (interrupter, nil)
    binding = ThreadBinding()
    let video = demuxer.video
    demuxer.select(video: video, audio: nil, subtitle: nil)
    content = Self.content(of: demuxer)
  }

  /// The picture's track, which completes the description of its frames.
  public var track: Track? { demuxer.video ?? demuxer.cover }

  /// Returns the key frame nearest to `time`, which counts from the start of the file; in a file
  /// without an index, one soon after it.
  ///
  /// Returns the same frame again if it is the one of the previous call, and nil if there is none
  /// within 500 packets and two seconds.
  public mutating func picture(near time: MediaTime) throws(MediaError) -> Frame? {
    binding.check()
    guard demuxer.video != nil else { return try coverPicture() }
    let deadline = HostTime.now() + Self.searchLimit.time
    interrupter.interrupt(at: deadline)
    defer { interrupter.interrupt(at: nil) }
    var place = time
    if case .moving = content { try demuxer.seek(to: demuxer.start + place, .nearest) }
    var failure: MediaError?
    for _ in 0..<Self.searchLimit.packets where HostTime.now() < deadline {
      switch try demuxer.read() {
      case .video(let packet) where packet.isKey:
        do throws(MediaError) {
          if let frame = try frame(of: packet) { return frame }
        } catch {
          failure = error
        }
      case .ended:
        // A file without an index can be entered anywhere: here, after its last key frame.
        guard case .moving = content, failure == nil, place > .zero else {
          return try nothing(because: failure)
        }
        place = max(place - Self.step, .zero)
        try demuxer.seek(to: demuxer.start + place, .before)
      case .video, .audio, .subtitle, .other, .changed, .withoutSubtitles: break
      }
    }
    return try nothing(because: failure)
  }

  private static func content(of demuxer: borrowing Demuxer) -> Content {
    guard demuxer.video != nil else { return demuxer.cover == nil ? .none : .cover }
    guard !demuxer.isSinglePicture, let duration = demuxer.duration else { return .single }
    return .moving(duration)
  }

  private func coverPicture() throws(MediaError) -> Frame? {
    guard let cover = demuxer.cover, let packet = demuxer.coverPacket() else { return nil }
    return try Self.decode(packet, of: cover)
  }

  private func nothing(because failure: MediaError?) throws(MediaError) -> Frame? {
    if let failure { throw failure }
    return nil
  }

  private mutating func frame(of packet: Packet) throws(MediaError) -> Frame? {
    if let latest, latest.identity == packet.identity { return latest.frame }
    guard let track = demuxer.video, let frame = try Self.decode(packet, of: track) else {
      return nil
    }
    latest = packet.identity.map { ($0, frame) }
    return frame
  }

  /// Decodes with a new decoder, so that earlier damage has no effect, and flushes it at once:
  /// otherwise it would wait for frames that may precede this one in presentation order.
  private static func decode(_ packet: Packet, of track: Track) throws(MediaError) -> Frame? {
    var decoder = try Decoder(of: track, threads: 1, keyFramesOnly: true)
    _ = try decoder.send(packet)
    for _ in 0..<2 {
      if case .frame(let frame) = try decoder.receive() { return frame }
      _ = try decoder.send(nil)
    }
    return nil
  }
}
