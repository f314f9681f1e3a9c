internal import VitrineContent
internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineRemoteMedia

/// A folder that stores what players download: complete files, and the segments of streams.
///
/// Several players of a program can share a cache, but not several programs. It is opened with the
/// first download. If that fails, the players report a warning and play without it. When it is full,
/// the items that were not used for the longest time are removed.
public final class StreamingCache: Sendable {
  private let folder: String
  private let limits: ContentLimits
  private let state = Shared(State())

  private struct State {
    var cache: DownloadCache?
    var users = 0
  }

  /// - Parameters:
  ///   - folder: The path of a folder that nothing else uses; it is created if necessary.
  ///   - limit: The maximum size, in bytes.
  ///   - leastFree: The disk space to leave free, in bytes.
  public init(folder: String, limit: Int64 = 8 << 30, leastFree: Int64 = 1 << 28) {
    self.folder = folder
    limits = ContentLimits(most: limit, leastFree: leastFree)
  }

  /// Returns transfers that use the cache, or `loop` if it cannot be opened. Call `release` after
  /// each call.
  func transfers(
    over loop: TransferLoop, _ warn: @escaping @Sendable (String) -> Void
  ) -> any Transfers {
    state.update { state in
      state.users += 1
      do throws(ContentError) {
        let cache: DownloadCache
        if let open = state.cache {
          cache = open
        } else {
          cache = try DownloadCache(Folder(folder), limits) { warning in
            if let warning { warn("cache: \(warning)") }
          }
          state.cache = cache
        }
        return cache.transfers(over: loop)
      } catch {
        warn("cache: not in use: \(error)")
        return loop
      }
    }
  }

  /// Ends a player's use. The last one writes the remaining data to the disk; a player that starts
  /// meanwhile waits for that, since a folder has one cache.
  func release() {
    state.update { state in
      state.users -= 1
      if state.users == 0 { state.cache.take()?.close() }
    }
  }
}
