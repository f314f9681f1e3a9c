package import VitrineAddresses
package import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineTiming

/// A program's access to items that are not local files. A player without one plays local files only. Thread-safe.
package protocol RemoteAccess: Sendable {
  /// Returns an item at a URL, which downloads nothing before it is opened; nil if the scheme is not supported. `quality`
  /// selects the rendition.
  func stream(at url: RemoteURL, quality: VariantPolicy.Preference) -> (any RemoteStream)?
  /// Opens an item for single pictures, with little data ahead of them; waits until its kind is known. Returns nil if
  /// the scheme is not supported, or has no pictures at certain times. `interrupter` serves only this item.
  func stills(
    at url: RemoteURL, _ interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> StillReader?
  /// Starts the download of a file with at most `limit` bytes into memory; nil if the scheme is not supported.
  func download(_ url: RemoteURL, limit: Int) -> (any RemoteDownload)?
  /// The recent rate of downloads, in bits per second; nil until it is known.
  var throughput: Double? { get }
  /// Downloads upcoming items while playback does not need the network.
  func preload(_ upcoming: UpcomingItems)
  /// Nil if nothing is preloaded.
  var preloadProgress: PreloadProgress? { get }
  /// Adds headers to all future requests to an origin.
  func add(fields: [String: String], for origin: RemoteURL.Origin)
  /// Ends all downloads, and refuses new ones.
  func close()
}

extension RemoteAccess {
  package func preload(_ upcoming: UpcomingItems) {}
  package var preloadProgress: PreloadProgress? { nil }
}

/// The items that a player will play, and whether it downloads anything now.
package struct UpcomingItems {
  package let queue: Queue
  /// The current item; nil if there is none.
  package let place: Queue.Place?
  /// Whether the current items need no more downloads.
  package let isIdle: Bool
  /// The selected rendition.
  package let quality: VariantPolicy.Preference
  /// Returns the upright size of the display, if it is known.
  package let display: () -> PixelSize?

  package init(
    queue: Queue, place: Queue.Place?, isIdle: Bool, quality: VariantPolicy.Preference,
    display: @escaping () -> PixelSize?
  ) {
    self.queue = queue
    self.place = place
    self.isIdle = isIdle
    self.quality = quality
    self.display = display
  }
}

/// An item on a server. Thread-safe.
package protocol RemoteStream: Sendable {
  /// Opens the item, waits until its kind is known, and passes its source to `reader`, which reads until it is done.
  ///
  /// The choice of renditions leaves out those larger than `display`. After opening, waiting for a segment ends once
  /// `isLeft` reports a seek: reads are interrupted until then.
  func read(
    into reader: inout some PacketReceiver, _ interrupter: Demuxer.Interrupter,
    display: () -> PixelSize?, isLeft: @escaping @Sendable () -> Bool
  ) throws(MediaError)
  /// Checks `isLeft` again.
  func lookAgain()
  /// Selects the rendition to play.
  func setQuality(_ preference: VariantPolicy.Preference)
  /// Returns how the item is downloading. `read` is how far its demuxer is ahead of playback.
  func arrival(read: MediaTime, at position: MediaTime) -> Arrival
}

/// Reads a source of any type.
package protocol PacketReceiver {
  mutating func receive(_ source: inout some PacketSource & ~Copyable) throws(MediaError)
}

/// A small file on a server that is downloaded into memory. Transient errors are retried indefinitely. Thread-safe.
package protocol RemoteDownload: Interruptible {
  /// Returns the result, once; nil while the download is in progress.
  func popResult() -> Result<[UInt8], PlaybackError>?
  /// Waits for the result until a deadline, and then throws the error of the latest attempt.
  func bytes(until deadline: HostTime) throws(PlaybackError) -> [UInt8]
}

extension [any RemoteAccess] {
  /// Returns the item of the first access that supports its scheme.
  package func stream(
    at url: RemoteURL, quality: VariantPolicy.Preference
  ) -> (any RemoteStream)? {
    for access in self {
      if let stream = access.stream(at: url, quality: quality) { return stream }
    }
    return nil
  }

  /// Opens an item for single pictures with the first access that supports it; nil if none does.
  package func stills(
    at url: RemoteURL, _ interrupter: Demuxer.Interrupter
  ) throws(MediaError) -> StillReader? {
    for access in self {
      if let reader = try access.stills(at: url, interrupter) { return reader }
    }
    return nil
  }

  /// Starts a download with the first access that supports its scheme.
  package func download(_ url: RemoteURL, limit: Int) -> (any RemoteDownload)? {
    for access in self {
      if let download = access.download(url, limit: limit) { return download }
    }
    return nil
  }
}

extension MediaError {
  /// No access supports the scheme of a URL.
  package static func unsupported(_ scheme: RemoteURL.Scheme) -> MediaError {
    .unavailable(
      "\(scheme.rawValue) is not supported: this player has no source for it (product VitrineStreaming)"
    )
  }
}
