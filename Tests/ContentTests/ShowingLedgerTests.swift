import Foundation
import Testing
import VitrineCryptography
import VitrineLinux

@testable import VitrineContent

@Suite("The proof-of-play log")
struct ShowingLedgerTests {
  private func folder() throws -> Folder { try Folder.temporary("vitrine-showings") }

  private func record(_ number: Int64, _ previous: String, begin: Int64? = nil) -> ShowingRecord {
    var record = ShowingRecord()
    (record.number, record.previous) = (number, previous)
    record.begin = begin ?? number * 1_000_000_000
    record.end = record.begin + 1_000_000_000
    (record.item, record.title, record.frames) = ("/a\tb\n\\.mp4", "Ä", 30)
    record.obstacles = number % 8
    return record
  }

  /// This many records, each with the digest of the previous one.
  private func chain(_ count: Int64, after last: (number: Int64, digest: String) = (0, ""))
    -> [ShowingRecord]
  {
    var (records, digest) = ([ShowingRecord](), last.digest)
    for number in last.number + 1...last.number + count {
      records.append(record(number, digest))
      digest = records[records.count - 1].digest.hex
    }
    return records
  }

  @Test("A record is written as a line and reads back unchanged")
  func lines() {
    var record = record(7, "abc")
    (record.kind, record.ending, record.offset) = (.showing, .killed, -12_600)
    (record.obstacles, record.hasSound, record.isClockTrusted) = (6, true, false)
    #expect(ShowingRecord(line: record.line) == record)
    #expect(
      !record.line.contains("\n")
        && record.line.split(separator: "\t", omittingEmptySubsequences: false).count == 23)
    for end in [0, 10, record.line.count - 70] {
      #expect(ShowingRecord(line: String(record.line.prefix(end))) == nil)
    }
    #expect(ShowingRecord(line: record.line.replacing("showing", with: "shown")) == nil)
  }

  @Test("Appended records are present and chained")
  func whole() throws {
    let folder = try folder()
    defer { try? folder.remove() }
    let ledger = try ShowingLedger(folder)
    let records = chain(50)
    try ledger.add(Array(records.prefix(30)))
    // The program ended between the log and the journal: some are repeated.
    try ledger.add(Array(records.suffix(40)))
    let again = try ShowingLedger(folder)
    #expect(again.last.number == 50 && again.last.digest == records.last?.digest.hex)
    let survey = try ShowingLedgerSnapshot(reading: folder, runtime: nil)
    #expect(survey.records == records && survey.faults.isEmpty && survey.head == again.last.digest)
  }

  @Test(
    "Changed, removed and inserted records are detected",
    arguments: [
      "UPDATE record SET frames = 31 WHERE number = 12",
      "DELETE FROM record WHERE number = 12",
      "UPDATE record SET title = 99999 WHERE number = 12",
      """
      UPDATE record SET (begin, previous) = (SELECT begin, previous FROM record WHERE number = 13)
        WHERE number = 12
      """,
      "UPDATE record SET flags = flags + 2 WHERE number = 12",
      "UPDATE record SET kind = (SELECT id FROM text WHERE value = '') WHERE number = 12",
      "UPDATE text SET value = 'other' WHERE value LIKE '%.mp4'",
      "DELETE FROM text WHERE value LIKE '%.mp4'",
      "UPDATE record SET number = number + 100 WHERE number > 40",
    ])
  func tampered(statement: String) throws {
    let folder = try folder()
    defer { try? folder.remove() }
    try ShowingLedger(folder).add(chain(50))
    try SQLiteDatabase(folder.path(of: ShowingLedger.name)).execute(statement)
    #expect(try !ShowingLedgerSnapshot(reading: folder, runtime: nil).faults.isEmpty)
  }

  @Test("Old and excess records are deleted, and the rest stays chained")
  func pruned() throws {
    let folder = try folder()
    defer { try? folder.remove() }
    let ledger = try ShowingLedger(folder)
    try ledger.add(chain(50))
    try ledger.prune(before: 20_000_000_000, most: 1000)
    #expect(
      try ShowingLedgerSnapshot(reading: folder, runtime: nil).records.map(\.number)
        == Array(20...50))
    try ledger.prune(before: 0, most: 5)
    let survey = try ShowingLedgerSnapshot(reading: folder, runtime: nil)
    #expect(survey.records.map(\.number) == Array(46...50) && survey.faults.isEmpty)
    try ledger.add(chain(3, after: ledger.last))
    #expect(try ShowingLedgerSnapshot(reading: folder, runtime: nil).faults.isEmpty)
  }

  @Test("Records from before the clock was set do not count as old")
  func prunedUnset() throws {
    let folder = try folder()
    defer { try? folder.remove() }
    let ledger = try ShowingLedger(folder)
    // Their starts are in seconds; the clock counts as set from the 30th on.
    try ledger.add(chain(50))
    try ledger.prune(before: 20_000_000_000, since: 30_000_000_000, most: 1000)
    #expect(
      try ShowingLedgerSnapshot(reading: folder, runtime: nil).records.map(\.number)
        == Array(1...50))
    try ledger.prune(before: 40_000_000_000, since: 30_000_000_000, most: 1000)
    let survey = try ShowingLedgerSnapshot(reading: folder, runtime: nil)
    #expect(survey.records.map(\.number) == Array(40...50) && survey.faults.isEmpty)
  }

  @Test("A journal truncated anywhere keeps everything before the cut")
  func journal() throws {
    let folder = try folder()
    defer { try? folder.remove() }
    var journal = try ShowingJournal(folder)
    let records = chain(3)
    for record in records {
      try journal.open(record)
      try journal.add(record)
    }
    var open = record(0, "", begin: 99)
    open.output = "HDMI-A-2"
    try journal.open(open)
    let path = folder.path(of: ShowingJournal.name)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(try ShowingJournal.read(in: folder).records == records)
    #expect(try ShowingJournal.read(in: folder).open == ["HDMI-A-2": open])
    for length in stride(from: 0, to: bytes.count, by: 13) {
      try bytes.prefix(length).write(to: URL(filePath: path))
      let found = try ShowingJournal.read(in: folder)
      #expect(found.records == Array(records.prefix(found.records.count)))
      #expect(found.open.count <= 1)
    }
    try journal.clear(open: [open])
    let left = try ShowingJournal.read(in: folder)
    #expect(left.records.isEmpty && left.open.count == 1)
    try folder.remove(ShowingJournal.name)
    #expect(try ShowingJournal.read(in: folder) == ShowingJournal.Found())
    // A cyclic link: the kernel refuses it even to root.
    try folder.link(ShowingJournal.name, to: ShowingJournal.name)
    #expect(throws: Errno.loop) { try ShowingJournal.read(in: folder) }
  }

  @Test(
    "An impossible number is not a record and marks the journal as damaged",
    arguments: 3..<12)
  func damagedNumbers(field: Int) throws {
    let folder = try folder()
    defer { try? folder.remove() }
    let good = chain(1)[0]
    for number in [Int64.min, .max, -1 << 62 - 1, 1 << 62 + 1] {
      var fields = good.line.split(separator: "\t", omittingEmptySubsequences: false)
      fields[field] = "\(number)"
      let line = fields.joined(separator: "\t")
      #expect(ShowingRecord(line: line) == nil)
      try folder.write("=\(good.line)\n=\(line)\n", to: ShowingJournal.name)
      let found = try ShowingJournal.read(in: folder)
      #expect(found.records == [good] && found.isDamaged)
    }
    for text in ["?\(good.line)\n", "\n", "= \n", "\u{0}\u{0}\n"] {
      try folder.write(text, to: ShowingJournal.name)
      #expect(try ShowingJournal.read(in: folder).isDamaged)
    }
  }

  @Test("A log and a journal may be in a linked folder but may not be links")
  func links() throws {
    let folder = try folder()
    defer { try? folder.removeTree() }
    let real = folder.folder("real")
    try real.make()
    try folder.link("state", to: "real")
    let records = chain(3)
    let state = folder.folder("state")
    try ShowingLedger(state).add(records)
    #expect(try ShowingLedgerSnapshot(reading: state, runtime: nil).records == records)
    let other = folder.folder("other")
    try other.make()
    try other.link(ShowingLedger.name, to: real.path(of: ShowingLedger.name))
    #expect(throws: ContentError.self) { _ = try ShowingLedger(other) }
  }

  @Test("Records in memory follow those on disk, without duplicates")
  func survey() throws {
    let (folder, runtime) = (try folder(), try self.folder())
    defer {
      try? folder.remove()
      try? runtime.remove()
    }
    let records = chain(10)
    try ShowingLedger(folder).add(Array(records.prefix(6)))
    var journal = try ShowingJournal(runtime)
    for record in records.suffix(6) { try journal.add(record) }
    let survey = try ShowingLedgerSnapshot(reading: folder, runtime: runtime)
    #expect(survey.records == records && survey.faults.isEmpty)
  }
}
