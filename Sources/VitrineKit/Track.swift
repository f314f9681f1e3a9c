internal import VitrinePlayback

/// A picture, sound or subtitles that an item offers to choose from.
public struct Track: Hashable, Sendable, Identifiable {
  /// What it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// The picture.
    case video
    /// The sound.
    case audio
    /// Words over the picture.
    case subtitle

    var value: TrackInfo.Kind {
      switch self {
      case .video: .video
      case .audio: .audio
      case .subtitle: .subtitle
      }
    }

    init(_ value: TrackInfo.Kind) {
      switch value {
      case .video: self = .video
      case .audio: self = .audio
      case .subtitle: self = .subtitle
      }
    }
  }

  /// Which of a kind is wanted.
  public enum Choice: Hashable, Sendable {
    /// As the file and the wanted languages say.
    case automatic
    /// None.
    case off
    /// The one with this `Track.id`, of the item that plays; its language of those after it.
    case track(Track.ID)
    /// The best one in this language, as `de`, `deu` or `German`.
    case language(String)

    var value: TrackSelection {
      switch self {
      case .automatic: .automatic
      case .off: .off
      case .track(let id): .index(id)
      case .language(let language): .language(language)
      }
    }
  }

  /// Its place in the file.
  public let id: Int
  /// What it is.
  public let kind: Kind
  /// FFmpeg's short name: `h264`.
  public let codec: String
  /// As the file spells it, mostly ISO 639-2: `eng`.
  public let language: String?
  /// As the file calls it.
  public let title: String?
  /// Meant for those who understand the sound, too.
  public let isForced: Bool

  init(_ track: TrackInfo) {
    (id, kind, codec) = (track.index, Kind(track.kind), track.codec)
    (language, title, isForced) = (track.language, track.title, track.isForced)
  }
}
