package import VitrineLinux
internal import VitrineMedia
package import VitrinePlayback
package import VitrinePlaylists

/// The loudness to play all items at.
package struct LoudnessTarget: Hashable, Sendable {
  /// In LUFS.
  package var level: Double
  /// The cache of measurements, which is that of the thumbnails.
  package var folder: String

  package init(level: Double, folder: String) {
    self.level = level
    self.folder = folder
  }
}

/// Decides about the gain of items, and measures those without tags on the thread "loudness".
/// Thread-safe.
package final class LoudnessScan: Sendable {
  private let target: Double
  private let cache: LoudnessCache
  private let requests = BoundedQueue<String>(limit: .max)
  /// The paths in `requests`, and those that cannot be stored.
  private let known = Shared<Set<String>>([])
  private let interrupter = Demuxer.Interrupter()
  private let thread: NamedThread

  /// `report` receives the first error of the cache.
  package init(
    _ target: LoudnessTarget, report: @escaping @Sendable (PlaybackError) -> Void
  ) throws(Errno) {
    let cache = LoudnessCache(folder: target.folder)
    (self.target, self.cache) = (target.level, cache)
    let (requests, known, interrupter) = (requests, known, interrupter)
    // Does not capture self, so that its owner can end it.
    thread = try NamedThread("loudness", priority: .background) {
      var hasFailed = false
      while let path = requests.pop() {
        if cache.entry(of: path) == nil {
          var loudness: FileLoudness?
          do throws(MediaError) {
            loudness = try LoudnessMeter.loudness(of: path, interrupter: interrupter)
          } catch .noTracks, .unknownCodec, .notMedia {
            // It stays that way.
          } catch {
            // Playback reports why a file cannot be read; the next start measures it again.
            continue
          }
          guard !requests.isOver else { return }
          do throws(PlaybackError) {
            try cache.store(loudness.map { .loudness($0) } ?? .none, of: path)
          } catch {
            if !hasFailed { report(error) }
            hasFailed = true
            // Stays known, so that it is not measured again and again.
            continue
          }
        }
        known.update { _ = $0.remove(path) }
      }
    }
  }

  /// Returns the gain of an item with these tags. A file without tags plays unchanged until it was
  /// measured. Blocks for a read of a local file.
  package func gain(of item: Item, _ tags: MediaTags) -> ItemGain {
    let tagged = Loudness(tags).map { FileLoudness(stereo: $0, surround: $0) }
    let unmeasured = tagged?.gain(to: target) ?? ItemGain()
    // Without a peak, only a measurement permits an amplification.
    if let loudness = tagged?.stereo, loudness.peak != nil || loudness.integrated >= target {
      return unmeasured
    }
    guard case .file(let path) = item.source else { return unmeasured }
    switch cache.entry(of: path) {
    case .loudness(let loudness): return loudness.gain(to: target)
    case .some(.none): return ItemGain()
    case nil:
      request(path)
      return unmeasured
    }
  }

  /// Measures these items in advance.
  package func request(_ items: [Item]) {
    for case .file(let path) in items.map(\.source) { request(path) }
  }

  private func request(_ path: String) {
    if known.update({ $0.insert(path).inserted }) { requests.force(path) }
  }

  /// Ends the thread soon, without waiting: it may be blocked on a network share.
  package func end() {
    requests.close(discarding: true)
    interrupter.interrupt()
    thread.detach()
  }
}
