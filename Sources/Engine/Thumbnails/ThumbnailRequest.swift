public import Pictures
public import Playback
public import Playlists
internal import Scanout
public import Timing

/// The wish for a strip of small pictures along an item's timeline.
public struct ThumbnailRequest: Hashable, Sendable {
  public let item: Item
  /// How many pictures: 1 to 500.
  public let count: Int
  /// The most pixels that a picture is wide, 16 to 1024. It is at most twice as high.
  public let width: Int

  /// Numbers out of bounds are brought to the nearest one within.
  public init(item: Item, count: Int = 20, width: Int = 200) {
    self.item = item
    self.count = min(max(count, 1), 500)
    self.width = min(max(width, 16), 1024)
  }
}

/// One small picture of a strip: a PNG file, which may be gone once other strips are made.
public struct Thumbnail: Hashable, Sendable {
  /// Its place in the strip, from 0.
  public let index: Int
  /// The moment that it stands for, counted from the source's beginning as `Item.start` is.
  /// The picture is the key frame that is nearest.
  public let time: MediaTime
  public let path: String
  public let size: PixelSize
}

/// What a thumbnailer has to say. Of one request: any number of `ready`, in the strip's order,
/// then either `finished` or `failed`; nothing more once it was cancelled.
public enum ThumbnailNews: Sendable {
  case ready(ThumbnailRequest, Thumbnail)
  /// No more will come. `count` are ready, fewer than wanted where the item has fewer or where
  /// it is damaged in places.
  case finished(ThumbnailRequest, count: Int)
  /// The item cannot be opened, or nothing of it decoded, or the pictures cannot be written.
  case failed(ThumbnailRequest, PlaybackError)
}
