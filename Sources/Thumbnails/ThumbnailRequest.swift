public import VitrinePictures
public import VitrinePlayback
public import VitrinePlaylists
internal import VitrineScanout
public import VitrineTiming

/// The wish for a strip of small pictures along an item's timeline.
public struct ThumbnailRequest: Hashable, Sendable {
  public let item: Item
  /// How many pictures: 1 to 500.
  public let count: Int
  /// The most pixels that a picture is wide, 16 to 1024. It is at most twice as high.
  public let width: Int

  /// Whether it is one picture that tells what the item is, instead of what is to be seen when.
  public private(set) var isPoster = false
  /// Whether the item is a picture that a list names as another's poster: what is small, and may be
  /// fetched for it.
  package private(set) var isNamed = false

  /// Tells wishes for the same apart, where news of one that was cancelled must not be taken for the other's.
  package var ticket = 0

  /// Numbers out of bounds are brought to the nearest one within.
  public init(item: Item, count: Int = 20, width: Int = 200) {
    self.item = item
    self.count = min(max(count, 1), 500)
    self.width = min(max(width, 16), 1024)
  }

  /// Why no picture can be made, whatever the file holds; nil where one may be.
  public var refusal: String? {
    switch item.source {
    case .file: nil
    case .remote(let url):
      isNamed ? nil : "\(url): pictures are made of files on this machine; download it first"
    case .color, .card: "\(item.name): not a file, so it has no pictures along a timeline"
    }
  }

  /// The wish for the item's poster: the first picture from a tenth of its length on that is not
  /// nearly of one colour, or the cover of music.
  public static func poster(of item: Item, width: Int) -> ThumbnailRequest {
    var request = ThumbnailRequest(item: item, count: 1, width: width)
    request.isPoster = true
    return request
  }

  /// The wish for what a list names as a poster.
  package static func poster(named source: Item.Source, width: Int) -> ThumbnailRequest {
    var request = poster(of: Item(source), width: width)
    request.isNamed = true
    return request
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
  /// The folder cannot be written: the pictures are kept in this one until the end.
  case elsewhere(String, because: PlaybackError)
}
