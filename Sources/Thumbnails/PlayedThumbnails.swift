internal import VitrineLinux
package import VitrineMedia
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Thumbnails along the current item for remote clients: made on the first request, in the same
/// folder as those of the slider. Thread-safe.
package final class PlayedThumbnails: Sendable {
  private let thumbnailer: Thumbnailer
  private let strip: Shared<PlayedStrip>

  /// `folder` is a cache, which nothing else clears, `remotes` open items on servers, and `isNetworkFree` is whether
  /// playback leaves bandwidth for them; see `Thumbnailer`.
  package init(
    folder: String, remotes: [any RemoteAccess], isNetworkFree: @escaping @Sendable () -> Bool
  ) {
    let strip = Shared(PlayedStrip())
    self.strip = strip
    thumbnailer = Thumbnailer(
      cache: folder, isReplaceable: true, remotes: remotes,
      isNetworkFree: isNetworkFree, recording: { _ in {} }
    ) { news in
      strip.update { $0.receive(news, at: .now()) }
    }
  }

  package func close() { thumbnailer.close() }

  /// The path of the thumbnail nearest to this fraction of the duration; nil if there is none yet.
  package func path(at part: Double, of status: PlaybackStatus) -> String? {
    guard let item = status.item, !item.isCard, status.live == nil else { return nil }
    let (changed, path) = strip.update { strip in
      let changed = strip.request(for: item, at: .now())
      return (changed, strip.path(at: part))
    }
    if let changed {
      if let old = changed.old { thumbnailer.cancel(old) }
      thumbnailer.enqueue(changed.new)
    }
    return path
  }
}

/// The thumbnails along one item. Not aware of threads.
struct PlayedStrip: Sendable {
  private var request: ThumbnailRequest?
  private var ready: [Thumbnail] = []
  /// Not before this time, a strip that failed is requested again.
  private var retry: HostTime?

  private static let count = 20
  private static let width = 320
  /// Clients may ask several times per second.
  private static let pause = Duration.seconds(10)

  /// Returns the request to make, and the one that it replaces; nil if these thumbnails were
  /// requested already.
  mutating func request(
    for item: Item, at now: HostTime
  ) -> (new: ThumbnailRequest, old: ThumbnailRequest?)? {
    let old = request
    // Another title changes no picture.
    if let old, old.item.hasSameContent(as: item) {
      guard let retry, retry <= now else { return nil }
    }
    var new = ThumbnailRequest(item: item, count: Self.count, width: Self.width)
    // bound: one more for each item played
    new.ticket = (old?.ticket ?? 0) + 1
    self = PlayedStrip()
    request = new
    return (new, old)
  }

  mutating func receive(_ event: ThumbnailEvent, at now: HostTime) {
    switch event {
    case .ready(let request, let thumbnail):
      if request == self.request { ready.append(thumbnail) }
    case .failed(let request, _):
      // A server may be available later.
      if request == self.request { retry = now + Self.pause }
    case .finished, .elsewhere: break
    }
  }

  /// The path of the thumbnail nearest to this fraction of the duration; nil if there is none yet.
  func path(at part: Double) -> String? {
    let place = Int((part * Double(Self.count - 1)).rounded())
    // A neighbour replaces a missing thumbnail only once all are made.
    return ready.first { $0.index == place }?.path
      ?? (ready.count == Self.count ? nil : ready.last { $0.index <= place }?.path)
  }
}
