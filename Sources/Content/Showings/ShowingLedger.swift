import VitrineCryptography
public import VitrineLinux
import VitrineTiming

/// What was shown, for good: a database on the disk, to which one program writes, a few times an hour.
///
/// Each record has the digest of the one before, so that one that was changed or taken out is found. It proves
/// the order and not the truth: who has the disk may write all of it anew.
///
/// Thread-bound: handed from the thread that opens it to the one that writes.
public final class ShowingLedger: @unchecked Sendable {
  // @unchecked since one thread at a time has it: it is opened by one, and used by the one that it is handed to.
  private let database: SQLiteDatabase
  private var table: ShowingTable
  /// The last record's number and digest.
  public private(set) var last: (number: Int64, digest: String)

  private static let schema = """
    CREATE TABLE anchor(number INTEGER NOT NULL, digest TEXT NOT NULL) STRICT;
    CREATE TABLE file(
      path TEXT PRIMARY KEY, mark TEXT NOT NULL, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
    """

  /// Of the file `showings.ledger` in a folder.
  public init(_ folder: Folder) throws(ContentError) {
    let path = folder.path(of: Self.name)
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
      case let other: throw SQLiteError(code: 0, text: "a ledger of version \(other)")
      }
      table = try ShowingTable(database)
      last = try Self.last(of: database)
      self.database = database
    } catch {
      throw .unusable(path, cause: error.text)
    }
  }

  private static let dropTexts = """
    DELETE FROM text WHERE id NOT IN (SELECT kind FROM record UNION SELECT ending FROM record
      UNION SELECT boot FROM record UNION SELECT item FROM record UNION SELECT title FROM record
      UNION SELECT content FROM record UNION SELECT list FROM record UNION SELECT campaign FROM record
      UNION SELECT level FROM record UNION SELECT output FROM record)
    """

  public static let name = "showings.ledger"

  /// So many pages wait in the log before they are written to their places: as much as is rewritten in it over
  /// and over. With more the log grows, which costs the file system's own journal; with fewer each is written
  /// twice.
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
    // One that was made senseless breaks the chain, and what follows it tells so.
    return (newest, try ShowingTable.read(newest, of: database)?.digest.hex ?? "")
  }

  /// Writes records down, whole or not at all. Those that are in it already, since the program ended between two
  /// steps, are passed over.
  public func add(_ records: [ShowingRecord]) throws(ContentError) {
    let news = records.filter { $0.number > last.number }
    guard !news.isEmpty else { return }
    do throws(SQLiteError) {
      try database.transaction { () throws(SQLiteError) in
        for record in news { try table.add(record) }
      }
      if let newest = news.last { last = (newest.number, newest.digest.hex) }
    } catch {
      table.forget()
      throw .notWritten(cause: error.text)
    }
  }

  /// Takes out what is older than a moment, for which all records are looked at: once a day is enough; nil takes
  /// out none for its age. And of what is more than so many records the oldest. What was written down while the
  /// clock was not set, before `earliest`, is as old as what follows it.
  public func prune(
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
      // The last one stays: the next follows it.
      let first = min((old ?? 0) +| 1, last.number)
      guard first > 1 else { return }
      // Else nothing is older.
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
      throw .notWritten(cause: error.text)
    }
  }

  /// The digest of a file that has not changed since it was reckoned; `mark` tells one version from another.
  public func digest(of path: String, mark: String) -> String? {
    var digest: String?
    try? database.statement("SELECT digest FROM file WHERE path = ?1 AND mark = ?2")
      .run(.text(path), .text(mark)) { digest = $0.text(0) }
    return digest
  }

  public func note(digest: String, of path: String, mark: String) throws(ContentError) {
    do throws(SQLiteError) {
      try database.statement("INSERT OR REPLACE INTO file VALUES(?1, ?2, ?3)")
        .run(.text(path), .text(mark), .text(digest))
    } catch {
      throw .notWritten(cause: error.text)
    }
  }
}
