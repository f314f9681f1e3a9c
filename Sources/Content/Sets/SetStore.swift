import VitrineCryptography
public import VitrineLinux

/// Sets of files that screens show, and the files that are in them, each by its digest and once however many
/// sets have it. Its owner is the only one that writes there, for as long as it lives.
///
/// A set is put together beside the one that is shown, of names for the same files, and takes its place by
/// one step: a link, `current`, that leads elsewhere. All of it is on the disk before that.
///
///     objects/ab/ab12…   a whole file that was checked
///     parts/ab12…        one that has not come as a whole
///     sets/ID/files/…    the files of a set by their paths; ID/manifest.json says which
///     current            leads to one of the sets
public struct SetStore: ~Copyable {
  let folder: Folder
  private let lock: FileDescriptor
  public internal(set) var notes: SetNotes
  /// What is shown; nil before the first.
  public internal(set) var current: StoredSet?
  /// What was shown before, and can be gone back to.
  public internal(set) var previous: StoredSet?
  /// What is being brought: its files stay.
  public var coming: SetManifest?

  private init(_ folder: Folder, _ lock: consuming FileDescriptor, _ notes: SetNotes) {
    (self.folder, self.notes) = (folder, notes)
    self.lock = lock
  }

  /// Makes it where it is not there. What power cuts left half done is removed; a set that is not whole any
  /// more gives its place to the one before. `tell` is told of such damage.
  public static func open(
    _ folder: Folder, tell: (String) -> Void = { _ in }
  ) throws(SetError) -> SetStore {
    let notes = try SetNotes.read(in: folder)
    var store = SetStore(folder, try locked(folder), notes ?? SetNotes())
    if notes == nil {
      tell("\(folder.path): its notes are damaged; which sets have failed is not known any more")
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

  /// What was noted as shown after the present set is damaged, or the power was cut before its turn: it may come
  /// again. Each start finds the same, so that it need not be written, which a full disk would not let.
  private mutating func forgetLost() {
    if notes.trial?.set != current?.id.text { notes.trial = nil }
    let lost = Set(notes.shown.prefix { $0 != current?.id.text })
    notes.taken = notes.taken.filter { !lost.contains($0.value) }
  }

  /// What is only true once it is on the disk: where it cannot be written it is not noted.
  mutating func note(_ change: (inout SetNotes) -> Void) throws(SetError) {
    var notes = notes
    change(&notes)
    guard notes != self.notes else { return }
    try notes.write(in: folder)
    self.notes = notes
  }

  /// What counts at once, whether the disk takes it or not; it is written with what is noted next then.
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
