import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// Where a player's place is kept between two starts: in memory that a restart leaves alone, and
/// on the disk for what comes after a power cut. Its files have one
/// owner: the thread that keeps the place.
struct ResumeStore: Sendable {
  private let memory: Folder?
  private let disk: Folder?
  private let name: String
  private var writes = ResumeWrites()
  /// What could not be written, as it was told; each trouble is told once.
  private var troubles: [ResumeWrites.Store: String] = [:]

  /// `runtime` and `state` are folders, as systemd gives them to a service; nil keeps nothing
  /// there. `name` tells the players of several outputs apart.
  init(runtime: String?, state: String?, name: String) {
    (memory, disk) = (runtime.map(Folder.init), state.map(Folder.init))
    self.name = name
  }

  private var fileName: String { "place-\(name)" }

  private func folder(_ store: ResumeWrites.Store) -> Folder? {
    switch store {
    case .memory: memory
    case .disk: disk
    }
  }

  /// What is being opened, kept beside the place; nil where nothing is kept in memory.
  func openings(warn: @escaping @Sendable (String) -> Void) -> OpeningStore? {
    memory.map { OpeningStore(runtime: $0.path, name: name, warn: warn) }
  }

  /// What the run before noted last: memory's is never older than the disk's. One that cannot be
  /// read is told, and is none. `opening` is what it was about to open, and `edition` what is there now.
  func read(
    _ opening: OpeningNote? = nil, edition: String = "", tell: (String) -> Void
  ) -> CrashLoopGuard {
    let kept = memory.flatMap { note(in: $0, tell) }
    if kept != nil || opening != nil {
      return CrashLoopGuard(
        after: kept ?? disk.flatMap { note(in: $0, tell) }, opening: opening, edition: edition,
        isSameBoot: true)
    }
    return CrashLoopGuard(
      after: disk.flatMap { note(in: $0, tell) }, edition: edition, isSameBoot: false)
  }

  private func note(in folder: Folder, _ tell: (String) -> Void) -> ResumeNote? {
    let path = folder.path(of: fileName)
    do throws(Errno) {
      let bytes = try FileDescriptor(reading: path).bytes(at: 0, count: ResumeNote.largestFile + 1)
      if let note = ResumeNote(bytes: bytes) { return note }
      tell("\(path): damaged; the place in the list is not known")
    } catch {
      // A first start has none.
      if error != .noEntry { tell("\(path): the place in the list cannot be read: \(error)") }
    }
    return nil
  }

  /// Notes where it is, wherever that is due. Where it cannot, plays on: `tell` says so.
  /// That of a scheduled list is not on the disk until the end.
  mutating func note(
    _ note: ResumeNote, isScheduled: Bool = false, at now: HostTime, tell: (String) -> Void
  ) {
    writes.isScheduled = isScheduled
    guard let bytes = note.bytes else { return }
    for store in writes.due(note.point, at: now) {
      guard let folder = folder(store) else { continue }
      let trouble = write(bytes, to: folder).map {
        "\(folder.path): the place in the list cannot be noted: \($0)"
      }
      if let trouble, troubles[store] != trouble { tell(trouble) }
      troubles[store] = trouble
    }
  }

  /// Notes where it ends, everywhere.
  func noteEnd(_ note: ResumeNote) {
    guard let bytes = note.bytes else { return }
    // What cannot be written was told when it was noted.
    for folder in [memory, disk].compactMap(\.self) { _ = write(bytes, to: folder) }
  }

  private func write(_ bytes: [UInt8], to folder: Folder) -> String? {
    do throws(Errno) { try folder.make() } catch { return "\(error)" }
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(fileName) { draft throws(Errno) in
        try draft.write(bytes)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
