package import VitrineTiming

/// A track of an item, for a menu.
package struct TrackInfo: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable { case video, audio, subtitle }

  package var kind: Kind
  /// The index among the source's streams; sidecar files follow.
  package var index: Int
  /// FFmpeg's name of the codec, such as `h264`.
  package var codec: String
  /// As in the container, mostly ISO 639-2: `eng`.
  package var language: String?
  package var title: String?
  package var isDefault: Bool
  /// Whether the subtitles are also for viewers who understand the audio.
  package var isForced: Bool
  /// The viewers that the track is made for, apart from their language.
  package var audience: Audience

  /// Viewers with a disability that a track is made for.
  package enum Audience: String, Hashable, Sendable {
    case everyone
    /// Viewers who are hard of hearing: subtitles that also describe sounds.
    case hardOfHearing = "hard-of-hearing"
    /// Blind and partially sighted viewers: audio description.
    case visuallyImpaired = "visually-impaired"
    /// The same, but only the voice, which the receiver has to mix with the sound (DVB). Vitrine does not.
    case receiverMix = "receiver-mix"

    /// Whether it is not the usual sound, but a description of the picture.
    package var describesPicture: Bool { self == .visuallyImpaired || self == .receiverMix }
  }

  package init(
    kind: Kind, index: Int, codec: String, language: String? = nil, title: String? = nil,
    isDefault: Bool = false, isForced: Bool = false, audience: Audience = .everyone
  ) {
    self.kind = kind
    self.index = index
    self.codec = codec
    self.language = language
    self.title = title
    self.isDefault = isDefault
    self.isForced = isForced
    self.audience = audience
  }
}

/// A chapter of an item.
package struct Chapter: Hashable, Sendable {
  package var title: String?
  /// From the item's beginning.
  package var start: MediaTime

  package init(title: String? = nil, start: MediaTime) {
    self.title = title
    self.start = start
  }
}
