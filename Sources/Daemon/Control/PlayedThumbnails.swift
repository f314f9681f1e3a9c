import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineThumbnails
import VitrineTiming

/// Small pictures along what plays, for those who look from elsewhere: made at the first request, and
/// kept in the folder of those of the slider. Thread-safe.
final class PlayedThumbnails: Sendable {
  private struct Strip: Sendable {
    var request: ThumbnailRequest?
    var ready: [Thumbnail] = []
  }

  private let thumbnailer: Thumbnailer
  private let strip: Shared<Strip>

  private static let count = 20
  private static let width = 320

  init(folder: String) {
    let strip = Shared(Strip())
    self.strip = strip
    thumbnailer = Thumbnailer(cache: folder, isReplaceable: true) { news in
      guard case .ready(let request, let thumbnail) = news else { return }
      strip.update { strip in
        if strip.request == request { strip.ready.append(thumbnail) }
      }
    }
  }

  func close() { thumbnailer.close() }

  /// The path of the picture nearest to this part of the length; nil while there is none.
  func path(at part: Double, of status: PlaybackStatus) -> String? {
    guard let item = status.item, !item.isCard, status.live == nil else { return nil }
    let request = ThumbnailRequest(item: item, count: Self.count, width: Self.width)
    let (isNew, ready) = strip.update { strip in
      let isNew = strip.request != request
      if isNew { strip = Strip(request: request) }
      return (isNew, strip.ready)
    }
    if isNew { thumbnailer.want(request) }
    let place = Int((part * Double(Self.count - 1)).rounded())
    // Those before and behind it stand for it only once it will not come.
    return ready.first { $0.index == place }?.path
      ?? (ready.count == Self.count ? nil : ready.last { $0.index <= place }?.path)
  }
}
