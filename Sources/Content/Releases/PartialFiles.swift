package import VitrineCryptography
package import VitrineLinux
internal import VitrineTiming

/// The partial files of a store by digest. Thread-safe.
package struct PartialFiles: Hashable, Sendable {
  let folder: Folder

  package init(in store: Folder) { folder = store.folder("parts") }

  /// Returns the path of a partial file, whether it exists or not.
  func path(of digest: Digest) -> String { folder.path(of: digest.hex) }

  /// Returns the size of a partial file, in bytes.
  package func size(of digest: Digest) -> Int64 { size(of: digest.hex) }

  /// The total size, in bytes.
  package var size: Int64 { folder.names.reduce(0) { $0 +| size(of: $1) } }

  func size(of name: String) -> Int64 {
    guard let status = try? FileStatus(of: folder.path(of: name)), status.isFile else { return 0 }
    return min(Int64(status.size), ReleaseManifest.mostBytes)
  }
}
