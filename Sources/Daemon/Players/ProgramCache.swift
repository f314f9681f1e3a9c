internal import VitrineContent
import VitrineLinux
import VitrineNetwork
import VitrinePlayback
internal import VitrineRemoteMedia
internal import VitrineSettings

/// The program's cache, opened with the first download. Thread-safe.
final class ProgramCache: Sendable {
  private let settings: CacheSettings
  private let log: Log
  private let state = Shared(State())

  private struct State {
    var cache: DownloadCache?
    /// If the cache could not be opened at first.
    var retried: RetriedCache?
  }

  init(_ settings: CacheSettings, _ log: Log) {
    self.settings = settings
    self.log = log
  }

  /// Returns the cache in front of `loop`, or `loop` itself without one. Called once.
  func transfers(over loop: TransferLoop) -> any Transfers {
    let limits = ContentLimits(
      most: Self.bytes(settings.size), leastFree: Self.bytes(settings.free))
    guard limits.most > 0 else { return loop }
    do throws(ContentError) {
      return try open(limits, over: loop)
    } catch {
      report(error)
      let retried = RetriedCache(over: loop, after: error) { [self] () throws(ContentError) in
        try open(limits, over: loop)
      } report: { [self] error in
        if let error { report(error) } else { resume("cache: in use") }
      }
      state.update { $0.retried = retried }
      return retried
    }
  }

  private func open(
    _ limits: ContentLimits, over loop: TransferLoop
  ) throws(ContentError) -> any Transfers {
    let cache = try DownloadCache(Folder(settings.folder), limits) { [self] warning in
      guard let warning else { return resume("cache: writing again") }
      log.write(
        LogMessage(.cacheUnused, "\(warning); see cache.size and cache.free"), lasting: .cache)
    }
    state.update { $0.cache = cache }
    return cache.transfers(over: loop)
  }

  private func report(_ error: ContentError) {
    log.write(
      LogMessage(.cacheUnused, "cache: not in use: \(error); retrying later, see cache.folder"),
      lasting: .cache)
  }

  private func resume(_ text: String) {
    log.solve(.cache)
    log.write(.cacheResumed, text)
  }

  private static func bytes(_ gigabytes: Double) -> Int64 { Int64(gigabytes * 1e9) }

  /// Close it after everything that downloads.
  func close() {
    state.update { $0.retried.take() }?.close()
    state.update { $0.cache.take() }?.close()
  }
}
