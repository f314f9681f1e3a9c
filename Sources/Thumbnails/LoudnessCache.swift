internal import VitrineLinux
package import VitrineMedia
package import VitrinePlayback

/// Measurements of loudness, in the folder of the thumbnails and with the same identity of files: a
/// file that was moved is not measured again. Thread-safe.
package struct LoudnessCache: Sendable {
  /// The result for a file.
  package enum Entry: Hashable, Sendable {
    case loudness(FileLoudness)
    /// It is silent, has no sound, or cannot be read.
    case none
  }

  private let folder: Folder

  private static let name = "loudness"
  private static let mostBytes = 256

  package init(folder: String) { self.folder = Folder(folder) }

  /// Returns the result for a file; nil if it was not measured. Reads a few blocks of it.
  package func entry(of path: String) -> Entry? {
    guard let key = ThumbnailKey(loudnessOf: path) else { return nil }
    let strip = folder.folder(key.name)
    guard let file = try? FileDescriptor(reading: strip.path(of: Self.name)),
      let bytes = try? file.bytes(at: 0, count: Self.mostBytes)
    else { return nil }
    // A read-only folder still serves its entries.
    try? strip.touch()
    return Self.parse(String(decoding: bytes, as: UTF8.self))
  }

  /// The loudness and the largest sample in stereo, and with all channels; or `none`. Returns nil if the
  /// text is damaged.
  static func parse(_ text: String) -> Entry? {
    if text == "none\n" { return Entry.none }
    let numbers = text.split(separator: "\n").map { Double($0) }
    guard text.hasSuffix("\n"), numbers.count == 4, let first = numbers[0], let second = numbers[2],
      let stereo = Loudness(integrated: first, peak: numbers[1]),
      let surround = Loudness(integrated: second, peak: numbers[3])
    else { return nil }
    return .loudness(FileLoudness(stereo: stereo, surround: surround))
  }

  static func text(of entry: Entry) -> String {
    switch entry {
    case .none: "none\n"
    case .loudness(let loudness):
      [loudness.stereo, loudness.surround].map { "\($0.integrated)\n\($0.peak ?? 0)\n" }.joined()
    }
  }

  /// Stores the result for a file. Blocks; may evict other entries and thumbnails.
  package func store(_ entry: Entry, of path: String) throws(PlaybackError) {
    guard let key = ThumbnailKey(loudnessOf: path) else { return }
    var cache = ThumbnailCache(in: folder, limit: Thumbnailer.standardLimit)
    let strip = try cache.strip(key)
    do throws(Folder.ReplaceError<Errno>) {
      try strip.folder.replace(Self.name) { (draft) throws(Errno) in
        try draft.write(Array(Self.text(of: entry).utf8))
      }
    } catch {
      throw .cannotWrite(strip.folder.path(of: Self.name), error)
    }
  }
}
