internal import VitrineAddresses
internal import VitrineTiming

/// The items to preload, and their state.
struct PreloadQueue {
  /// In playback order.
  private(set) var wanted: [RemoteURL] = []
  /// Items that are completely cached, as far as is known.
  private var done: Set<RemoteURL> = []
  /// Items that failed, and when they are retried.
  private var failed: [RemoteURL: HostTime] = [:]
  private(set) var current: RemoteURL?
  /// Whether the current download is obsolete, such as one in another quality.
  private var isStale = false
  /// Whether playback leaves the bandwidth unused.
  var isIdle = false
  var isClosed = false

  private static let pause = Duration.seconds(60)

  /// Sets the items to preload. An item that leaves this list may be evicted. With `anew` all items
  /// are checked again.
  mutating func want(_ urls: [RemoteURL], anew: Bool = false) {
    wanted = urls
    done.formIntersection(anew ? [] : urls)
  }

  /// Starts over with all items, such as for another quality.
  mutating func beginAnew() { (done, isStale) = ([], current != nil) }

  /// Makes the first missing item the current one; nil if there is none.
  mutating func next(at now: HostTime) -> RemoteURL? {
    guard isIdle else { return nil }
    current = wanted.first { url in
      !done.contains(url) && (failed[url].map { $0 <= now } ?? true)
    }
    return current
  }

  /// When the next failed item is retried; nil while an item is being downloaded.
  var due: HostTime? { current == nil ? wanted.compactMap { failed[$0] }.min() : nil }

  /// Whether the current download may continue now; nil if its item is no longer wanted.
  var mayProceed: Bool? {
    guard !isClosed, !isStale, let current, wanted.contains(current) else { return nil }
    return isIdle
  }

  mutating func finish(_ url: RemoteURL, isThere: Bool, at now: HostTime) {
    defer { isStale = false }
    current = nil
    if isStale { return }
    if isThere {
      done.insert(url)
      failed[url] = nil
    } else {
      failed = failed.filter { wanted.contains($0.key) }
      failed[url] = now + Self.pause
    }
  }

  /// The number of wanted items that are cached.
  var doneCount: Int { wanted.count(where: done.contains) }
}
