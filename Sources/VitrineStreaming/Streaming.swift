internal import VitrineAddresses
public import VitrineKit
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineRemoteMedia
internal import VitrineTiming

extension ItemSource {
  /// Plays files on web servers, HLS and DASH streams, and RTSP, RTP, UDP and SRT sources.
  ///
  /// ```swift
  /// let cache = StreamingCache(folder: "/var/cache/museum")
  /// let player = Player(items, sources: [.streaming(cache: cache, preload: 2)])
  /// ```
  ///
  /// Each player has its own connections, which end with ``Player/run()``. So has each `Thumbnails`.
  ///
  /// - Parameters:
  ///   - cache: Stores downloads, so that they play again without a network; nil stores nothing.
  ///   - preload: The number of upcoming items to download into the cache while playback does not
  ///     need the network. Without a cache, nothing is preloaded.
  ///   - latency: The distance of live streams to their live edge; nil uses the stream's.
  public static func streaming(
    cache: StreamingCache? = nil, preload: Int = 0, latency: Duration? = nil
  ) -> ItemSource {
    ItemSource { warn in
      StreamingAccess(cache, preload: preload, latency: latency, warn)
    }
  }
}

/// A player's connections, cache and preloading. Thread-safe.
final class StreamingAccess: RemoteAccess {
  private let sources: RemoteSources
  private let network: NetworkAccess
  private let cache: StreamingCache?
  private let count: Int
  private let preloader = Shared<Preloader?>(nil)
  private let warn: @Sendable (String) -> Void
  /// Whether the preloader could not start.
  private let hasFailed = Shared(false)
  /// Whether the cache is in use.
  private let isCaching: Shared<Bool>

  init(
    _ cache: StreamingCache?, preload: Int, latency: Duration?,
    _ warn: @escaping @Sendable (String) -> Void
  ) {
    let isCaching = Shared(false)
    self.isCaching = isCaching
    sources = RemoteSources(TransferClient(agent: "VitrineKit")) { loop in
      guard let cache else { return loop }
      isCaching.update { $0 = true }
      return cache.transfers(over: loop, warn)
    }
    network = NetworkAccess(
      sources, latency: latency.map { MediaTime(nanoseconds: $0.nanoseconds) })
    self.cache = cache
    count = cache == nil ? 0 : preload
    self.warn = warn
  }

  func stream(at url: RemoteURL, quality: VariantPolicy.Preference) -> (any RemoteStream)? {
    network.stream(at: url, quality: quality)
  }

  func stills(
    at url: RemoteURL, _ interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> StillReader? {
    try network.stills(at: url, interrupter)
  }

  func download(_ url: RemoteURL, limit: Int) -> (any RemoteDownload)? {
    network.download(url, limit: limit)
  }

  var throughput: Double? { network.throughput }

  /// The first call starts the preloader's thread.
  func preload(_ upcoming: UpcomingItems) {
    guard count > 0, !hasFailed.value else { return }
    if preloader.value == nil { startPreloader() }
    preloader.value?.update(upcoming)
  }

  private func startPreloader() {
    do throws(Errno) {
      let started = try Preloader(sources, .next(count))
      preloader.update { $0 = started }
    } catch {
      hasFailed.update { $0 = true }
      warn("nothing is preloaded: cannot start the thread: \(error)")
    }
  }

  var preloadProgress: PreloadProgress? { preloader.value?.progress }

  func add(fields: [String: String], for origin: RemoteURL.Origin) {
    network.add(fields: fields, for: origin)
  }

  func close() {
    preloader.update { $0.take() }?.close()
    network.close()
    let wasCaching = isCaching.update { isCaching in
      defer { isCaching = false }
      return isCaching
    }
    if wasCaching { cache?.release() }
  }
}
