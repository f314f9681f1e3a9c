import VitrineCryptography
internal import VitrineLinux
internal import VitrineTiming

/// What the thread does that writes: bytes first, then what the ledger knows of them.
struct ContentWriter {
  enum Job: Sendable {
    case keep([UInt8], Int64, ContentEntry.ID)
    /// What is known of an entry, without its pieces.
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
  private let tell: @Sendable (ContentError?) -> Void
  /// After a failure: nothing is written before.
  private var pause: HostTime?
  /// What is to go, and has not gone yet.
  private var doomed: Set<ContentEntry.ID> = []
  private var marksDue = HostTime.now() + marksPeriod

  /// What was merely used or checked is worth no write of its own: a card wears.
  private static let marksPeriod = Duration.seconds(3600)
  /// What is settled at once: a card takes as long for a little as for this.
  private static let mostBatch = 4 << 20
  private static let pauseAfterFailure = Duration.seconds(60)

  init(
    _ folder: ContentFolder, _ ledger: ContentLedger, _ limits: ContentLimits,
    _ jobs: BoundedQueue<Job>, _ state: Shared<ContentStore.State>,
    tell: @escaping @Sendable (ContentError?) -> Void
  ) {
    (self.folder, self.ledger, self.limits) = (folder, ledger, limits)
    (self.jobs, self.state, self.tell) = (jobs, state, tell)
  }

  mutating func run() {
    while !jobs.isExhausted {
      guard let first = jobs.pop(until: marksDue) else {
        writeMarks()
        continue
      }
      take(first)
    }
    writeMarks()
  }

  private mutating func take(_ first: Job) {
    var batch: [(bytes: [UInt8], place: Int64, id: ContentEntry.ID)] = []
    var (next, size): (Job?, Int) = (first, 0)
    while case .keep(let bytes, let place, let id) = next {
      batch.append((bytes, place, id))
      size += bytes.count
      next = size < Self.mostBatch ? jobs.tryPop() : nil
    }
    if !batch.isEmpty { attempt { writer throws(ContentError) in try writer.keep(batch, size) } }
    // Tried again with whatever comes.
    if !doomed.isEmpty { attempt(mayPause: false) { _ in } }
    if let next { carryOut(next) }
  }

  private mutating func carryOut(_ job: Job) {
    switch job {
    case .keep: break
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

  /// What fails is told, and nothing is written for a while: it is fetched again another time.
  /// What is to go goes first, and also in a pause: it is what makes room.
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
      note(trouble: nil)
    } catch {
      pause = .now() + Self.pauseAfterFailure
      note(trouble: error)
    }
  }

  /// The same again is no news.
  private func note(trouble: ContentError?) {
    let isNews = state.update { state in
      defer { state.trouble = trouble }
      return state.trouble != trouble
    }
    if isNews { tell(trouble) }
  }

  private mutating func keep(
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
      try note(
        pieces.map {
          ContentPiece(start: $0.place, count: $0.bytes.count, digest: Digest(of: $0.bytes))
        }, of: id)
    }
  }

  /// The bytes are on the disk: from here on they count.
  private mutating func note(
    _ pieces: [ContentPiece], of id: ContentEntry.ID
  ) throws(ContentError) {
    let entry = state.update { state -> ContentEntry? in
      state.marked.remove(id)
      return state.index.entry(id)
    }
    // Removed meanwhile: its file goes with the job that says so.
    guard let entry else { return }
    try writing { ledger throws(SQLiteError) in
      try ledger.put(entry)
      for piece in pieces { try ledger.put(piece, of: id) }
    }
    let outdated = state.update { state in
      for piece in pieces { _ = state.index.insert(piece, in: id) }
      return state.index.takeOutdated(by: id)
    }
    if let outdated { doomed.insert(outdated) }
  }

  private mutating func makeRoom(
    for size: Int64, _ spared: ContentEntry.ID?
  ) throws(ContentError) {
    let free = folder.free
    let (excess, victims) = state.update { state -> (Int64, [ContentEntry.ID]) in
      let excess = limits.excess(kept: state.index.count, coming: size, free: free)
      let victims = state.index.victims(freeing: excess, sparing: spared)
      let freed = victims.compactMap { state.index.entry($0)?.count }.reduce(0, +|)
      for id in victims { state.index.remove(id) }
      return (excess -| freed, victims)
    }
    doomed.formUnion(victims)
    try removeDoomed()
    if excess > 0 { throw .full }
  }

  /// The ledger first: a file that it does not know is removed at the next beginning.
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

  /// Those that have a piece on the disk, or are to stay: others are not worth a line.
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
