internal import VitrinePlayback

/// The tags in an item's file; see ``PlayerStatus/tags``.
///
/// The properties are for the usual tags, the subscript is for all. Tags come from the file, so do
/// not trust their contents. At most 64 are read, with at most 1,000 characters each.
public struct MediaTags: Hashable, Sendable {
  private let value: VitrinePlayback.MediaTags

  init(_ value: VitrinePlayback.MediaTags) { self.value = value }

  /// Returns the tag with FFmpeg's name, such as `composer`, `album_artist` or `track`. Upper and
  /// lower case are equivalent.
  public subscript(name: String) -> String? { value[name] }

  /// The names of all tags, sorted and in lower case.
  public var names: [String] { value.values.keys.sorted() }

  /// The title.
  public var title: String? { self["title"] }
  /// The artist.
  public var artist: String? { self["artist"] }
  /// The album.
  public var album: String? { self["album"] }
  /// The date or year, as spelled in the file.
  public var date: String? { self["date"] }
  /// The genre.
  public var genre: String? { self["genre"] }
  /// The comment.
  public var comment: String? { self["comment"] }
  /// The language of the whole file, as spelled in it. Tracks have their own ``Track/language``.
  public var language: String? { self["language"] }
}
