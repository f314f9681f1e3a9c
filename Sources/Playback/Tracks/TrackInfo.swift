public import VitrineTiming

/// One stream that an item offers, as people choose it.
public struct TrackInfo: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case video, audio, subtitle }

  public var kind: Kind
  /// Its place among the source's streams; those of side-car files follow them.
  public var index: Int
  /// FFmpeg's short name of its codec: `h264`.
  public var codec: String
  /// As the container spells it, mostly ISO 639-2: `eng`.
  public var language: String?
  public var title: String?
  public var isDefault: Bool
  /// To be shown even to those who understand the sound.
  public var isForced: Bool

  public init(
    kind: Kind, index: Int, codec: String, language: String? = nil, title: String? = nil,
    isDefault: Bool = false, isForced: Bool = false
  ) {
    (self.kind, self.index, self.codec, self.language) = (kind, index, codec, language)
    (self.title, self.isDefault, self.isForced) = (title, isDefault, isForced)
  }
}

/// A part of an item that its container names.
public struct Chapter: Hashable, Sendable {
  public var title: String?
  /// Counted from the item's beginning.
  public var start: MediaTime

  public init(title: String? = nil, start: MediaTime) { (self.title, self.start) = (title, start) }
}
