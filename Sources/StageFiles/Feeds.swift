package import VitrineAddresses
package import VitrineLinux
package import VitrineMedia
internal import VitrinePlayback
package import VitrineTiming

/// The latest contents of files on servers, which are downloaded again every few minutes on a separate thread.
/// Thread-safe.
package final class Feeds: Sendable {
  /// The state of one file.
  package struct Feed: Hashable, Sendable {
    /// The latest complete download; nil before the first.
    package internal(set) var bytes: [UInt8]?
    /// Counts the downloads that differ from the previous one.
    package internal(set) var version = 0
    /// Why the latest attempt failed; nil if it did not.
    package internal(set) var fault: String?
  }

  private struct State: Sendable {
    var feeds: [RemoteURL: Feed] = [:]
    /// When each is downloaded.
    var due: [RemoteURL: HostTime] = [:]
    /// When each was requested last.
    var used: [RemoteURL: HostTime] = [:]
    /// Counts all downloads, so that a feed that returns has another version.
    var version = 0
    var current: (any RemoteDownload)?
    var isOver = false
  }

  private let remotes: [any RemoteAccess]
  private let now: @Sendable () -> HostTime
  private let isThreaded: Bool
  private let state = Shared(State())
  private let thread = Shared<NamedThread?>(nil)
  /// Rings for a new file, and is closed at the end.
  private let bell = BoundedQueue<Bool>(limit: 1)

  /// In bytes.
  private static let most = 1 << 20
  private static let mostFeeds = 64
  /// A server that is slower has failed.
  private static let patience = Duration.seconds(20)
  /// A file that nothing has shown for this long is forgotten.
  private static let retention = Duration.seconds(3600)
  private static let (interval, retry) = (Duration.seconds(300), Duration.seconds(60))

  /// `remotes` download files; without any, URLs are not supported. Without a thread, the owner calls `next`.
  package init(
    _ remotes: [any RemoteAccess], isThreaded: Bool = true,
    now: @escaping @Sendable () -> HostTime = HostTime.now
  ) {
    (self.remotes, self.isThreaded, self.now) = (remotes, isThreaded, now)
  }

  /// Returns the state of a file, which is downloaded from now on.
  package func latest(_ url: RemoteURL) throws(Errno) -> Feed {
    let (known, isNew) = state.update { state -> (Feed, Bool) in
      if let feed = state.feeds[url] {
        state.used[url] = now()
        return (feed, false)
      }
      guard state.feeds.count < Self.mostFeeds else {
        return (Feed(fault: "too many addresses (limit: \(Self.mostFeeds))"), false)
      }
      state.feeds[url] = Feed()
      (state.due[url], state.used[url]) = (now(), now())
      return (Feed(), true)
    }
    guard isNew, isThreaded else { return known }
    try startThread()
    _ = bell.tryPush(true)
    return known
  }

  private func startThread() throws(Errno) {
    let outcome = thread.update { thread in
      Result { () throws(Errno) in
        guard thread == nil, !bell.isOver else { return }
        thread = try NamedThread("feeds", priority: .background) { [self] in
          while !bell.isOver { _ = bell.pop(until: next()) }
        }
      }
    }
    try outcome.get()
  }

  /// Downloads the files that are due. Returns the time of the next download; nil without any.
  func next() -> HostTime? {
    let time = now()
    state.update { state in
      for (url, last) in state.used where time - last > Self.retention {
        (state.feeds[url], state.due[url], state.used[url]) = (nil, nil, nil)
      }
    }
    let due = state.value.due.filter { $0.value <= time }.sorted { $0.value < $1.value }
    for (url, _) in due where !bell.isOver { fetch(url) }
    return state.value.due.values.min()
  }

  private func fetch(_ url: RemoteURL) {
    let result = Result { () throws(PlaybackError) -> [UInt8] in
      guard let download = remotes.download(url, limit: Self.most) else {
        throw PlaybackError(.source, "URLs are not supported here", exitStatus: .unavailable)
      }
      let isOver = state.update { state in
        state.current = download
        return state.isOver
      }
      defer {
        download.interrupt()
        state.update { $0.current = nil }
      }
      if isOver { download.interrupt() }
      return try download.bytes(until: now() + Self.patience)
    }
    state.update { state in
      guard var feed = state.feeds[url] else { return }
      switch result {
      case .success(let bytes):
        if feed.bytes != bytes {
          feed.bytes = bytes
          state.version += 1  // bound: one for each download
          feed.version = state.version
        }
        feed.fault = nil
        state.due[url] = now() + Self.interval
      case .failure(let error):
        feed.fault = error.message
        state.due[url] = now() + Self.retry
      }
      state.feeds[url] = feed
    }
  }

  /// Ends the downloads and the thread, and waits for it.
  package func close() {
    let current = state.update { state in
      state.isOver = true
      return state.current
    }
    current?.interrupt()
    bell.close()
    thread.update { $0.take() }?.join()
  }
}
