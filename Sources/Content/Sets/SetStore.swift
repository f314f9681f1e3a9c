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
  public private(set) var notes: SetNotes
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
    let notes = SetNotes.read(in: folder)
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
    if notes.trial?.set != current?.id.text { notes.trial = nil }
    guard linked?.id != current?.id else { return }
    if let current {
      try lead(to: current.id)
    } else {
      try writing { [folder] () throws(Errno) in
        do throws(Errno) { try folder.remove(StoredSet.link) } catch .noEntry {}
      }
    }
  }

  /// The set that is shown has come from there, too.
  public mutating func note(_ id: SetID, takenFrom place: String) throws(SetError) {
    try note { $0.take(id, from: place) }
  }

  mutating func note(_ change: (inout SetNotes) -> Void) throws(SetError) {
    var notes = notes
    change(&notes)
    guard notes != self.notes else { return }
    self.notes = notes
    try notes.write(in: folder)
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

// What is shown.
extension SetStore {
  /// Shows a set from now on, by one step; it is on trial. What is of no use any more goes.
  public mutating func show(
    _ set: StoredSet, from place: String, isSigned: Bool
  ) throws(SetError) {
    let old = current
    try note { notes in
      notes.shown = [set.id.text] + notes.shown.filter { $0 != set.id.text }
      notes.trial = SetTrial(of: set.id)
      notes.take(set.id, from: place)
      if isSigned { notes.accepted = max(notes.accepted ?? 0, set.manifest.number) }
    }
    try lead(to: set.id)
    current = set
    if old?.id != set.id { previous = old }
    try prune()
  }

  /// Shows the set before from now on, by one step, and never again the one that failed; nil where there is
  /// none to go back to.
  public mutating func goBack(because reason: String) throws(SetError) -> StoredSet? {
    guard let failed = current, let previous else {
      // What fails from now on changes nothing.
      try note { $0.trial = nil }
      return nil
    }
    try lead(to: previous.id)
    (current, self.previous) = (previous, nil)
    try note { notes in
      notes.refused[failed.id.text] = reason
      notes.shown.removeAll { $0 == failed.id.text }
      notes.trial = nil
    }
    try prune()
    return previous
  }

  /// An item of the set that is shown was shown to its end. True where that proves it good.
  public mutating func noteShown(of items: Int) throws(SetError) {
    guard var trial = notes.trial else { return }
    let verdict = trial.noteShown(of: items)
    if verdict == .good {
      try note { $0.trial = nil }
    } else {
      // The count of what is good is worth no write.
      keep(trial)
    }
  }

  /// An item of it has failed: whether that was one too many.
  public mutating func noteFailure() throws(SetError) -> Bool {
    guard var trial = notes.trial else { return false }
    let verdict = trial.noteFailure()
    // The one who is told goes back at once, and that is written down then.
    guard verdict != .bad else { return true }
    try note { $0.trial = trial }
    return false
  }

  private mutating func keep(_ trial: SetTrial) { notes.trial = trial }

  /// Why a set is not shown again; nil where it may be.
  public func refusal(of id: SetID) -> String? { notes.refused[id.text] }
}
