public import VitrineCryptography
public import VitrineLinux
internal import VitrineTiming

/// What has come of a store's files that have not come as a whole, by their digests. A value; thread-safe.
public struct StoredParts: Hashable, Sendable {
  let folder: Folder

  public init(in store: Folder) { folder = store.folder("parts") }

  /// Where it lies if it is there.
  func path(of digest: Digest) -> String { folder.path(of: digest.hex) }

  /// How much of one is there, in bytes.
  public func size(of digest: Digest) -> Int64 { size(of: digest.hex) }

  /// Of all of them.
  public var size: Int64 { folder.names.reduce(0) { $0 +| size(of: $1) } }

  func size(of name: String) -> Int64 {
    guard let status = try? FileStatus(of: folder.path(of: name)), status.isFile else { return 0 }
    return min(Int64(status.size), SetManifest.mostBytes)
  }
}
