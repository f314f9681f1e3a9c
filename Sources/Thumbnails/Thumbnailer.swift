internal import Synchronization
internal import VitrineLinux
package import VitrineMedia
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// A maker of thumbnails along the timelines of items, cached in a folder. Thread-safe.
///
/// It has one thread with the lowest priority, and its own demuxer and decoder, so that it does not
/// affect playback. The thread starts with the first request. Another one limits waits for servers.
package final class Thumbnailer: Sendable {
  /// In bytes.
  package static let standardLimit = 64 << 20
  /// How long to wait for the end of the thread.
  private static let closeTimeout = Duration.seconds(1)

  /// Limits of single steps.
  package struct Timeouts: Sendable {
    /// How long to look for a better poster than the first picture, because other posters wait.
    package var search: Duration
    /// How long opening an item on a server or one of its pictures may take, because other strips
    /// wait. Longer than the search of `StillReader`.
    package var server: Duration

    package init(search: Duration = .seconds(6), server: Duration = .seconds(12)) {
      (self.search, self.server) = (search, server)
    }
  }

  /// Records that a location is open, until the returned function is called.
  package typealias Recording = @Sendable (_ location: String) -> @Sendable () -> Void

  private let queue = Shared(ThumbnailQueue())
  private let bell = BoundedQueue<Void>(limit: .max)
  private let thread = Mutex<NamedThread?>(nil)
  /// Closed by the thread when it ends.
  private let ended = BoundedQueue<Bool>(limit: 1)
  private let cache: Folder
  private let isReplaceable: Bool
  private let limit: Int
  private let timeouts: Timeouts
  private let recording: Recording
  private let remotes: [any RemoteAccess]
  private let isNetworkFree: @Sendable () -> Bool
  private let report: @Sendable (ThumbnailEvent) -> Void

  /// `cache` is a folder in which no other program uses subfolders with hexadecimal names; it is
  /// created if necessary. Its strips take up to `limit` bytes: the least recently used ones are
  /// evicted, but never the one that is being made. If the folder is not writable and
  /// `isReplaceable`, a temporary one is used. `report` is called on the thumbnailer's thread.
  package convenience init(
    cache: String, isReplaceable: Bool = false, limit: Int = Thumbnailer.standardLimit,
    report: @escaping @Sendable (ThumbnailEvent) -> Void
  ) {
    self.init(
      cache: cache, isReplaceable: isReplaceable, limit: limit, recording: { _ in {} },
      report: report)
  }

  /// A location is recorded with `recording` while it is read.
  ///
  /// `remotes` open items on servers; their owner closes them. While `isNetworkFree` returns false,
  /// nothing is downloaded for thumbnails. Local files come before items on servers.
  package init(
    cache: String, isReplaceable: Bool = false, limit: Int = Thumbnailer.standardLimit,
    timeouts: Timeouts = Timeouts(), remotes: [any RemoteAccess] = [],
    isNetworkFree: @escaping @Sendable () -> Bool = { true },
    recording: @escaping Recording,
    report: @escaping @Sendable (ThumbnailEvent) -> Void
  ) {
    self.cache = Folder(cache)
    self.isReplaceable = isReplaceable
    self.limit = limit
    self.timeouts = timeouts
    self.recording = recording
    (self.remotes, self.isNetworkFree) = (remotes, isNetworkFree)
    self.report = report
  }

  deinit { close() }

  /// Makes this strip next: the latest request comes first, then earlier unfinished ones. Repeating
  /// an unfinished request only moves it to the front.
  package func enqueue(_ request: ThumbnailRequest) { enqueue([request]) }

  /// Makes these strips next, in this order.
  package func enqueue(_ requests: [ThumbnailRequest]) {
    guard queue.update({ $0.add(requests) }) else { return }
    do throws(Errno) {
      try startThread()
      bell.force(())
    } catch {
      let cause = PlaybackError(
        .decode, "cannot start the thread thumbnails: \(error)", exitStatus: .unavailable)
      for request in requests {
        cancel(request)
        report(.failed(request, cause))
      }
    }
  }

  /// Cancels a request. An event that is already being delivered may still arrive.
  package func cancel(_ request: ThumbnailRequest) {
    queue.update { $0.cancel(request) }
  }

  /// Ends all work without waiting: the thread ends soon.
  package func end() { _ = endThread() }

  /// Ends all work and waits for the thread, but not indefinitely: it may be blocked on a network
  /// share. Must not be called from a report.
  package func close() {
    if endThread() { _ = ended.pop(until: .now() + Self.closeTimeout) }
  }

  /// Returns whether there was a thread.
  private func endThread() -> Bool {
    queue.update { $0.close() }
    bell.close(discarding: true)
    guard let thread = thread.withLock({ $0.take() }) else { return false }
    thread.detach()
    return true
  }

  /// Whether all requests are finished.
  package var isIdle: Bool { queue.value.isEmpty }

  private func startThread() throws(Errno) {
    // The lock's closure cannot throw typed errors, so it returns them.
    let outcome = thread.withLock { thread -> Result<Void, Errno> in
      guard thread == nil else { return .success(()) }
      do throws(Errno) {
        thread = try makeThread()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private func makeThread() throws(Errno) -> NamedThread {
    let (queue, bell, report) = (queue, bell, report)
    let (folder, isReplaceable, limit) = (cache, isReplaceable, limit)
    let (recording, ended, timeouts) = (recording, ended, timeouts)
    let (remotes, isNetworkFree) = (remotes, isNetworkFree)
    // Does not capture self: the thread must not keep its owner alive, which ends it.
    return try NamedThread("thumbnails", priority: .background) {
      defer { ended.close() }
      let place = ThumbnailFolder(folder, isReplaceable: isReplaceable, report)
      var worker = ThumbnailWorker(
        queue: queue, bell: bell,
        cache: ThumbnailCache(in: place.folder, limit: place.limit(of: limit)),
        timeouts: timeouts, remotes: remotes, isNetworkFree: isNetworkFree,
        recording: recording, report: report)
      while bell.pop() != nil {
        while let job = queue.update({ $0.next() }) { worker.carryOut(job) }
      }
      place.removeIfTemporary()
    }
  }
}
