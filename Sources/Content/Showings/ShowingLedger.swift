import VitrineCryptography
package import VitrineLinux
import VitrineTiming

/// The proof-of-play log: a database on disk, with one writer that commits a few times an hour.
///
/// Each record contains the digest of its predecessor, which reveals changed and removed records.
/// This proves the order, not authenticity: an attacker with access to the disk can rewrite the
/// whole log.
///
/// Thread-bound: passed from the thread that opens it to the writer.
package final class ShowingLedger: @unchecked Sendable {
  // @unchecked since one thread at a time uses it: the one that opens it, then the one that
  // receives it.
  private let database: SQLiteDatabase
  private var table: ShowingTable
  private let path: String
  /// The last record's number and digest.
  package private(set) var last: (number: Int64, digest: String)

  private static let schema = """
    CREATE TABLE anchor(number INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
    CREATE TABLE file(
      path TEXT PRIMARY KEY, mark TEXT NOT NULL, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
    """

  /// Opens the file `showings.ledger` in a folder.
  package init(_ folder: Folder) throws(ContentError) {
    path = folder.path(of: Self.name)
    do throws(SQLiteError) {
      let database = try SQLiteDatabase(path)
      try database.execute(
        """
        PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = \(Self.mostWaiting)
        """)
      switch try Self.version(of: database) {
      case 0:
        try database.transaction { () throws(SQLiteError) in
          try database.execute(ShowingTable.schema + Self.schema)
        }
      case 1: break
      case let other: throw SQLiteError(code: 0, text: "unsupported version \(other)")
      }
      table = try ShowingTable(database)
      last = try Self.last(of: database)
      self.database = database
    } catch {
      throw error.isDamage
        ? .damaged(path, cause: error.text) : .unusable(path, cause: error.text)
    }
  }

  /// Moves a damaged log of this folder away, so that a new one can be created. Close the log
  /// first. Returns the new name: `showings.ledger.damaged`, or one with a number if that exists.
  package static func setAside(in folder: Folder) throws(Errno) -> String {
    let names = Set(try folder.readNames())
    // bound: constants
    let free = (1...mostDamaged).lazy.map { "\(name).damaged" + ($0 == 1 ? "" : "-\($0)") }
      .first { !names.contains($0) }
    let other = free ?? "\(name).damaged-\(mostDamaged)"
    try folder.move(name, to: other)
    // SQLite applies the write-ahead log to whatever file has the name. The index is derived from it.
    if names.contains("\(name)-wal") { try folder.move("\(name)-wal", to: "\(other)-wal") }
    if names.contains("\(name)-shm") { try folder.remove("\(name)-shm") }
    return other
  }

  /// The last damaged file is replaced.
  private static let mostDamaged = 5

  private static let dropTexts = """
    DELETE FROM text WHERE id NOT IN (SELECT kind FROM record UNION SELECT ending FROM record
      UNION SELECT boot FROM record UNION SELECT item FROM record UNION SELECT title FROM record
      UNION SELECT content FROM record UNION SELECT list FROM record UNION SELECT campaign FROM record
      UNION SELECT level FROM record UNION SELECT output FROM record)
    """

  package static let name = "showings.ledger"

  /// The write-ahead log's size in pages before a checkpoint. A larger log grows the file and thus
  /// the file system's journal; with a smaller one, more pages are written twice.
  private static let mostWaiting = 100

  private static func version(of database: SQLiteDatabase) throws(SQLiteError) -> Int64 {
    var version: Int64 = 0
    try database.statement("PRAGMA user_version").forEach { version = $0.number(0) }
    return version
  }

  private static func last(of database: SQLiteDatabase) throws(SQLiteError) -> (Int64, String) {
    var last: (Int64, String) = (0, "")
    try database.statement("SELECT number, digest FROM anchor").forEach {
      last = ($0.number(0), $0.text(1) ?? "")
    }
    var newest: Int64?
    try database.statement("SELECT max(number) FROM record").forEach {
      newest = $0.optionalNumber(0)
    }
    guard let newest else { return last }
    // An invalid record breaks the chain, which its successor reveals.
    return (newest, try ShowingTable.read(newest, of: database)?.digest.hex ?? "")
  }

  /// Appends records in one transaction. Skips records that are already in the log, from a crash
  /// between writing the log and clearing the journal.
  package func add(_ records: [ShowingRecord]) throws(ContentError) {
    let new = records.filter { $0.number > last.number }
    guard !new.isEmpty else { return }
    do throws(SQLiteError) {
      try database.transaction { () throws(SQLiteError) in
        for record in new { try table.add(record) }
      }
      if let newest = new.last { last = (newest.number, newest.digest.hex) }
    } catch {
      table.forget()
      throw failure(error)
    }
  }

  private func failure(_ error: SQLiteError) -> ContentError {
    error.isDamage ? .damaged(path, cause: error.text) : .notWritten(cause: error.text)
  }

  /// Deletes records older than `moment`; with nil, deletes none for their age. This scans all
  /// records, so call it once a day. Also deletes the oldest records beyond `most`. Records from
  /// before `earliest`, while the clock was not set, are as old as their successors.
  package func prune(
    before moment: Int64?, since earliest: Int64 = 0, most: Int64
  ) throws(ContentError) {
    do throws(SQLiteError) {
      var old: Int64?
      try database.statement("SELECT max(number) FROM record WHERE number <= ?1")
        .run(.number(last.number -| most)) { old = $0.optionalNumber(0) }
      if let moment {
        try database.statement("SELECT max(number) FROM record WHERE begin >= ?1 AND begin < ?2")
          .run(.number(earliest), .number(moment)) {
            old = max(old ?? 0, $0.optionalNumber(0) ?? 0)
          }
      }
      // The last record stays, since its successor refers to it.
      let first = min((old ?? 0) +| 1, last.number)
      guard first > 1 else { return }
      // Nothing is older.
      guard let digest = try ShowingTable.read(first -| 1, of: database)?.digest.hex else { return }
      try database.transaction { () throws(SQLiteError) in
        try database.execute("DELETE FROM anchor")
        try database.statement("INSERT INTO anchor VALUES(?1, ?2)")
          .run(.number(first -| 1), .text(digest))
        try database.statement("DELETE FROM record WHERE number < ?1").run(.number(first))
        try database.execute(Self.dropTexts)
        table.forget()
      }
    } catch {
      throw failure(error)
    }
  }

  /// Returns the stored digest of a file; `mark` identifies its version.
  package func digest(of path: String, mark: String) -> String? {
    var digest: String?
    try? database.statement("SELECT digest FROM file WHERE path = ?1 AND mark = ?2")
      .run(.text(path), .text(mark)) { digest = $0.text(0) }
    return digest
  }

  package func recordDigest(_ digest: String, of path: String, mark: String) throws(ContentError) {
    do throws(SQLiteError) {
      try database.statement("INSERT OR REPLACE INTO file VALUES(?1, ?2, ?3)")
        .run(.text(path), .text(mark), .text(digest))
    } catch {
      throw failure(error)
    }
  }
}
