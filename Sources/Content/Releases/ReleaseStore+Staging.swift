package import VitrineCryptography
import VitrineLinux
import VitrineTiming

// Adding files, and assembling releases from them.
extension ReleaseStore {
  private var objects: Folder { StoredObjects(in: folder).folder }
  private var parts: PartialFiles { PartialFiles(in: folder) }

  /// Returns the path of a complete file, whether it exists or not.
  package func path(of digest: Digest) -> String { StoredObjects(in: folder).path(of: digest) }

  /// Whether the complete file is present.
  package func has(_ file: ReleaseManifest.File) -> Bool {
    let status = try? FileStatus(of: path(of: file.digest))
    return status?.isFile == true && Int64(status?.size ?? -1) == file.size
  }

  /// Returns the missing files of a manifest, without duplicates.
  package func missing(of manifest: ReleaseManifest) -> [ReleaseManifest.File] {
    var seen: Set<Digest> = []
    return manifest.files.filter { seen.insert($0.digest).inserted && !has($0) }
  }

  /// Throws if the disk does not have room for `bytes` and the space to keep free.
  package func checkRoom(for bytes: Int64, keeping free: Int64) throws(ReleaseError) {
    guard let room = folder.freeBytes else { return }
    let missing = bytes +| free -| room
    if missing > 0 { throw .noRoom(missing: missing) }
  }

  /// Returns how many bytes of these files are not downloaded yet. Partial files already use disk
  /// space.
  package func lacking(of files: [ReleaseManifest.File]) -> Int64 {
    let parts = parts
    return files.reduce(0) { $0 +| $1.size -| min(parts.size(of: $1.digest), $1.size) }
  }

  /// The bytes of files written so far, including abandoned downloads.
  package var written: Int64 { state.written +| parts.size }

  /// Opens the partial file to resume. It is named by its digest; `drop` removes it.
  package func part(of digest: Digest) throws(ReleaseError) -> PartialFile {
    try PartialFile.open(parts.path(of: digest))
  }

  /// Empties a partial file.
  package mutating func restart(_ part: inout PartialFile) throws(ReleaseError) {
    let size = part.size
    try part.restart()
    recordWritten(size)
  }

  /// Removes a partial file.
  package mutating func drop(partOf digest: Digest) {
    let size = parts.size(of: digest)
    do throws(Errno) { try parts.folder.remove(digest.hex) } catch { return }
    recordWritten(size)
  }

  /// Adds the bytes of a file that is no longer partial. `written` adds the current size of partial
  /// files.
  private mutating func recordWritten(_ bytes: Int64) {
    if bytes > 0 { updateInMemory { $0.written +|= bytes } }
  }

  /// Moves a complete, verified file into the store.
  package mutating func adopt(_ part: borrowing PartialFile, as digest: Digest) throws(ReleaseError)
  {
    let (folder, name) = StoredObjects(in: folder).place(of: digest)
    let size = part.size
    try part.close()
    try writing { [parts] () throws(Errno) in
      try folder.make()
      try Folder.move(parts.path(of: digest), to: folder.path(of: name))
      try folder.settle()
      try objects.settle()
    }
    recordWritten(size)
  }

  /// Assembles a release from the files in the store. The active release does not change.
  package func stage(_ manifest: ReleaseManifest) throws(ReleaseError) -> StoredRelease {
    if let set = StoredRelease(manifest.id, in: folder), set.fault == nil { return set }
    let (sets, drafts) = (folder.folder("sets"), folder.folder("drafts"))
    let (id, draft) = (manifest.id.text, drafts.folder(manifest.id.text))
    try writing { () throws(Errno) in
      if (try? FileStatus(of: draft.path)) != nil { try draft.removeTree() }
      let files = draft.folder(StoredRelease.filesName)
      try files.make()
      for file in manifest.files {
        let (place, name) = Folder.holding(files.path(of: file.path.text))
        try place.make()
        try place.add(name, for: path(of: file.digest))
      }
      try draft.write(
        String(decoding: manifest.json, as: UTF8.self), to: StoredRelease.manifestName)
      try draft.settleTree()
      // Replaces a damaged release.
      let old = sets.folder(id)
      if (try? FileStatus(of: old.path)) != nil { try old.removeTree() }
      try Folder.move(draft.path, to: old.path)
      try sets.settle()
    }
    guard let set = StoredRelease(manifest.id, in: folder) else {
      throw .notWritten(cause: "the written data cannot be read back")
    }
    if let fault = set.fault { throw .notWritten(cause: fault) }
    return set
  }

  /// Removes a release that was assembled but must not be activated.
  package func discard(_ set: StoredRelease) {
    guard set.id != current?.id, set.id != previous?.id else { return }
    try? folder.folder("sets").folder(set.id.text).removeTree()
  }

  /// Makes room for `bytes` and the space to keep free: removes unused files, then the previous
  /// release if the active one has proven itself.
  package mutating func makeRoom(for bytes: Int64, keeping free: Int64) throws(ReleaseError) {
    if (try? checkRoom(for: bytes, keeping: free)) != nil { return }
    try prune()
    if (try? checkRoom(for: bytes, keeping: free)) != nil { return }
    if state.trial == nil, previous != nil {
      previous = nil
      try prune()
    }
    try checkRoom(for: bytes, keeping: free)
  }

  /// Removes files that belong neither to a kept release nor to the one being downloaded.
  package mutating func prune() throws(ReleaseError) {
    let kept = [current, previous].compactMap(\.self)
    let digests = Set(
      (kept.map(\.manifest) + [coming].compactMap(\.self)).flatMap { $0.files.map(\.digest.hex) })
    try writing { () throws(Errno) in
      let sets = folder.folder("sets")
      for name in sets.names where !kept.contains(where: { $0.id.text == name }) {
        try sets.folder(name).removeTree()
      }
      for group in objects.names {
        let group = objects.folder(group)
        for object in group.names where !digests.contains(object) { try group.remove(object) }
      }
    }
    let parts = parts
    var gone: Int64 = 0
    defer { recordWritten(gone) }
    for name in parts.folder.names where coming == nil || !digests.contains(name) {
      let size = parts.size(of: name)
      try writing { () throws(Errno) in try parts.folder.remove(name) }
      gone +|= size
    }
  }
}
