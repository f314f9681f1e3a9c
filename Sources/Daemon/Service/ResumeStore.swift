import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// Stores a player's position across restarts: in memory that survives a restart of the service,
/// and on disk for a power cut. Owned by the thread that writes it.
struct ResumeStore: Sendable {
  private let memory: Folder?
  private let disk: Folder?
  private let name: String
  private var writes = ResumeWritePolicy()
  /// The write errors that were logged; each is logged once.
  private var loggedErrors: [ResumeWritePolicy.Store: String] = [:]

  /// `runtime` and `state` are the folders that systemd creates for a service; nil stores nothing
  /// there. `name` distinguishes the players of several outputs.
  init(runtime: String?, state: String?, name: String) {
    (memory, disk) = (runtime.map(Folder.init), state.map(Folder.init))
    self.name = name
  }

  private var fileName: String { "place-\(name)" }

  private func folder(_ store: ResumeWritePolicy.Store) -> Folder? {
    switch store {
    case .memory: memory
    case .disk: disk
    }
  }

  /// The store for items being opened, in the same folder; nil without a folder in memory.
  func openings(warn: @escaping @Sendable (String) -> Void) -> OpeningStore? {
    memory.map { OpeningStore(runtime: $0.path, name: name, warn: warn) }
  }

  /// Reads the latest note of the previous run; memory is never older than the disk. Reports a note
  /// that cannot be read, and ignores it. `opening` are the items that it was about to open, and
  /// `edition` is the current one.
  func read(
    _ opening: OpeningRecord? = nil, edition: String = "", warn: (String) -> Void
  ) -> CrashLoopGuard {
    let saved = memory.flatMap { readRecord(in: $0, warn) }
    if saved != nil || opening != nil {
      return CrashLoopGuard(
        after: saved ?? disk.flatMap { readRecord(in: $0, warn) }, opening: opening,
        edition: edition,
        isSameBoot: true)
    }
    return CrashLoopGuard(
      after: disk.flatMap { readRecord(in: $0, warn) }, edition: edition, isSameBoot: false)
  }

  private func readRecord(in folder: Folder, _ warn: (String) -> Void) -> ResumeRecord? {
    let path = folder.path(of: fileName)
    do throws(Errno) {
      let bytes = try FileDescriptor(reading: path).bytes(
        at: 0, count: ResumeRecord.largestFile + 1)
      if let note = ResumeRecord(bytes: bytes) { return note }
      warn("\(path): damaged; the position in the list is lost")
    } catch {
      // A first start has none.
      if error != .noEntry { warn("\(path): cannot read the position in the list: \(error)") }
    }
    return nil
  }

  /// Stores the position where that is due. Playback continues if it fails; `warn` receives the
  /// error. For a scheduled list, the disk is only written at the end.
  mutating func save(
    _ note: ResumeRecord, isScheduled: Bool = false, at now: HostTime, warn: (String) -> Void
  ) {
    writes.isScheduled = isScheduled
    guard let bytes = note.bytes else { return }
    for store in writes.due(note.point, at: now) {
      guard let folder = folder(store) else { continue }
      let error = write(bytes, to: folder).map {
        "\(folder.path): cannot save the position in the list: \($0)"
      }
      if let error, loggedErrors[store] != error { warn(error) }
      loggedErrors[store] = error
    }
  }

  /// Stores the final position everywhere.
  func saveFinal(_ note: ResumeRecord) {
    guard let bytes = note.bytes else { return }
    // Write errors were reported when the position was stored before.
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
