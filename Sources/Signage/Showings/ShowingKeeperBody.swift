import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlayback
import VitrineSchedules
import VitrineTiming

/// What the thread does that writes down what was shown. Bound to it.
struct ShowingKeeperBody: ~Copyable {
  private let ledger: ShowingLedger
  private var journal: ShowingJournal?
  private var trails: [String: ShowingTrail]
  /// In the journal, and not on the disk yet.
  private var pending: [ShowingRecord]
  private var last: (number: Int64, digest: String)
  private var contents: ContentDigests
  private let boot: String
  private let places: ShowingKeeper.Places
  private let warn: @Sendable (String) -> Void
  private var writing: HostTime
  private var pruning = HostTime.now()
  private var told: String?

  private static let betweenPrunings = Duration.seconds(86_400)
  /// Between two steps onto the disk.
  static let period = Duration.seconds(600)
  /// A disk that takes nothing for days: the oldest half is dropped, and the gap shows. The journal may be full
  /// before.
  private static let mostPending = 100_000
  /// How far a journal's record may be ahead of the ledger's last: a million a day for years.
  private static let mostAhead: Int64 = 1 << 32
  /// About 300 MB.
  private static let mostRecords: Int64 = 1_000_000

  /// `begin` is to follow.
  init(
    _ ledger: ShowingLedger, _ places: ShowingKeeper.Places,
    warn: @escaping @Sendable (String) -> Void
  ) {
    (self.ledger, self.places, self.warn) = (ledger, places, warn)
    boot = MachineUptime.boot
    last = ledger.last
    contents = ContentDigests()
    journal = nil
    (trails, pending, writing) = ([:], [], .now() + Self.period)
  }

  /// When `look` is due.
  var due: HostTime { min(writing, contents.due ?? writing) }

  /// Takes what the program before has left, and notes that this one begins.
  mutating func begin() {
    var found = ShowingJournal.Found()
    if let runtime = places.runtime {
      found = takeJournal(in: runtime)
    }
    for var open in found.open.values.sorted(by: { $0.begin < $1.begin }) {
      open.ending = .killed
      add(open)
    }
    add(event(.start))
    write()
    guard let runtime = places.runtime else { return }
    do throws(Errno) {
      journal = try ShowingJournal(runtime, keeping: pending)
    } catch {
      tell("what is shown is only written down every ten minutes: \(error)")
    }
  }

  /// What was not in the ledger yet. A damaged journal is set aside: what can be read of it counts. One that cannot
  /// be read at all gives way to a new one.
  private mutating func takeJournal(in runtime: Folder) -> ShowingJournal.Found {
    let path = runtime.path(of: ShowingJournal.name)
    var found = ShowingJournal.Found()
    do throws(Errno) { found = try ShowingJournal.read(in: runtime) } catch {
      tell(
        "\(path): cannot be read: \(error); the ledger lacks what was shown up to ten minutes ago")
      return found
    }
    for record in found.records where record.number > last.number {
      // No more are ever pending, nor dropped of a full journal.
      guard record.number -| last.number <= Self.mostAhead else {
        found.isDamaged = true
        continue
      }
      pending.append(record)
      last = (record.number, record.digest.hex)
    }
    if found.isDamaged {
      let place = ShowingJournal.setAside(in: runtime).map {
        "; it is kept as \(runtime.path(of: $0))"
      }
      warn("\(path): damaged; \(pending.count) showings were read from it\(place ?? "")")
    }
    return found
  }

  mutating func take(_ news: ScreenNews, _ facts: ShowingTrail.Facts) {
    let steps = trails[facts.output, default: ShowingTrail()].take(news, facts)
    for step in steps { carryOut(step) }
    look()
  }

  /// A player has opened it, to be shown next.
  mutating func noteOpened(_ path: String) {
    contents.versions.noteOpened(path)
  }

  /// The first player can be heard from now on.
  mutating func noteAudible() { trails[""]?.noteAudible() }

  mutating func look() {
    let now = HostTime.now()
    if let trouble = contents.look(at: now, ledger) { tell(trouble) }
    if writing <= now { write() }
  }

  mutating func close() {
    for output in trails.keys.sorted() {
      for step in trails[output]?.close() ?? [] { carryOut(step) }
    }
    add(event(.stop))
    write()
  }

  private mutating func carryOut(_ step: ShowingTrail.Step) {
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
    var trouble: Errno?
    do throws(Errno) {
      try body(&journal)
      if journal.isFull { try shorten(&journal) }
    } catch {
      trouble = error
    }
    self.journal = consume journal
    if let trouble { tell("what is shown is only written down every ten minutes: \(trouble)") }
  }

  /// What the journal has is always all that is pending: what it has no room for is given up here, too.
  private mutating func shorten(_ journal: inout ShowingJournal) throws(Errno) {
    let kept = ShowingJournal.newest(pending)
    pending.removeFirst(pending.count - kept.count)
    try journal.replace(with: pending, open: open)
  }

  private var open: [ShowingRecord] { trails.values.flatMap(\.open) }

  private mutating func write() {
    writing = .now() + Self.period
    let open = open
    do throws(ContentError) {
      try ledger.add(pending)
      try prune()
      pending = []
      told = nil
      append { (journal) throws(Errno) in try journal.clear(open: open) }
    } catch {
      tell("what was shown is not on the disk yet: \(error)")
    }
  }

  private mutating func prune() throws(ContentError) {
    guard pruning <= .now() else { return }
    let clock = ClockReading.now()
    // A clock that was set far ahead looks as good as any other, and would have all of it taken for old. One
    // that no time server has confirmed yet may be confirmed at the next look.
    let isSure = clock.isTrusted && places.isSynchronised()
    if isSure { pruning = .now() + Self.betweenPrunings }
    // bound: a setting with a limit
    let oldest = clock.moment + Double(-places.days) * 86_400
    try ledger.prune(
      before: isSure ? oldest.nanoseconds : nil,
      since: ClockReading.earliest.nanoseconds, most: Self.mostRecords)
  }

  /// Once.
  private mutating func tell(_ text: String) {
    guard told != text else { return }
    told = text
    warn(text)
  }
}
