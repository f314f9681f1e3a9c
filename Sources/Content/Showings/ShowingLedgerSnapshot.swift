import VitrineCryptography
package import VitrineLinux
import VitrineTiming

/// A read-only view of a log and its journal, for other programs.
package struct ShowingLedgerSnapshot: Sendable {
  /// In order.
  package private(set) var records: [ShowingRecord] = []
  /// The open showings.
  package private(set) var open: [ShowingRecord] = []
  /// Inconsistencies, one line each.
  package private(set) var faults: [String] = []
  /// The digest of the newest record. With a copy of it elsewhere, a rewritten log can be detected.
  package private(set) var head = ""

  /// `runtime` is the folder of the journal; nil reads only the log on disk.
  package init(reading folder: Folder, runtime: Folder?) throws(ContentError) {
    let path = folder.path(of: ShowingLedger.name)
    do throws(SQLiteError) { try readLedger(path) } catch {
      throw .unusable(path, cause: error.text)
    }
    guard let runtime else { return }
    let found: ShowingJournal.Found
    do throws(Errno) { found = try ShowingJournal.read(in: runtime) } catch {
      throw .unusable(runtime.path(of: ShowingJournal.name), cause: "\(error)")
    }
    for record in found.records where record.number > (records.last?.number ?? 0) {
      append(record, record.line)
    }
    open = found.open.values.sorted { $0.output < $1.output }
  }

  private mutating func readLedger(_ path: String) throws(SQLiteError) {
    let database = try SQLiteDatabase(path, isReadOnly: true)
    var (number, digest): (Int64, String) = (0, "")
    try database.statement("SELECT number, digest FROM anchor").forEach {
      (number, digest) = ($0.number(0), $0.text(1) ?? "")
    }
    (expected, head) = (number +| 1, digest)
    for (number, record) in try ShowingTable.read(database) {
      guard let record else {
        faults.append("record \(number): cannot be read")
        (expected, head) = (number +| 1, "")
        continue
      }
      append(record, record.line)
    }
  }

  private var expected: Int64 = 1

  private mutating func append(_ record: ShowingRecord, _ line: String) {
    if record.number != expected {
      faults.append(
        "record \(record.number): \(record.number -| expected) records before it are missing")
    } else if record.previous != head {
      faults.append("record \(record.number): the record before it was changed")
    }
    records.append(record)
    (expected, head) = (record.number +| 1, Digest(of: line).hex)
  }
}
