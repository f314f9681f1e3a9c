public import VitrineAddresses
public import VitrineMedia
public import VitrineNetwork
public import VitrinePlayback
public import VitrineTiming

/// Plays items on servers, adaptive streams and cameras. Thread-safe.
public struct NetworkAccess: RemoteAccess {
  private let sources: RemoteSources
  private let latency: MediaTime?
  private let preloader: Preloader?

  /// `latency` is the distance of live streams to their live edge, see `StreamPreferences`. The
  /// owner of `preloader` closes it.
  public init(
    _ sources: RemoteSources, latency: MediaTime? = nil, preloader: Preloader? = nil
  ) {
    self.sources = sources
    self.latency = latency
    self.preloader = preloader
  }

  public func stream(
    at url: RemoteURL, quality: VariantPolicy.Preference
  ) -> (any RemoteStream)? {
    RemoteItem(url, sources, preferences: StreamPreferences(quality: quality, latency: latency))
  }

  public func stills(
    at url: RemoteURL, _ interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> StillReader? {
    url.isWeb ? try RemoteItem.stills(at: url, sources, interrupter) : nil
  }

  public func download(_ url: RemoteURL, limit: Int) -> (any RemoteDownload)? {
    url.isWeb ? FetchedFile(url, most: limit, over: sources) : nil
  }

  public var throughput: Double? { sources.measuredRate }

  public func preload(_ upcoming: UpcomingItems) { preloader?.update(upcoming) }
  public var preloadProgress: PreloadProgress? { preloader?.progress }

  public func add(fields: [String: String], for origin: RemoteURL.Origin) {
    sources.add(fields: fields, for: origin)
  }

  public func close() { sources.close() }
}
