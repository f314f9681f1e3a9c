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
  private let state = Shared<DownloadCache?>(nil)

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
      let cache = try DownloadCache(Folder(settings.folder), limits) { [log] warning in
        if let warning {
          log.write(.cacheUnused, "\(warning); see cache.size and cache.free")
        } else {
          log.write(.cacheResumed, "cache: writing again")
        }
      }
      state.update { $0 = cache }
      return cache.transfers(over: loop)
    } catch {
      log.write(.cacheUnused, "cache: not in use: \(error); see cache.folder")
      return loop
    }
  }

  private static func bytes(_ gigabytes: Double) -> Int64 { Int64(gigabytes * 1e9) }

  /// Close it after everything that downloads.
  func close() { state.update { $0.take() }?.close() }
}
