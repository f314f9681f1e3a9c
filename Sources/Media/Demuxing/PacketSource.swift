public import VitrinePlayback
public import VitrineTiming

/// Where packets come from: a file, or a stream that is put together of many. Thread-bound.
public protocol PacketSource: ~Copyable {
  /// All that could be played.
  var infos: [TrackInfo] { get }
  /// The tracks that are read.
  var video: Track? { get }
  var audio: Track? { get }
  var subtitle: Track? { get }
  /// A picture of what has none.
  var cover: Track? { get }
  var title: String? { get }
  /// In the order of their beginnings.
  var chapters: [Chapter] { get }
  /// Of the whole; nil where it is not known, and of what has no end.
  var duration: MediaTime? { get }
  /// The time of the earliest packet.
  var start: MediaTime { get }
  /// Where it plays from where no place is asked for; nil is its start.
  var beginning: MediaTime? { get }
  /// The time that the next packets stand for, where their stamps do not tell it.
  var landing: MediaTime? { get }
  /// Whether time stamps may jump or begin again.
  var mayJump: Bool { get }
  /// After how long they begin again; nil where they do not.
  var timestampPeriod: MediaTime? { get }
  /// How much of it decoders are given ahead of what they need, where it holds the rest itself; nil is
  /// as much as there is room for.
  var headroom: MediaTime? { get }
  var isSinglePicture: Bool { get }
  /// Whether it is pictures that move, without a player's time.
  var isAnimation: Bool { get }

  /// The track that is read where nobody has a wish.
  func best(_ kind: TrackInfo.Kind) -> TrackInfo?
  func coverPacket() -> Packet?
  /// Files that travel inside, of at most `limit` bytes each.
  func attachments(limit: Int) -> [Demuxer.Attachment]
  /// Reads the tracks of these, and no others.
  mutating func select(_ infos: [TrackInfo]) throws(MediaError)
  mutating func read() throws(MediaError) -> PacketReading
  /// The moment to show where `time` is asked for, which may not be there yet.
  func reachable(_ time: MediaTime) throws(MediaError) -> MediaTime
  mutating func seek(to time: MediaTime, _ mode: Demuxer.SeekMode) throws(MediaError)
}

/// What reading gave.
public enum PacketReading: Sendable {
  case video(Packet)
  case audio(Packet)
  case subtitle(Packet)
  /// Of a track that is not played.
  case other
  /// The packets of this kind that follow need another decoder: that of the source's track from now on.
  case changed(TrackInfo.Kind)
  /// The subtitles cannot be had: the rest goes on without.
  case withoutSubtitles(MediaError)
  case ended
}

extension PacketSource where Self: ~Copyable {
  public var chapters: [Chapter] { [] }
  public var headroom: MediaTime? { nil }
  public var beginning: MediaTime? { nil }
}

extension Demuxer: PacketSource {
  public func reachable(_ time: MediaTime) -> MediaTime { time }

  public var infos: [TrackInfo] { tracks.filter { !$0.isCover }.map(\.info) }

  public func best(_ kind: TrackInfo.Kind) -> TrackInfo? {
    switch kind {
    case .video: bestVideo?.info
    case .audio: bestAudio?.info
    case .subtitle: nil
    }
  }

  public mutating func select(_ infos: [TrackInfo]) {
    let known = tracks
    func track(_ kind: TrackInfo.Kind) -> Track? {
      let index = infos.first { $0.kind == kind }?.index
      return known.first { $0.kind == kind && $0.index == index }
    }
    select(video: track(.video), audio: track(.audio), subtitle: track(.subtitle))
  }
}
