import VitrineCryptography
internal import VitrineLinux
internal import VitrineTiming

/// The cache's writer thread. It writes bytes first, then their index entries.
struct ContentWriter {
  enum Job: Sendable {
    case store([UInt8], Int64, ContentEntry.ID)
    /// Writes an entry's metadata, without its pieces.
    case write(ContentEntry.ID)
    case remove(ContentEntry.ID)
    case forget(ContentPiece, ContentEntry.ID)
    case settle(Waitable<Bool>)
  }

  private let folder: ContentFolder
  private let ledger: ContentLedger
  private let limits: ContentLimits
  private let jobs: BoundedQueue<Job>
  private let state: Shared<ContentStore.State>
  private let report: @Sendable (ContentError?) -> Void
  /// After an error, nothing is written before this time.
  private var pause: HostTime?
  /// Entries to remove.
  private var doomed: Set<ContentEntry.ID> = []
  private var marksDue = HostTime.now() + marksPeriod

  /// Uses and revalidations alone are written rarely, to spare flash memory.
  private static let marksPeriod = Duration.seconds(3600)
  /// The number of bytes to sync at once: flash memory takes about as long for a few.
  private static let mostBatch = 4 << 20
  private static let pauseAfterFailure = Duration.seconds(60)

  init(
    _ folder: ContentFolder, _ ledger: ContentLedger, _ limits: ContentLimits,
    _ jobs: BoundedQueue<Job>, _ state: Shared<ContentStore.State>,
    report: @escaping @Sendable (ContentError?) -> Void
  ) {
    self.folder = folder
    self.ledger = ledger
    self.limits = limits
    self.jobs = jobs
    self.state = state
    self.report = report
  }

  mutating func run() {
    while !jobs.isExhausted {
      guard let first = jobs.pop(until: marksDue) else {
        writeMarks()
        continue
      }
      handle(first)
    }
    writeMarks()
  }

  private mutating func handle(_ first: Job) {
    var batch: [(bytes: [UInt8], place: Int64, id: ContentEntry.ID)] = []
    var (next, size): (Job?, Int) = (first, 0)
    while case .store(let bytes, let place, let id) = next {
      batch.append((bytes, place, id))
      size += bytes.count
      next = size < Self.mostBatch ? jobs.tryPop() : nil
    }
    if !batch.isEmpty { attempt { writer throws(ContentError) in try writer.store(batch, size) } }
    // Retries the removal.
    if !doomed.isEmpty { attempt(mayPause: false) { _ in } }
    if let next { run(next) }
  }

  private mutating func run(_ job: Job) {
    switch job {
    case .store: break
    case .settle(let done): done.update { $0 = true }
    case .write(let id):
      attempt { writer throws(ContentError) in try writer.writeEntries([id]) }
    case .forget(let piece, let id):
      attempt { writer throws(ContentError) in
        try writer.writing { ledger throws(SQLiteError) in try ledger.drop(piece, of: id) }
      }
    case .remove(let id):
      doomed.insert(id)
      attempt(mayPause: false) { _ in }
    }
  }

  /// Runs `body`. After an error, reports it and writes nothing for a while; the dropped bytes are
  /// downloaded again later. Removals go first and ignore the pause, since they free disk space.
  private mutating func attempt(
    mayPause: Bool = true, _ body: (inout Self) throws(ContentError) -> Void
  ) {
    let pauses = pause.map { $0 > .now() } ?? false
    do throws(ContentError) {
      try removeDoomed()
      if pauses || !mayPause { return }
      try body(&self)
      guard pause != nil else { return }
      pause = nil
      publish(nil)
    } catch {
      pause = .now() + Self.pauseAfterFailure
      publish(error)
    }
  }

  /// Reports a changed error only.
  private func publish(_ error: ContentError?) {
    let isChanged = state.update { state in
      defer { state.trouble = error }
      return state.trouble != error
    }
    if isChanged { report(error) }
  }

  private mutating func store(
    _ batch: [(bytes: [UInt8], place: Int64, id: ContentEntry.ID)], _ size: Int
  ) throws(ContentError) {
    try makeRoom(for: Int64(size), batch.last?.id)
    for (id, parts) in Dictionary(grouping: batch, by: \.id) {
      guard let entry = state.update({ $0.index.entry(id) }) else { continue }
      let pieces = parts.filter { part in
        let isNew = entry.end(from: part.place) == part.place
        let next = entry.start(after: part.place) ?? .max
        return isNew && next -| part.place >= part.bytes.count
      }
      guard !pieces.isEmpty else { continue }
      do throws(Errno) {
        try folder.write(pieces.map { ($0.bytes, $0.place) }, of: id)
      } catch {
        throw .notWritten(cause: "\(error)")
      }
      try addToIndex(
        pieces.map {
          ContentPiece(start: $0.place, count: $0.bytes.count, digest: Digest(of: $0.bytes))
        }, of: id)
    }
  }

  /// Adds pieces that are on disk to the index.
  private mutating func addToIndex(
    _ pieces: [ContentPiece], of id: ContentEntry.ID
  ) throws(ContentError) {
    let entry = state.update { state -> ContentEntry? in
      state.marked.remove(id)
      return state.index.entry(id)
    }
    // The entry was removed in the meantime; a queued job removes its file.
    guard let entry else { return }
    try writing { ledger throws(SQLiteError) in
      try ledger.put(entry)
      for piece in pieces { try ledger.put(piece, of: id) }
    }
    let outdated = state.update { state in
      for piece in pieces { _ = state.index.insert(piece, in: id) }
      return state.index.removeOutdated(by: id)
    }
    if let outdated { doomed.insert(outdated) }
  }

  private mutating func makeRoom(
    for size: Int64, _ spared: ContentEntry.ID?
  ) throws(ContentError) {
    let free = folder.free
    let (excess, victims) = state.update { state -> (Int64, [ContentEntry.ID]) in
      let excess = limits.excess(stored: state.index.count, coming: size, free: free)
      let victims = state.index.victims(freeing: excess, sparing: spared)
      let freed = victims.compactMap { state.index.entry($0)?.count }.reduce(0, +|)
      for id in victims { state.index.remove(id) }
      return (excess -| freed, victims)
    }
    doomed.formUnion(victims)
    try removeDoomed()
    if excess > 0 { throw .full }
  }

  /// Updates the index first: opening the cache removes files that it does not list.
  private mutating func removeDoomed() throws(ContentError) {
    guard !doomed.isEmpty else { return }
    let ids = doomed
    try writing { ledger throws(SQLiteError) in for id in ids { try ledger.drop(id) } }
    for id in ids { folder.remove(id) }
    doomed = []
  }

  private mutating func writeMarks() {
    marksDue = .now() + Self.marksPeriod
    let marked = state.update { state in
      defer { state.marked = [] }
      return state.marked
    }
    guard !marked.isEmpty else { return }
    attempt { writer throws(ContentError) in try writer.writeEntries(marked) }
  }

  /// Skips entries that are neither on disk nor pinned.
  private func writeEntries(_ ids: Set<ContentEntry.ID>) throws(ContentError) {
    let entries = state.update { state in ids.compactMap { state.index.entry($0) } }
      .filter { !$0.pieces.isEmpty || $0.isPinned }
    try writing { ledger throws(SQLiteError) in for entry in entries { try ledger.put(entry) } }
  }

  private func writing(
    _ body: (ContentLedger) throws(SQLiteError) -> Void
  ) throws(ContentError) {
    do throws(SQLiteError) {
      try ledger.transaction { () throws(SQLiteError) in try body(ledger) }
    } catch {
      throw .notWritten(cause: "\(error)")
    }
  }
}
