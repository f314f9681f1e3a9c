import CVitrineFFmpeg
import Synchronization
import VitrineLinux
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// A demuxer, which splits a file into the packets of its tracks. Thread-bound, except for
/// `Interrupter`.
///
/// Wraps `avformat_open_input`, `avformat_find_stream_info`,
/// `av_read_frame` and `avformat_seek_file`.
@safe package struct Demuxer: ~Copyable {
  /// All playable tracks, in file order.
  package let tracks: [Track]
  /// The selected tracks: initially the best video and audio, and no subtitles.
  package internal(set) var video: Track?
  package internal(set) var audio: Track?
  package internal(set) var subtitle: Track?
  /// The best tracks according to the container, or otherwise FFmpeg.
  package let bestVideo: Track?
  package let bestAudio: Track?
  /// A cover picture, shown if there is no video.
  package let cover: Track?
  package let title: String?
  package let chapters: [Chapter]
  /// Nil if the container does not know it.
  package let duration: MediaTime?
  /// The map of times in a file whose timestamps are not usable for this.
  let timeline: FileTimeline?
  /// The time of the next packets if their timestamps do not show it: after a seek in a file whose
  /// timestamps jump.
  package internal(set) var landing: MediaTime?
  /// The time of the earliest packet, according to the container.
  package let start: MediaTime
  /// FFmpeg's name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package let format: String
  var context: UnsafeMutablePointer<AVFormatContext>?
  private let interrupter: Interrupter
  private let access: SourceAccess
  /// Released after the context, which reads through it.
  private let io: ByteSourceIO?
  /// The error of the latest packet; cleared by the next successful read or a seek.
  var failure: FFmpegCode?
  /// Packets that a seek has read on its way, to be returned first.
  var readings: FIFO<PacketReading>
  /// The limits of its pictures and attachments.
  package let limits: PictureLimits
  private let binding: ThreadBinding

  /// Interrupts blocking reads from another thread. Thread-safe.
  package final class Interrupter: Sendable {
    private let isSet = Atomic(false)
    /// In nanoseconds of host time.
    private let deadline = Atomic(Int64.max)
    private let asked = Atomic(0)
    /// A source that FFmpeg does not read itself.
    private let source = Shared<(any Interruptible)?>(nil)

    package init() {}

    /// The number of reads from the source: FFmpeg calls back before each one.
    package var reads: Int { asked.load(ordering: .relaxed) }

    package func interrupt() {
      isSet.store(true, ordering: .releasing)
      source.value?.interrupt()
    }

    /// Interrupts this source, too.
    package func watch(_ source: any Interruptible) {
      self.source.update { $0 = source }
      if isSet.load(ordering: .acquiring) { source.interrupt() }
    }

    /// Counts a read from a source that FFmpeg does not read itself.
    package func countRead() { asked.add(1, ordering: .relaxed) }

    /// Interrupts reads at `time`; nil removes the deadline.
    package func interrupt(at time: HostTime?) {
      deadline.store(time?.nanoseconds ?? .max, ordering: .releasing)
    }

    /// Allows closing messages of the protocol until `time`.
    package func allowFarewell(until time: HostTime) {
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

  /// Opens a file for its video and audio. Throws if pictures exceed `limits`.
  package init(
    path: String, interrupter: Interrupter, limits: PictureLimits = .ofThisMachine
  ) throws(MediaError) {
    unsafe try self.init(
      .file(path), interrupter: interrupter, limits: limits, choosing: Self.chooseTracks)
  }

  /// Opens a source for its video and audio. With `isPart`, timestamps are not unwrapped, although
  /// they may wrap.
  package init(
    reading source: any ByteSource, isPart: Bool = false, interrupter: Interrupter,
    limits: PictureLimits = .ofThisMachine
  ) throws(MediaError) {
    unsafe try self.init(
      isPart ? .part(source) : .bytes(source), interrupter: interrupter, limits: limits,
      choosing: Self.chooseTracks)
  }

  /// Opens a live stream for its video and audio. Waits for the sender until interrupted.
  package init(
    receiving stream: NetworkStream, interrupter: Interrupter,
    limits: PictureLimits = .ofThisMachine
  ) throws(MediaError) {
    unsafe try self.init(
      .network(stream), interrupter: interrupter, limits: limits, choosing: Self.chooseTracks)
  }

  /// Opens a file for its best subtitle track only.
  package init(subtitles path: String, interrupter: Interrupter) throws(MediaError) {
    unsafe try self.init(
      .file(path), interrupter: interrupter, limits: .ofThisMachine,
      choosing: Self.chooseSubtitles)
  }

  /// Opens bytes for their best subtitle track only.
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
    self.interrupter = interrupter
    self.access = access
    self.io = io
    self.limits = limits
    (failure, readings) = (nil, FIFO())
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

  /// Returns a metadata entry under a name common to containers, such as `artist` or `genre`.
  package func metadata(_ name: String) -> String? {
    unsafe context.flatMap { unsafe metadataText(name, in: $0.pointee.metadata) }
  }

  /// Returns the next packet in file order. Throws for unreadable data; the next call or a seek may
  /// return packets after it.
  package mutating func read() throws(MediaError) -> PacketReading {
    binding.check()
    if let reading = readings.popFirst() { return reading }
    guard let packet = Packet() else {
      throw .call("packet", .init(rawValue: vitrine_error_memory))
    }
    let result = unsafe FFmpegCode(rawValue: av_read_frame(context, packet.raw))
    switch result {
    case .endOfFile:
      if let cause = io?.consumeFailure() { throw .unavailable(cause) }
      // Containers report unreadable data as their end, at once or at the next read.
      failure = consumeSourceError() ?? failure
      if let failure { throw .call("reading", failure) }
      return .ended
    case .exit: throw .interrupted
    case _ where result.rawValue < 0:
      if let cause = io?.consumeFailure() { throw .unavailable(cause) }
      _ = consumeSourceError()
      failure = result
      throw .call("reading", result)
    default: failure = nil
    }
    if packet.isEncrypted { throw .encrypted }
    if packet.stream == video?.index { return .video(packet) }
    if packet.stream == audio?.index { return .audio(packet) }
    if packet.stream == subtitle?.stream { return .subtitle(packet) }
    return .other
  }

  /// Returns and clears the I/O error: otherwise FFmpeg would report it repeatedly, and then the
  /// end.
  private func consumeSourceError() -> FFmpegCode? {
    guard let bytes = unsafe context?.pointee.pb, unsafe bytes.pointee.error < 0,
      unsafe bytes.pointee.error != vitrine_error_eof
    else { return nil }
    defer { unsafe (bytes.pointee.error, bytes.pointee.eof_reached) = (0, 0) }
    return unsafe FFmpegCode(rawValue: bytes.pointee.error)
  }

  /// Selects the best track of each kind. A cover picture is not a video track.
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
      // Video plays without audio that cannot be decoded; the audio decoder reports the error.
      if track.kind == .audio, video != nil { continue }
      // A device may decode a codec without a library; its decoder reports the error.
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

extension Demuxer {
  /// Whether the file is a single picture and not video: `image2` reads files, and FFmpeg has a
  /// byte demuxer for each picture format (png_pipe, jpeg_pipe, webp_pipe, …).
  package var isSinglePicture: Bool { Self.isSinglePicture(format) }

  static func isSinglePicture(_ format: String) -> Bool {
    format == "image2" || format.hasSuffix("_pipe")
  }

  /// Whether the format is an animated picture.
  package var isAnimation: Bool { format == "gif" || format == "apng" }
}

/// Containers whose timestamps may jump or wrap: broadcasts, which may begin and end anywhere, and
/// formats that can be concatenated.
extension Demuxer {
  package var mayJump: Bool { unsafe Self.mayJump(context) }

  static func mayJump(_ context: UnsafeMutablePointer<AVFormatContext>?) -> Bool {
    guard let format = unsafe context?.pointee.iformat else { return false }
    return unsafe format.pointee.flags & AVFMT_TS_DISCONT != 0
  }

  /// The time after which timestamps wrap; nil if they do not.
  package var timestampPeriod: MediaTime? {
    guard let index = video?.index ?? audio?.index,
      let stream = unsafe context?.pointee.streams[index],
      case let bits = unsafe stream.pointee.pts_wrap_bits, (1..<63).contains(bits),
      case let unit = unsafe stream.pointee.time_base,
      let timebase = Timebase(numerator: unit.num, denominator: unit.den)
    else { return nil }
    return timebase.mediaTime(of: 1 << Int64(bits))
  }
}

extension Demuxer {
  /// Limits the number of chapters in a file, because clients receive all of them.
  private static let mostChapters = 1000

  /// Returns the container's chapters; `start` is the time of its earliest packet.
  ///
  /// Wraps `AVChapter`.
  private static func chapters(
    of context: UnsafeMutablePointer<AVFormatContext>, from start: MediaTime
  ) -> [Chapter] {
    let count = min(Int(unsafe context.pointee.nb_chapters), mostChapters)
    let all = (0..<count).compactMap { index -> Chapter? in
      guard let chapter = unsafe context.pointee.chapters[index] else { return nil }
      let time = unsafe ContainerValues.time(chapter.pointee.start, chapter.pointee.time_base)
      return time.map { time in
        Chapter(
          title: unsafe metadataText("title", in: chapter.pointee.metadata),
          start: max(time - start, .zero))
      }
    }
    return all.sorted { $0.start < $1.start }
  }
}
