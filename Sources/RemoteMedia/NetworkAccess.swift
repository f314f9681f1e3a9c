package import VitrineAddresses
package import VitrineMedia
package import VitrineNetwork
package import VitrinePlayback
package import VitrineTiming

/// Plays items on servers, adaptive streams and cameras. Thread-safe.
package struct NetworkAccess: RemoteAccess {
  private let sources: RemoteSources
  private let latency: MediaTime?
  private let preloader: Preloader?

  /// `latency` is the distance of live streams to their live edge, see `StreamPreferences`. The
  /// owner of `preloader` closes it.
  package init(
    _ sources: RemoteSources, latency: MediaTime? = nil, preloader: Preloader? = nil
  ) {
    self.sources = sources
    self.latency = latency
    self.preloader = preloader
  }

  package func stream(
    at url: RemoteURL, quality: VariantPolicy.Preference
  ) -> (any RemoteStream)? {
    RemoteItem(url, sources, preferences: StreamPreferences(quality: quality, latency: latency))
  }

  package func stills(
    at url: RemoteURL, _ interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> StillReader? {
    url.isWeb ? try RemoteItem.stills(at: url, sources, interrupter) : nil
  }

  package func download(_ url: RemoteURL, limit: Int) -> (any RemoteDownload)? {
    url.isWeb ? FetchedFile(url, most: limit, over: sources) : nil
  }

  package var throughput: Double? { sources.measuredRate }

  package func preload(_ upcoming: UpcomingItems) { preloader?.update(upcoming) }
  package var preloadProgress: PreloadProgress? { preloader?.progress }

  package func add(fields: [String: String], for origin: RemoteURL.Origin) {
    sources.add(fields: fields, for: origin)
  }

  package func close() { sources.close() }
}
