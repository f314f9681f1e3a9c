import Cryptography
public import Linux

/// What was shown, for good: a database on the disk, to which one program writes, a few times an hour.
///
/// Each record has the digest of the one before, so that one that was changed or taken out is found. It proves
/// the order and not the truth: who has the disk may write all of it anew.
///
/// Thread-bound: handed from the thread that opens it to the one that writes.
public final class ShowingLedger: @unchecked Sendable {
  // @unchecked since one thread at a time has it: it is opened by one, and used by the one that it is handed to.
  private let database: SQLiteDatabase
  private let put: SQLiteStatement
  /// The last record's number and digest.
  public private(set) var last: (number: Int64, digest: String)

  private static let schema = """
    CREATE TABLE record(number INTEGER PRIMARY KEY, begin INTEGER NOT NULL, line TEXT NOT NULL) STRICT;
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
        "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      switch try Self.version(of: database) {
      case 0:
        try database.transaction { () throws(SQLiteError) in try database.execute(Self.schema) }
      case 1: break
      case let other: throw SQLiteError(code: 0, text: "a ledger of version \(other)")
      }
      put = try database.statement("INSERT INTO record VALUES(?1, ?2, ?3)")
      last = try Self.last(of: database)
      self.database = database
    } catch {
      throw .unusable(path, cause: error.text)
    }
  }

  public static let name = "showings.ledger"

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
    try database.statement("SELECT number, line FROM record ORDER BY number DESC LIMIT 1").forEach {
      last = ($0.number(0), Digest(of: $0.text(1) ?? "").hex)
    }
    return last
  }

  /// Writes records down, whole or not at all. Those that are in it already, since the program ended between two
  /// steps, are passed over.
  public func add(_ records: [ShowingRecord]) throws(ContentError) {
    let news = records.filter { $0.number > last.number }
    guard !news.isEmpty else { return }
    do throws(SQLiteError) {
      try database.transaction { () throws(SQLiteError) in
        for record in news {
          try put.run(.number(record.number), .number(record.begin), .text(record.line))
        }
      }
      if let newest = news.last { last = (newest.number, newest.digest.hex) }
    } catch {
      throw .notWritten(cause: error.text)
    }
  }

  /// Takes out what is older than a moment, and of what is more than so many records the oldest. What was
  /// written down while the clock was not set, before `earliest`, is as old as what follows it.
  public func prune(
    before moment: Int64, since earliest: Int64 = 0, most: Int64
  ) throws(ContentError) {
    do throws(SQLiteError) {
      var old: Int64?
      let found = try database.statement(
        "SELECT max(number) FROM record WHERE begin >= ?1 AND begin < ?2 OR number <= ?3")
      try found.run(.number(earliest), .number(moment), .number(last.number - most)) {
        old = $0.optionalNumber(0)
      }
      // The last one stays: the next follows it.
      let first = min((old ?? 0) + 1, last.number)
      guard first > 1 else { return }
      var digest: String?
      try database.statement("SELECT line FROM record WHERE number = ?1")
        .run(.number(first - 1)) { digest = Digest(of: $0.text(0) ?? "").hex }
      // Nothing is older.
      guard let digest else { return }
      try database.transaction { () throws(SQLiteError) in
        try database.execute("DELETE FROM anchor")
        try database.statement("INSERT INTO anchor VALUES(?1, ?2)")
          .run(.number(first - 1), .text(digest))
        try database.statement("DELETE FROM record WHERE number < ?1").run(.number(first))
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
