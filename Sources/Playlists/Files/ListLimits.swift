/// The limits of playlists. Tests use lower ones.
package struct ListLimits: Hashable, Sendable {
  /// The entries of one file, and of everything that is played together.
  package var entries = 100_000
  /// The size of a file, in bytes.
  package var fileSize = 16 << 20
  /// The lines of a plain-text list: twenty per entry.
  package var lines: Int { entries * 20 }
  /// The values in a YAML file.
  package var values = 200_000
  /// The playlists and folders in one queue, and their size in bytes.
  package var lists = 1000
  package var totalSize = 32 << 20

  package static let standard = ListLimits()

  package init() {}

  /// Throws if a file is too large.
  package func checkSize(_ bytes: [UInt8]) throws(ListFault) {
    guard bytes.count > fileSize else { return }
    throw ListFault(line: 1, cause: "larger than \(fileSize >> 20) MiB")
  }
}
