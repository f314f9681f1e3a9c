public import VitrineCryptography
public import VitrineLinux

/// The whole files of a store by their digests, as others find them while the store is in use: those of the set
/// that is shown, of the one before, and of one that is being brought. Each was checked before it got its name.
/// A value; thread-safe.
public struct StoredObjects: Hashable, Sendable {
  let folder: Folder

  public init(in store: Folder) { folder = store.folder("objects") }

  /// The folder that it lies in, and what it is called there.
  func place(of digest: Digest) -> (folder: Folder, name: String) {
    (folder.folder(String(digest.hex.prefix(2))), digest.hex)
  }

  /// Where it lies if it is there.
  public func path(of digest: Digest) -> String {
    let (folder, name) = place(of: digest)
    return folder.path(of: name)
  }
}
