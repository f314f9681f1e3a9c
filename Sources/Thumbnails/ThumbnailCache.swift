internal import VitrineLinux
internal import VitrinePlayback

/// The cache of strips, one folder each, with a size limit. Thread-bound.
struct ThumbnailCache: ~Copyable {
  private let folder: Folder
  private let limit: Int
  /// In bytes; nil until it is counted.
  private var load: Int?
  private let binding = ThreadBinding()

  /// Each file and folder takes whole blocks on the disk.
  private static let block = 4096

  init(in folder: Folder, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// Returns the strip of a key, and marks it as used.
  mutating func strip(_ key: ThumbnailKey) throws(PlaybackError) -> ThumbnailStrip {
    binding.check()
    let strip = ThumbnailStrip(folder: folder.folder(key.name))
    do throws(Errno) {
      try strip.folder.make()
    } catch {
      throw .cannotWrite(strip.folder.path, error)
    }
    // A read-only folder still serves its strips.
    try? strip.folder.touch()
    // Other processes may have written, too.
    load = nil
    makeRoom(besides: strip)
    return strip
  }

  /// Counts the bytes written to a strip, and evicts others if the cache is too large.
  mutating func added(_ count: Int, to strip: ThumbnailStrip) {
    binding.check()
    load = load.map { $0 + Self.onDisk(count) }
    makeRoom(besides: strip)
  }

  private mutating func makeRoom(besides strip: ThumbnailStrip) {
    if let load, load <= limit { return }
    var strips = strips()
    var total = strips.reduce(0) { $0 + $1.size }
    strips.sort { $0.used < $1.used }
    for old in strips where total > limit && old.folder != strip.folder {
      // A strip that cannot be removed must not stop the eviction of the next ones.
      guard (try? old.folder.remove()) != nil else { continue }
      total -= old.size
    }
    load = total
  }

  /// Returns the size and the last use of each strip.
  private func strips() -> [(folder: Folder, size: Int, used: Int64)] {
    folder.names.filter(ThumbnailKey.isName).compactMap { name in
      let strip = folder.folder(name)
      guard let status = try? FileStatus(of: strip.path), status.isFolder else { return nil }
      let sizes = strip.names.map { file in
        (try? FileStatus(of: strip.path(of: file))).map { Self.onDisk($0.size) } ?? 0
      }
      return (strip, sizes.reduce(Self.block, +), status.modified)
    }
  }

  private static func onDisk(_ size: Int) -> Int { (size + block - 1) / block * block }
}
