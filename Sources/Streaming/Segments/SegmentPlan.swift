internal import Network
internal import Playback
internal import Streams

/// Which rows of segments a presentation has. A value.
struct SegmentPlan: Sendable {
  /// A sound that comes apart from the picture.
  struct Sound: Hashable, Sendable {
    let info: TrackInfo
    let url: RemoteURL
  }

  let main: [SegmentReading.Encoding]
  let sounds: [Sound]
  /// A list that is known already, of the first encoding.
  let list: HLSMediaPlaylist?
  /// How far inside it may name machines.
  let scope: AddressScope?

  /// Sounds of their own follow those that the picture's segments may have.
  static let firstSound = 100

  init(_ list: HLSMediaPlaylist, from url: RemoteURL, scope: AddressScope?) {
    main = [.init(url: url, variant: .init(bandwidth: 0))]
    (sounds, self.list, self.scope) = ([], list, scope)
  }

  /// Nil where it names nothing to play.
  init?(_ master: HLSMultivariantPlaylist, scope: AddressScope?) {
    // Where some have a picture, those without are for the ear alone.
    let seen = master.variants.filter { $0.height != nil }
    var variants = seen.isEmpty ? master.variants : seen
    guard let first = variants.first else { return nil }
    // The same encoding with another sound is no other encoding.
    variants = variants.filter { $0.audio == first.audio || $0.url != first.url }
    main = variants.map {
      .init(
        url: $0.url,
        variant: .init(bandwidth: $0.bandwidth, width: $0.width, height: $0.height))
    }
    let codec = first.codecs.lazy.compactMap(Self.soundCodec).first ?? "aac"
    let apart = master.renditions(.audio, of: first.audio).filter { $0.url != nil }
    sounds = apart.enumerated().compactMap { index, rendition in
      rendition.url.map { url in
        Sound(
          info: TrackInfo(
            kind: .audio, index: Self.firstSound + index, codec: codec,
            language: rendition.language, title: rendition.name, isDefault: rendition.isDefault),
          url: url)
      }
    }
    (list, self.scope) = (nil, scope)
  }

  /// FFmpeg's name of a codec as RFC 6381 writes it.
  private static func soundCodec(_ text: String) -> String? {
    let names = ["mp4a": "aac", "ac-3": "ac3", "ec-3": "eac3", "opus": "opus", "flac": "flac"]
    return names[text.prefix { $0 != "." }.lowercased()]
  }
}
