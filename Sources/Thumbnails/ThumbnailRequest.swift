package import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
internal import VitrineScanout
package import VitrineTiming

/// A request for a strip of thumbnails along an item's timeline.
package struct ThumbnailRequest: Hashable, Sendable {
  package let item: Item
  /// The number of pictures, 1 to 500.
  package let count: Int
  /// The maximum width of a picture in pixels, 16 to 1024. Its height is at most twice that.
  package let width: Int

  /// Whether it is a poster, which represents the item, instead of pictures at certain times.
  package private(set) var isPoster = false
  /// Whether the item is itself a poster named in a list, which is small and may be downloaded.
  package private(set) var isNamed = false

  /// Whether the first pictures are far apart, so that there is soon one near any time.
  package var isCoarseFirst = false

  /// Distinguishes equal requests, so that a result for a cancelled one is not mistaken for the
  /// other's.
  package var ticket = 0

  /// Clamps numbers to their limits.
  package init(item: Item, count: Int = 20, width: Int = 200) {
    self.item = item
    self.count = min(max(count, 1), 500)
    self.width = min(max(width, 16), 1024)
  }

  /// Whether the pictures are of a video on a server.
  var isRemote: Bool { if case .remote = item.source { !isNamed } else { false } }

  /// Why no picture can be made without access to servers; nil if one may be possible.
  package var refusal: String? {
    switch item.source {
    case .file: nil
    case .remote(let url):
      isNamed ? nil : "\(url): thumbnails need a local file; download it first"
    case .color, .card: "\(item.name): not a video file: it has no thumbnails"
    }
  }

  /// Returns a request for the item's poster: the first picture after a tenth of its duration that
  /// is not nearly of a single colour, or the cover picture of music.
  package static func poster(of item: Item, width: Int) -> ThumbnailRequest {
    var request = ThumbnailRequest(item: item, count: 1, width: width)
    request.isPoster = true
    return request
  }

  /// Returns a request for a poster that a list names.
  package static func poster(named source: Item.Source, width: Int) -> ThumbnailRequest {
    var request = poster(of: Item(source), width: width)
    request.isNamed = true
    return request
  }
}

/// A thumbnail in a strip: a PNG file, which may be removed once other strips are made.
package struct Thumbnail: Hashable, Sendable {
  /// The index in the strip, from 0.
  package let index: Int
  /// The time in the source, like `Item.start`. The picture is the nearest key frame.
  package let time: MediaTime
  package let path: String
  package let size: PixelSize
}

/// An event of a thumbnailer. For each request there are any number of `ready`, in the strip's
/// order unless `isCoarseFirst`, then either `finished` or `failed`; none after it was cancelled.
package enum ThumbnailEvent: Sendable {
  case ready(ThumbnailRequest, Thumbnail)
  /// The strip is complete. `count` pictures are ready, fewer than requested if the item has fewer
  /// or is partly damaged.
  case finished(ThumbnailRequest, count: Int)
  /// The item cannot be opened or decoded, or the pictures cannot be written.
  case failed(ThumbnailRequest, PlaybackError)
  /// The folder is not writable: the pictures are in this temporary folder.
  case elsewhere(String, because: PlaybackError)
}
