package import VitrineCryptography
package import VitrineLinux

/// The complete, verified files of a store by digest, for other readers while the store is in use.
/// They belong to the active release, the previous one, or one being downloaded. Thread-safe.
package struct StoredObjects: Hashable, Sendable {
  let folder: Folder

  package init(in store: Folder) { folder = store.folder("objects") }

  /// Returns the folder and the name of a file.
  func place(of digest: Digest) -> (folder: Folder, name: String) {
    (folder.folder(String(digest.hex.prefix(2))), digest.hex)
  }

  /// Returns the path of a file, whether it exists or not.
  package func path(of digest: Digest) -> String {
    let (folder, name) = place(of: digest)
    return folder.path(of: name)
  }
}
