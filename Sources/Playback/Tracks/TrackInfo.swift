public import VitrineTiming

/// A track of an item, for a menu.
public struct TrackInfo: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case video, audio, subtitle }

  public var kind: Kind
  /// The index among the source's streams; sidecar files follow.
  public var index: Int
  /// FFmpeg's name of the codec, such as `h264`.
  public var codec: String
  /// As in the container, mostly ISO 639-2: `eng`.
  public var language: String?
  public var title: String?
  public var isDefault: Bool
  /// Whether the subtitles are also for viewers who understand the audio.
  public var isForced: Bool

  public init(
    kind: Kind, index: Int, codec: String, language: String? = nil, title: String? = nil,
    isDefault: Bool = false, isForced: Bool = false
  ) {
    self.kind = kind
    self.index = index
    self.codec = codec
    self.language = language
    self.title = title
    self.isDefault = isDefault
    self.isForced = isForced
  }
}

/// A chapter of an item.
public struct Chapter: Hashable, Sendable {
  public var title: String?
  /// From the item's beginning.
  public var start: MediaTime

  public init(title: String? = nil, start: MediaTime) {
    self.title = title
    self.start = start
  }
}
