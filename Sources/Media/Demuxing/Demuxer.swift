import CVitrineFFmpeg
import Synchronization
import VitrineLinux
public import VitrinePictures
public import VitrinePlayback
public import VitrineTiming

/// Splits a file into the packets of its tracks. Thread-bound, except for `Interrupter`.
///
/// The corresponding C functions are `avformat_open_input`, `avformat_find_stream_info`,
/// `av_read_frame` and `avformat_seek_file`.
@safe public struct Demuxer: ~Copyable {
  /// All that could be played, in the file's order.
  public let tracks: [Track]
  /// The tracks that are read: at first the best picture and sound, and no subtitles.
  public internal(set) var video: Track?
  public internal(set) var audio: Track?
  public internal(set) var subtitle: Track?
  /// The tracks that the container, or else FFmpeg, takes for the best.
  public let bestVideo: Track?
  public let bestAudio: Track?
  /// A picture of what has none: shown in its place.
  public let cover: Track?
  public let title: String?
  public let chapters: [Chapter]
  /// Of the whole; nil where the container does not know.
  public let duration: MediaTime?
  /// Of a file whose own time stamps cannot tell where in it a time lies.
  let timeline: FileTimeline?
  /// The time that the next packets stand for, where their stamps do not tell it: after a seek in
  /// a file whose time stamps jump.
  public internal(set) var landing: MediaTime?
  /// The time of the earliest packet, as the container tells.
  public let start: MediaTime
  /// FFmpeg's name of the container: `mov,mp4,m4a,3gp,3g2,mj2`.
  public let format: String
  var context: UnsafeMutablePointer<AVFormatContext>?
  private let interrupter: Interrupter
  private let access: SourceAccess
  /// Freed behind the context, which reads through it.
  private let io: ByteSourceIO?
  /// Why the latest packet could not be read, until another one is or another place is sought.
  var failure: FFmpegCode?
  /// Of its pictures, and of what comes with them.
  public let limits: PictureLimits
  private let binding: ThreadBinding

  /// Ends blocking reads from another thread. Thread-safe.
  public final class Interrupter: Sendable {
    private let isSet = Atomic(false)
    /// In nanoseconds of host time.
    private let deadline = Atomic(Int64.max)
    private let asked = Atomic(0)
    /// Of sources that FFmpeg does not read by itself.
    private let source = Shared<(any Interruptible)?>(nil)

    public init() {}

    /// How often the source was read from: FFmpeg asks before each time whether it may go on.
    public var reads: Int { asked.load(ordering: .relaxed) }

    public func interrupt() {
      isSet.store(true, ordering: .releasing)
      source.value?.interrupt()
    }

    /// Ends what this source waits for, too.
    public func watch(_ source: any Interruptible) {
      self.source.update { $0 = source }
      if isSet.load(ordering: .acquiring) { source.interrupt() }
    }

    /// A source was read from that FFmpeg does not read by itself.
    public func noteRead() { asked.add(1, ordering: .relaxed) }

    /// Ends reads that go on at `time`; nil lets them go on.
    public func interrupt(at time: HostTime?) {
      deadline.store(time?.nanoseconds ?? .max, ordering: .releasing)
    }

    /// Lets what is said at the end be said, until `time`.
    public func allowFarewell(until time: HostTime) {
      interrupt(at: time)
      isSet.store(false, ordering: .releasing)
    }

    var isInterrupted: Bool {
      asked.add(1, ordering: .relaxed)
      if isSet.load(ordering: .acquiring) { return true }
      let deadline = deadline.load(ordering: .acquiring)
      return deadline != .max && HostTime.now().nanoseconds >= deadline
    }
  }

  /// Opens a file for its pictures and sound. Those beyond `limits` throw.
  public init(
    path: String, interrupter: Interrupter, limits: PictureLimits = .ofThisMachine
  ) throws(MediaError) {
    unsafe try self.init(
      .file(path), interrupter: interrupter, limits: limits, choosing: Self.chooseTracks)
  }

  /// Opens what a source gives for its pictures and sound. Of a part of a stream, time stamps are as
  /// the part has them, though they begin again at 0 after a while.
  public init(
    reading source: any ByteSource, isPart: Bool = false, interrupter: Interrupter,
    limits: PictureLimits = .ofThisMachine
  ) throws(MediaError) {
    unsafe try self.init(
      isPart ? .part(source) : .bytes(source), interrupter: interrupter, limits: limits,
      choosing: Self.chooseTracks)
  }

  /// Opens what is sent as it happens, for its pictures and sound. Waits for the sender as long as
  /// the interrupter lets it.
  public init(
    receiving stream: SentStream, interrupter: Interrupter,
    limits: PictureLimits = .ofThisMachine
  ) throws(MediaError) {
    unsafe try self.init(
      .sent(stream), interrupter: interrupter, limits: limits, choosing: Self.chooseTracks)
  }

  /// Opens a file for its best subtitle track alone.
  public init(subtitles path: String, interrupter: Interrupter) throws(MediaError) {
    unsafe try self.init(
      .file(path), interrupter: interrupter, limits: .ofThisMachine,
      choosing: Self.chooseSubtitles)
  }

  /// Opens bytes for their best subtitle track alone.
  init(subtitlesIn bytes: [UInt8]) throws(MediaError) {
    unsafe try self.init(
      .bytes(MemoryBytes(bytes)), interrupter: Interrupter(), limits: .ofThisMachine,
      choosing: Self.chooseSubtitles)
  }

  private init(
    _ source: Source, interrupter: Interrupter, limits: PictureLimits, choosing: Choosing
  ) throws(MediaError) {
    vitrine_ffmpeg_be_quiet()
    let (opened, access, io) = unsafe try Self.open(source, interrupter)
    let chosen = unsafe try Self.tracks(choosing, limits, closingOnFailure: opened)
    (self.interrupter, self.access, self.io) = (interrupter, access, io)
    self.limits = limits
    failure = nil
    binding = ThreadBinding()
    access.endOpening()
    unsafe context = unsafe opened
    (video, audio, subtitle) = (chosen.video, chosen.audio, chosen.subtitle)
    (bestVideo, bestAudio) = (chosen.video, chosen.audio)
    tracks = unsafe Self.allTracks(of: opened, limits)
    cover = tracks.first(where: \.isCover)
    title = unsafe metadataText("title", in: opened.pointee.metadata)
    timeline = unsafe FileTimeline(
      surveying: opened, stream: (chosen.video ?? chosen.audio)?.index)
    duration = unsafe timeline?.duration ?? ContainerValues.duration(opened.pointee.duration)
    start = unsafe ContainerValues.start(opened.pointee.start_time)
    chapters = unsafe Self.chapters(of: opened, from: start)
    format = unsafe String(cString: opened.pointee.iformat.pointee.name)
    discardOthers()
  }

  deinit {
    var context = unsafe context
    unsafe avformat_close_input(&context)
  }

  /// What the file says of itself under a name that containers share: `artist`, `genre`.
  public func metadata(_ name: String) -> String? {
    unsafe context.flatMap { unsafe metadataText(name, in: $0.pointee.metadata) }
  }

  /// The next packet, in the file's order. What cannot be read throws; what lies behind it may come
  /// with the next call, or after a seek.
  public mutating func read() throws(MediaError) -> PacketReading {
    binding.check()
    guard let packet = Packet() else {
      throw .call("packet", .init(rawValue: vitrine_error_memory))
    }
    let result = unsafe FFmpegCode(rawValue: av_read_frame(context, packet.raw))
    switch result {
    case .endOfFile:
      if let cause = io?.takeFailure() { throw .unavailable(cause) }
      // Containers take what cannot be read for their end, at once or when they are asked again.
      failure = takeSourceError() ?? failure
      if let failure { throw .call("reading", failure) }
      return .ended
    case .exit: throw .interrupted
    case _ where result.rawValue < 0:
      if let cause = io?.takeFailure() { throw .unavailable(cause) }
      _ = takeSourceError()
      failure = result
      throw .call("reading", result)
    default: failure = nil
    }
    if packet.isEncrypted { throw .encrypted }
    if packet.stream == video?.index { return .video(packet) }
    if packet.stream == audio?.index { return .audio(packet) }
    if packet.stream == subtitle?.index { return .subtitle(packet) }
    return .other
  }

  /// Why bytes could not be read. FFmpeg would tell it again and again, and take it for the end.
  private func takeSourceError() -> FFmpegCode? {
    guard let bytes = unsafe context?.pointee.pb, unsafe bytes.pointee.error < 0,
      unsafe bytes.pointee.error != vitrine_error_eof
    else { return nil }
    defer { unsafe (bytes.pointee.error, bytes.pointee.eof_reached) = (0, 0) }
    return unsafe FFmpegCode(rawValue: bytes.pointee.error)
  }

  /// The best track of each kind. A cover picture is no video track.
  private static func chooseTracks(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ limits: PictureLimits
  ) throws(MediaError) -> Chosen {
    let video = unsafe bestTrack(.video, in: context, limits)
    let audio = unsafe bestTrack(.audio, in: context, limits)
    guard video != nil || audio != nil else { throw .noTracks }
    try video?.checkSize()
    for track in [video, audio].compactMap(\.self) {
      if let stream = unsafe context.pointee.streams[track.index],
        unsafe vitrine_stream_is_encrypted(stream) != 0
      {
        throw .encrypted
      }
      // Sound that cannot be decoded is no reason not to show the picture: its decoder tells.
      if track.kind == .audio, video != nil { continue }
      // What no library has may have a device; who opens that tells.
      if track.codec == Track.kernelsOwn { continue }
      guard unsafe avcodec_find_decoder(track.parameters.raw.pointee.codec_id) != nil else {
        throw .unknownCodec(track: track.kind.rawValue, codec: track.codec)
      }
    }
    return (video, audio, nil)
  }

  private static func chooseSubtitles(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ limits: PictureLimits
  ) throws(MediaError) -> Chosen {
    guard let track = unsafe bestTrack(.subtitle, in: context, limits) else { throw .noTracks }
    return (nil, nil, track)
  }

  private static func bestTrack(
    _ kind: Track.Kind, in context: UnsafeMutablePointer<AVFormatContext>, _ limits: PictureLimits
  ) -> Track? {
    let type =
      switch kind {
      case .video: AVMEDIA_TYPE_VIDEO
      case .audio: AVMEDIA_TYPE_AUDIO
      case .subtitle: AVMEDIA_TYPE_SUBTITLE
      }
    let index = unsafe av_find_best_stream(context, type, -1, -1, nil, 0)
    guard index >= 0, let stream = unsafe context.pointee.streams[Int(index)],
      unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    else { return nil }
    return unsafe track(kind, stream, in: context, limits)
  }
}
