package import VitrinePlayback
package import VitrineTiming

/// A source of packets: a file, or a stream that consists of many. Thread-bound.
package protocol PacketSource: ~Copyable {
  /// All playable tracks.
  var infos: [TrackInfo] { get }
  /// The selected tracks.
  var video: Track? { get }
  var audio: Track? { get }
  var subtitle: Track? { get }
  /// A cover picture for items without video.
  var cover: Track? { get }
  var title: String? { get }
  var tags: MediaTags { get }
  /// In order of their starts.
  var chapters: [Chapter] { get }
  /// Nil if it is unknown or unlimited.
  var duration: MediaTime? { get }
  /// The time of the earliest packet.
  var start: MediaTime { get }
  /// The default playback position; nil means the start.
  var beginning: MediaTime? { get }
  /// The time of the next packets, if their timestamps do not show it.
  var landing: MediaTime? { get }
  /// Whether timestamps may jump or wrap.
  var mayJump: Bool { get }
  /// The time after which timestamps wrap; nil if they do not.
  var timestampPeriod: MediaTime? { get }
  /// How far ahead to fill decoders, if the source itself holds the rest; nil fills them
  /// completely.
  var headroom: MediaTime? { get }
  var isSinglePicture: Bool { get }
  /// Whether it is an animated picture, which has no controls.
  var isAnimation: Bool { get }

  /// Returns the default track of a kind.
  func best(_ kind: TrackInfo.Kind) -> TrackInfo?
  func coverPacket() -> Packet?
  /// Returns attached files of at most `limit` bytes each.
  func attachments(limit: Int) -> [Demuxer.Attachment]
  /// Selects the tracks to read.
  mutating func select(_ infos: [TrackInfo]) throws(MediaError)
  mutating func read() throws(MediaError) -> PacketReading
  /// Returns the position to show for a seek to `time`, which may not be available yet.
  func reachable(_ time: MediaTime) throws(MediaError) -> MediaTime
  mutating func seek(to time: MediaTime, _ mode: Demuxer.SeekMode) throws(MediaError)
}

/// The result of a read.
package enum PacketReading: Sendable {
  case video(Packet)
  case audio(Packet)
  case subtitle(Packet)
  /// A packet of a track that is not selected.
  case other
  /// The following packets of this kind need another decoder, for the source's new track.
  case changed(TrackInfo.Kind)
  /// The subtitles failed; the rest continues without them.
  case withoutSubtitles(MediaError)
  case ended
}

extension PacketSource where Self: ~Copyable {
  package var tags: MediaTags { MediaTags() }
  package var chapters: [Chapter] { [] }
  package var headroom: MediaTime? { nil }
  package var beginning: MediaTime? { nil }
}

extension Demuxer: PacketSource {
  package func reachable(_ time: MediaTime) -> MediaTime { time }

  package var infos: [TrackInfo] { tracks.filter { !$0.isCover }.map(\.info) }

  package func best(_ kind: TrackInfo.Kind) -> TrackInfo? {
    switch kind {
    case .video: bestVideo?.info
    case .audio: bestAudio?.info
    case .subtitle: nil
    }
  }

  package mutating func select(_ infos: [TrackInfo]) {
    let known = tracks
    func track(_ kind: TrackInfo.Kind) -> Track? {
      let index = infos.first { $0.kind == kind }?.index
      return known.first { $0.kind == kind && $0.index == index }
    }
    select(video: track(.video), audio: track(.audio), subtitle: track(.subtitle))
  }
}
