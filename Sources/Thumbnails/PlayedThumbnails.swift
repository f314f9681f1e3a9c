internal import VitrineLinux
public import VitrineMedia
public import VitrinePlayback
internal import VitrinePlaylists

/// Thumbnails along the current item for remote clients: made on the first request, in the same
/// folder as those of the slider. Thread-safe.
public final class PlayedThumbnails: Sendable {
  private struct Strip: Sendable {
    var request: ThumbnailRequest?
    var ready: [Thumbnail] = []
  }

  private let thumbnailer: Thumbnailer
  private let strip: Shared<Strip>

  private static let count = 20
  private static let width = 320

  /// `folder` is a cache, which nothing else clears, `remotes` open items on servers, and `isNetworkFree` is whether
  /// playback leaves bandwidth for them; see `Thumbnailer`.
  public init(
    folder: String, remotes: [any RemoteAccess], isNetworkFree: @escaping @Sendable () -> Bool
  ) {
    let strip = Shared(Strip())
    self.strip = strip
    thumbnailer = Thumbnailer(
      cache: folder, isReplaceable: true, remotes: remotes,
      isNetworkFree: isNetworkFree, recording: { _ in {} }
    ) { news in
      guard case .ready(let request, let thumbnail) = news else { return }
      strip.update { strip in
        if strip.request == request { strip.ready.append(thumbnail) }
      }
    }
  }

  public func close() { thumbnailer.close() }

  /// The path of the thumbnail nearest to this fraction of the duration; nil if there is none yet.
  public func path(at part: Double, of status: PlaybackStatus) -> String? {
    guard let item = status.item, !item.isCard, status.live == nil else { return nil }
    let request = ThumbnailRequest(item: item, count: Self.count, width: Self.width)
    let (isNew, ready) = strip.update { strip in
      let isNew = strip.request != request
      if isNew { strip = Strip(request: request) }
      return (isNew, strip.ready)
    }
    if isNew { thumbnailer.enqueue(request) }
    let place = Int((part * Double(Self.count - 1)).rounded())
    // A neighbour replaces a missing thumbnail only once all are made.
    return ready.first { $0.index == place }?.path
      ?? (ready.count == Self.count ? nil : ready.last { $0.index <= place }?.path)
  }
}
