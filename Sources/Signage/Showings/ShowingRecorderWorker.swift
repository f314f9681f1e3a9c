import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineTiming

/// The state of the thread that records proof of play. Bound to it.
struct ShowingRecorderWorker: ~Copyable {
  /// Nil if a damaged log could not be replaced yet.
  private var ledger: ShowingLedger?
  private var journal: ShowingJournal?
  private var trackers: [String: ShowingTracker]
  /// Records that are in the journal but not on disk yet.
  private var pending: [ShowingRecord]
  private var last: (number: Int64, digest: String)
  private var contents: ContentDigests
  private let boot: String
  private let storage: ShowingRecorder.Storage
  private let warn: @Sendable (String) -> Void
  private var writing: HostTime
  private var pruning = HostTime.now()
  private var reported: String?

  private static let betweenPrunings = Duration.seconds(86_400)
  /// The interval between writes to disk.
  static let period = Duration.seconds(600)
  /// The limit if the disk rejects writes for days: the oldest half is dropped, and the gap shows.
  /// The journal may fill up earlier.
  private static let mostPending = 100_000
  /// How far a journal's record number may be ahead of the log's last: enough for a million records
  /// a day for years.
  private static let mostAhead: Int64 = 1 << 32
  /// About 300 MB.
  private static let mostRecords: Int64 = 1_000_000

  /// Call `begin` next.
  init(
    _ ledger: ShowingLedger, _ storage: ShowingRecorder.Storage,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.ledger = ledger
    self.storage = storage
    self.warn = warn
    boot = MachineUptime.boot
    last = ledger.last
    contents = ContentDigests()
    journal = nil
    (trackers, pending, writing) = ([:], [], .now() + Self.period)
  }

  /// When `doDueWork` is due.
  var due: HostTime { min(writing, contents.due ?? writing) }

  /// Recovers the records of the previous run and records the start of this one.
  mutating func begin() {
    var found = ShowingJournal.Found()
    if let runtime = storage.runtime {
      found = recoverJournal(in: runtime)
    }
    for var open in found.open.values.sorted(by: { $0.begin < $1.begin }) {
      open.ending = .killed
      add(open)
    }
    add(event(.start))
    write()
    guard let runtime = storage.runtime else { return }
    do throws(Errno) {
      journal = try ShowingJournal(runtime, keeping: pending)
    } catch {
      report("proof of play is only recorded every ten minutes: \(error)")
    }
  }

  /// Returns the records that are not in the log yet. A damaged journal is renamed, and its
  /// readable records count. An unreadable one is replaced.
  private mutating func recoverJournal(in runtime: Folder) -> ShowingJournal.Found {
    let path = runtime.path(of: ShowingJournal.name)
    var found = ShowingJournal.Found()
    do throws(Errno) { found = try ShowingJournal.read(in: runtime) } catch {
      report(
        "\(path): cannot be read: \(error); the proof-of-play log lacks up to ten minutes")
      return found
    }
    for record in found.records where record.number > last.number {
      // Far fewer records can be pending or dropped, so the number is corrupt.
      guard record.number -| last.number <= Self.mostAhead else {
        found.isDamaged = true
        continue
      }
      pending.append(record)
      last = (record.number, record.digest.hex)
    }
    if found.isDamaged {
      let place = ShowingJournal.setAside(in: runtime).map {
        "; it was saved as \(runtime.path(of: $0))"
      }
      warn("\(path): damaged; \(pending.count) showings were recovered\(place ?? "")")
    }
    return found
  }

  mutating func handle(_ event: ShowingEvent, _ context: ShowingTracker.Context) {
    let steps = trackers[context.output, default: ShowingTracker()].handle(event, context)
    for step in steps { store(step) }
    doDueWork()
  }

  /// Records that a player opened the file for its next showing.
  mutating func recordOpening(of path: String) {
    contents.versions.recordOpening(of: path)
  }

  /// Records that the first player has become audible.
  mutating func recordAudible() { trackers[""]?.recordAudible() }

  /// Hashes the next part of a file, and writes to disk, if they are due.
  mutating func doDueWork() {
    let now = HostTime.now()
    if let error = contents.readNext(at: now, ledger) { report(error) }
    if writing <= now { write() }
  }

  mutating func close() {
    for output in trackers.keys.sorted() {
      for step in trackers[output]?.close() ?? [] { store(step) }
    }
    add(event(.stop))
    write()
  }

  private mutating func store(_ step: ShowingTracker.Step) {
    switch step {
    case .open(var record):
      record.boot = boot
      contents.begin(record, ledger)
      append { (journal) throws(Errno) in try journal.open(record) }
    case .add(var record):
      record.content = contents.end(record) ?? ""
      add(record)
    }
  }

  private func event(_ kind: ShowingRecord.Kind) -> ShowingRecord {
    var record = ShowingRecord()
    let time = ClockReading.now()
    (record.kind, record.isClockTrusted) = (kind, time.isTrusted)
    (record.begin, record.end) = (time.moment.nanoseconds, time.moment.nanoseconds)
    record.offset = time.clock.offset(from: time.moment.second)
    return record
  }

  private mutating func add(_ record: ShowingRecord) {
    var record = record
    (record.number, record.previous) = (last.number +| 1, last.digest)
    if record.boot.isEmpty { record.boot = boot }
    last = (record.number, record.digest.hex)
    pending.append(record)
    if pending.count > Self.mostPending { pending.removeFirst(pending.count / 2) }
    append { (journal) throws(Errno) in try journal.add(record) }
  }

  private mutating func append(_ body: (inout ShowingJournal) throws(Errno) -> Void) {
    guard var journal = journal.take() else { return }
    var failure: Errno?
    do throws(Errno) {
      try body(&journal)
      if journal.isFull { try shorten(&journal) }
    } catch {
      failure = error
    }
    self.journal = consume journal
    if let failure {
      report("proof of play is only recorded every ten minutes: \(failure)")
    }
  }

  /// The journal always holds exactly the pending records, so records it has no room for are
  /// dropped from both.
  private mutating func shorten(_ journal: inout ShowingJournal) throws(Errno) {
    let newest = ShowingJournal.newest(pending)
    pending.removeFirst(pending.count - newest.count)
    try journal.replace(with: pending, open: open)
  }

  private var open: [ShowingRecord] { trackers.values.flatMap(\.open) }

  private mutating func write() {
    writing = .now() + Self.period
    let open = open
    do throws(ContentError) {
      let ledger = try usableLedger()
      try ledger.add(pending)
      try prune(ledger)
      pending = []
      reported = nil
      append { (journal) throws(Errno) in try journal.clear(open: open) }
    } catch .damaged(let path, let cause) {
      replaceLedger(path, cause)
    } catch {
      report("proof of play is not on disk yet: \(error)")
    }
  }

  private mutating func usableLedger() throws(ContentError) -> ShowingLedger {
    if let ledger { return ledger }
    let opened = try ShowingLedger(storage.state)
    ledger = opened
    return opened
  }

  /// Begins a new log, which receives the pending records with the next write.
  private mutating func replaceLedger(_ path: String, _ cause: String) {
    // Closing a database removes its write-ahead log by name, so close it before there is another.
    ledger = nil
    do throws(ContentError) {
      ledger = try ShowingLedger(replacing: path, cause, in: storage.state, warn: warn)
    } catch {
      report("proof of play is not on disk yet: \(error)")
    }
  }

  private mutating func prune(_ ledger: ShowingLedger) throws(ContentError) {
    guard pruning <= .now() else { return }
    let clock = ClockReading.now()
    // A clock set far ahead looks like a correct one, and would make every record look old.
    // A time server may confirm the clock by the next check.
    let isSure = clock.isTrusted && storage.isSynchronised()
    if isSure { pruning = .now() + Self.betweenPrunings }
    // bound: the setting is limited
    let oldest = clock.moment + Double(-storage.days) * 86_400
    try ledger.prune(
      before: isSure ? oldest.nanoseconds : nil,
      since: ClockReading.earliest.nanoseconds, most: Self.mostRecords)
  }

  /// Reports an error once.
  private mutating func report(_ text: String) {
    guard reported != text else { return }
    reported = text
    warn(text)
  }
}
