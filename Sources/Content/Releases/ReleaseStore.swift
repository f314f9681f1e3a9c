import VitrineCryptography
package import VitrineLinux

/// The store of releases and their files. A file is stored once under its digest, even if several
/// releases contain it. A process owns the store exclusively while this value exists.
///
/// A release is assembled from hard links beside the active one, and synced to disk. Then the
/// symbolic link `current` switches to it atomically.
///
///     objects/ab/ab12…   a complete, verified file
///     parts/ab12…        a partial file
///     sets/ID/files/…    the files of a release, by path; ID/manifest.json lists them
///     current            links to one of the releases
package struct ReleaseStore: ~Copyable {
  let folder: Folder
  private let lock: FileDescriptor
  package internal(set) var state: ReleaseStoreState
  /// The active release; nil before the first.
  package internal(set) var current: StoredRelease?
  /// The previous release, to which the store can roll back.
  package internal(set) var previous: StoredRelease?
  /// The release being downloaded. `prune` keeps its files.
  package var coming: ReleaseManifest?

  private init(_ folder: Folder, _ lock: consuming FileDescriptor, _ state: ReleaseStoreState) {
    self.folder = folder
    self.state = state
    self.lock = lock
  }

  /// Creates the store if it is missing, and cleans up after a power cut. If the active release is
  /// incomplete, the previous one replaces it. Calls `warn` with such damage.
  package static func open(
    _ folder: Folder, warn: (String) -> Void = { _ in }
  ) throws(ReleaseError) -> ReleaseStore {
    let state = try ReleaseStoreState.read(in: folder)
    var store = ReleaseStore(folder, try locked(folder), state ?? ReleaseStoreState())
    if state == nil {
      warn("\(folder.path): its state file is damaged; the record of failed releases is lost")
    }
    try store.findReleases(warn)
    return store
  }

  private static func locked(_ folder: Folder) throws(ReleaseError) -> FileDescriptor {
    do throws(Errno) {
      try folder.make()
      let lock = try FileDescriptor(private: folder.path(of: "lock"))
      guard try lock.lock() else { throw .busy }
      for name in ["objects", "parts", "sets"] { try folder.folder(name).make() }
      let drafts = folder.folder("drafts")
      if (try? FileStatus(of: drafts.path)) != nil { try drafts.removeTree() }
      return lock
    } catch {
      throw error == .busy ? .inUse(folder.path) : .unusable(folder.path, cause: "\(error)")
    }
  }

  private mutating func findReleases(_ warn: (String) -> Void) throws(ReleaseError) {
    let linked = StoredRelease.current(in: folder)
    let first = [linked?.id].compactMap(\.self)
    let known = first + state.shown.compactMap(ReleaseID.init).filter { $0 != linked?.id }
    var complete: [StoredRelease] = []
    for id in known where complete.count < 2 {
      guard state.refused[id.text] == nil, let release = StoredRelease(id, in: folder) else {
        continue
      }
      if let fault = release.fault {
        warn("\(release.root): \(fault)")
      } else {
        complete.append(release)
      }
    }
    current = complete.first
    previous = complete.dropFirst().first
    forgetLost()
    guard linked?.id != current?.id else { return }
    if let current {
      try link(to: current.id)
    } else {
      try writing { [folder] () throws(Errno) in
        do throws(Errno) { try folder.remove(StoredRelease.link) } catch .noEntry {}
      }
    }
  }

  /// Forgets releases that were recorded after the active one, but are damaged or were never
  /// activated because of a power cut, so that they are downloaded again. Not written, since each
  /// start finds the same and the disk may be full.
  private mutating func forgetLost() {
    if state.trial?.set != current?.id.text { state.trial = nil }
    let lost = Set(state.shown.prefix { $0 != current?.id.text })
    state.taken = state.taken.filter { !lost.contains($0.value) }
  }

  /// Changes the state if it can be written; otherwise throws and changes nothing.
  mutating func update(_ change: (inout ReleaseStoreState) -> Void) throws(ReleaseError) {
    var state = state
    change(&state)
    guard state != self.state else { return }
    try state.write(in: folder)
    self.state = state
  }

  /// Changes the state even if it cannot be written. The next write includes the change.
  mutating func updateInMemory(_ change: (inout ReleaseStoreState) -> Void) {
    change(&state)
    try? state.write(in: folder)
  }

  func link(to id: ReleaseID) throws(ReleaseError) {
    try writing { [folder] () throws(Errno) in
      try folder.link(StoredRelease.link, to: "sets/\(id)")
      try folder.settle()
    }
  }

  func writing<Result>(_ body: () throws(Errno) -> Result) throws(ReleaseError) -> Result {
    do throws(Errno) { return try body() } catch { throw .notWritten(cause: "\(error)") }
  }
}
