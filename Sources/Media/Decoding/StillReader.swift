internal import VitrineLinux
internal import VitrinePictures
package import VitrineTiming

/// A reader of single pictures in a file or a stream. Thread-bound: it decodes only key frames, on the
/// calling thread.
package struct StillReader: ~Copyable {
  /// The kind of pictures in a file.
  package enum Content: Hashable, Sendable {
    /// Video of this duration.
    case moving(MediaTime)
    /// A single picture: an image, or video of unknown duration.
    case single
    /// A cover picture.
    case cover
    case none
  }

  package let content: Content
  /// The track of the first picture, which completes the description of its frames.
  package let track: Track?
  /// A file, local or on a server.
  private var demuxer: Demuxer?
  /// A stream of segments.
  private var stream: (any PacketSource)?
  private var search: StillSearch
  private let interrupter: Demuxer.Interrupter
  private let binding: ThreadBinding

  /// Opens a file. `interrupter` interrupts slow operations from another thread.
  package init(path: String, interrupter: Demuxer.Interrupter) throws(MediaError) {
    let demuxer = try Demuxer(path: path, interrupter: interrupter)
    let content = Content(of: demuxer)
    self.init(demuxer, content, StillSearch(interrupter), interrupter)
  }

  /// Opens a file that is in memory.
  package init(bytes: [UInt8], interrupter: Demuxer.Interrupter) throws(MediaError) {
    let demuxer = try Demuxer(reading: MemoryBytes(bytes), interrupter: interrupter)
    let content = Content(of: demuxer)
    self.init(demuxer, content, StillSearch(interrupter), interrupter)
  }

  /// Reads a file on a server. Without an index, most of it would have to be downloaded for a seek:
  /// such a video has no pictures.
  package init(onServer demuxer: consuming Demuxer, interrupter: Demuxer.Interrupter) {
    var content = Content(of: demuxer, isRemote: true)
    if case .moving = content, !demuxer.hasIndex { content = .none }
    self.init(demuxer, content, StillSearch(interrupter, isRemote: true), interrupter)
  }

  /// Reads a stream of segments. The end of this reader interrupts `interrupter`, which ends the
  /// stream's downloads.
  package init(
    stream: any PacketSource, interrupter: Demuxer.Interrupter
  ) throws(MediaError) {
    var stream = stream
    try stream.select([stream.video?.info].compactMap(\.self))
    (content, track) = (Content(of: stream, isRemote: true), stream.video)
    demuxer = nil
    self.stream = stream
    search = StillSearch(interrupter, isRemote: true)
    self.interrupter = interrupter
    binding = ThreadBinding()
  }

  private init(
    _ opened: consuming Demuxer, _ content: Content, _ search: StillSearch,
    _ interrupter: Demuxer.Interrupter
  ) {
    let video = opened.video
    track = video ?? opened.cover
    opened.select(video: video, audio: nil, subtitle: nil)
    demuxer = consume opened
    (stream, self.content, self.search) = (nil, content, search)
    self.interrupter = interrupter
    binding = ThreadBinding()
  }

  deinit { if stream != nil { interrupter.interrupt() } }

  /// The duration, codec and size as text: another video hardly has the same.
  package var properties: String {
    let duration = if case .moving(let duration) = content { duration } else { MediaTime.zero }
    let size = track?.picture.map { "\($0.size)" }
    return "\(duration.nanoseconds) \(track?.codec ?? "-") \(size ?? "-")"
  }

  /// Returns the key frame nearest to `time`, which counts from the start of the file; in a file
  /// without an index, one soon after it.
  ///
  /// Returns the same frame again if it is the one of the previous call, and nil if there is none
  /// within 500 packets and two seconds, or ten on a server. Waiting for a server that sends nothing
  /// takes longer: `interrupter` ends it, and all later reads.
  package mutating func picture(near time: MediaTime) throws(MediaError) -> Frame? {
    binding.check()
    if content == .none { return nil }
    if let found = try demuxer?.still(near: time, in: content, &search) { return found }
    return try stream?.still(near: time, in: content, &search) ?? nil
  }
}

extension StillReader.Content {
  /// A stream of unknown duration on a server may be live, and has no pictures.
  init(of source: borrowing some PacketSource & ~Copyable, isRemote: Bool = false) {
    if source.video == nil {
      self = source.cover == nil ? .none : .cover
    } else if !source.isSinglePicture, let duration = source.duration {
      self = .moving(duration)
    } else {
      self = isRemote && !source.isSinglePicture ? .none : .single
    }
  }
}
