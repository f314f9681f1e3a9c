import VitrineCryptography
public import VitrineLinux

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
public struct SetStore: ~Copyable {
  let folder: Folder
  private let lock: FileDescriptor
  public internal(set) var notes: SetNotes
  /// The active release; nil before the first.
  public internal(set) var current: StoredSet?
  /// The previous release, to which the store can roll back.
  public internal(set) var previous: StoredSet?
  /// The release being downloaded. `prune` keeps its files.
  public var coming: SetManifest?

  private init(_ folder: Folder, _ lock: consuming FileDescriptor, _ notes: SetNotes) {
    self.folder = folder
    self.notes = notes
    self.lock = lock
  }

  /// Creates the store if it is missing, and cleans up after a power cut. If the active release is
  /// incomplete, the previous one replaces it. Reports such damage with `tell`.
  public static func open(
    _ folder: Folder, tell: (String) -> Void = { _ in }
  ) throws(SetError) -> SetStore {
    let notes = try SetNotes.read(in: folder)
    var store = SetStore(folder, try locked(folder), notes ?? SetNotes())
    if notes == nil {
      tell("\(folder.path): its state file is damaged; the record of failed releases is lost")
    }
    try store.find(tell)
    return store
  }

  private static func locked(_ folder: Folder) throws(SetError) -> FileDescriptor {
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

  private mutating func find(_ tell: (String) -> Void) throws(SetError) {
    let linked = StoredSet.current(in: folder)
    let first = [linked?.id].compactMap(\.self)
    let known = first + notes.shown.compactMap(SetID.init).filter { $0 != linked?.id }
    var whole: [StoredSet] = []
    for id in known where whole.count < 2 {
      guard notes.refused[id.text] == nil, let set = StoredSet(id, in: folder) else { continue }
      if let fault = set.fault { tell("\(set.root): \(fault)") } else { whole.append(set) }
    }
    current = whole.first
    previous = whole.dropFirst().first
    forgetLost()
    guard linked?.id != current?.id else { return }
    if let current {
      try lead(to: current.id)
    } else {
      try writing { [folder] () throws(Errno) in
        do throws(Errno) { try folder.remove(StoredSet.link) } catch .noEntry {}
      }
    }
  }

  /// Forgets releases that were recorded after the active one, but are damaged or were never
  /// activated because of a power cut, so that they are downloaded again. Not written, since each
  /// start finds the same and the disk may be full.
  private mutating func forgetLost() {
    if notes.trial?.set != current?.id.text { notes.trial = nil }
    let lost = Set(notes.shown.prefix { $0 != current?.id.text })
    notes.taken = notes.taken.filter { !lost.contains($0.value) }
  }

  /// Changes the notes if they can be written; otherwise throws and changes nothing.
  mutating func note(_ change: (inout SetNotes) -> Void) throws(SetError) {
    var notes = notes
    change(&notes)
    guard notes != self.notes else { return }
    try notes.write(in: folder)
    self.notes = notes
  }

  /// Changes the notes even if they cannot be written. The next write includes the change.
  mutating func keep(_ change: (inout SetNotes) -> Void) {
    change(&notes)
    try? notes.write(in: folder)
  }

  func lead(to id: SetID) throws(SetError) {
    try writing { [folder] () throws(Errno) in
      try folder.link(StoredSet.link, to: "sets/\(id)")
      try folder.settle()
    }
  }

  func writing<Result>(_ body: () throws(Errno) -> Result) throws(SetError) -> Result {
    do throws(Errno) { return try body() } catch { throw .notWritten(cause: "\(error)") }
  }
}
