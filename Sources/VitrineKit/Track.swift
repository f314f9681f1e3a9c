internal import VitrinePlayback

/// A video, audio or subtitle track of an item.
public struct Track: Hashable, Sendable, Identifiable {
  /// The kind of a track.
  public enum Kind: String, Sendable, CaseIterable {
    /// Video.
    case video
    /// Audio.
    case audio
    /// Subtitles.
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

  /// The track of a kind to use; see ``Player/select(_:_:)``.
  public enum Choice: Hashable, Sendable {
    /// The player's choice, by the preferred languages and the file's defaults.
    case automatic
    /// None.
    case off
    /// The track of the current item with this ``Track/id``. For later items, a track in its
    /// language.
    case track(Track.ID)
    /// The best track in this language, such as `de`, `deu` or `German`.
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

  /// The index of the track in the file.
  public let id: Int
  /// The kind of track.
  public let kind: Kind
  /// FFmpeg's short name of the codec, such as `h264`.
  public let codec: String
  /// The language as spelled in the file, usually ISO 639-2 such as `eng`; nil if there is none.
  public let language: String?
  /// The title in the file; nil if there is none.
  public let title: String?
  /// Whether these subtitles are also for people who understand the sound (forced).
  public let isForced: Bool

  init(_ track: TrackInfo) {
    (id, kind, codec) = (track.index, Kind(track.kind), track.codec)
    (language, title, isForced) = (track.language, track.title, track.isForced)
  }
}
