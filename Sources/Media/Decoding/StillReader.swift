import CVitrineFFmpeg
internal import VitrineLinux
public import VitrineTiming

/// Takes single pictures out of a file without decoding what lies between them. Thread-bound:
/// only key frames are decoded, on the thread that asks.
public struct StillReader: ~Copyable {
  /// What pictures a file has.
  public enum Content: Hashable, Sendable {
    /// Pictures all along this time.
    case moving(MediaTime)
    /// One: an image, or video of a length that is not known.
    case single
    /// One that came with the sound.
    case cover
    case none
  }

  /// How far one picture is looked for. A kiosk's files may be damaged, endless or on a network.
  private static let patience = (packets: 500, time: Duration.seconds(2))

  /// How far back to try again where there is none until the end.
  private static let step = MediaTime(2, 1)

  public let content: Content
  private var demuxer: Demuxer
  private let interrupter: Demuxer.Interrupter
  private var latest: (identity: Int64, frame: Frame)?
  private let binding: ThreadBinding

  /// Opens a file. `interrupter` ends whatever takes long, from another thread.
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

  /// The picture's track, for what its frames leave open.
  public var track: Track? { demuxer.video ?? demuxer.cover }

  /// The picture of the key frame that is nearest to `time`, which counts from the file's
  /// beginning; in a file without an index, of one soon after it. Where that is the one of the
  /// call before, its very frame comes again. Nil where there is none within the bounds of 500
  /// packets and two seconds.
  public mutating func picture(near time: MediaTime) throws(MediaError) -> Frame? {
    binding.check()
    guard demuxer.video != nil else { return try coverPicture() }
    let deadline = HostTime.now() + Self.patience.time
    interrupter.interrupt(at: deadline)
    defer { interrupter.interrupt(at: nil) }
    var place = time
    if case .moving = content { try demuxer.seek(to: demuxer.start + place, .nearest) }
    var failure: MediaError?
    for _ in 0..<Self.patience.packets where HostTime.now() < deadline {
      switch try demuxer.read() {
      case .video(let packet) where packet.isKey:
        do throws(MediaError) {
          if let frame = try frame(of: packet) { return frame }
        } catch {
          failure = error
        }
      case .ended:
        // A file without an index is entered anywhere: here, after its last key frame.
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

  /// With a decoder of its own, so that nothing is left of what was damaged before; ended at
  /// once, since a decoder would wait for the frames that may have to be shown before this one.
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
