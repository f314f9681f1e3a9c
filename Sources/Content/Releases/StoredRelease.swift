package import VitrineLinux

/// A release on disk.
package struct StoredRelease: Hashable, Sendable {
  package let id: ReleaseID
  package let manifest: ReleaseManifest
  private let folder: Folder

  static let link = "current"
  static let manifestName = "manifest.json"
  static let filesName = "files"

  /// Returns nil if the release is missing or its manifest is damaged.
  init?(_ id: ReleaseID, in store: Folder) {
    folder = store.folder("sets").folder(id.text)
    guard let file = try? FileDescriptor(reading: folder.path(of: Self.manifestName)),
      let bytes = try? file.bytes(most: ReleaseManifest.mostBytesOfJSON + 1),
      let manifest = try? ReleaseManifest(json: bytes), manifest.id == id
    else { return nil }
    self.id = id
    self.manifest = manifest
  }

  /// Returns the active release.
  package static func current(in store: Folder) -> StoredRelease? {
    currentID(in: store).flatMap { StoredRelease($0, in: store) }
  }

  /// Returns the ID of the active release, even if it is incomplete.
  package static func currentID(in store: Folder) -> ReleaseID? {
    guard let target = linkTarget(store.path(of: link)), target.hasPrefix("sets/") else {
      return nil
    }
    return ReleaseID(String(target.dropFirst(5)))
  }

  /// The folder of its files.
  package var root: String { folder.path(of: Self.filesName) }

  /// The folder of the active release's files.
  package static func currentRoot(in store: Folder) -> String {
    store.folder(link).path(of: filesName)
  }

  package func path(of file: ReleaseManifest.File) -> String { "\(root)/\(file.path)" }

  /// A description of the first file that is missing or has the wrong size; nil for a complete
  /// release.
  package var fault: String? {
    for file in manifest.files {
      guard let status = try? FileStatus(of: path(of: file)), status.isFile else {
        return "\(file.path) is missing"
      }
      if Int64(status.size) != file.size { return "\(file.path) has the wrong size" }
    }
    return nil
  }
}
