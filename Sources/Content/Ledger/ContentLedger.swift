import VitrineCryptography
import VitrineTiming

/// The cache index: a database of entries and pieces. Each transaction survives a power cut, or has
/// no effect.
///
/// Thread-bound: passed from the thread that opens it to the writer.
final class ContentLedger: @unchecked Sendable {
  // @unchecked since one thread at a time uses it: ContentStore opens it, then only its writer uses
  // it.
  private let database: SQLiteDatabase
  private let putEntry: SQLiteStatement
  private let putPiece: SQLiteStatement
  private let dropEntry: SQLiteStatement
  private let dropOthers: SQLiteStatement
  private let dropPiece: SQLiteStatement

  private static let version = 1
  private static let schema = """
    CREATE TABLE entry(
      id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, label TEXT NOT NULL,
      address TEXT, scope INTEGER NOT NULL, type TEXT, tag TEXT, modified TEXT, size INTEGER,
      checked INTEGER NOT NULL, freshness INTEGER NOT NULL, used INTEGER NOT NULL,
      pinned INTEGER NOT NULL) STRICT;
    CREATE TABLE piece(
      entry INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE, start INTEGER NOT NULL,
      count INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY(entry, start))
      STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
    """
  private static let entryText = """
    INSERT INTO entry VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)
      ON CONFLICT(id) DO UPDATE SET key = ?2, size = ?9, checked = ?10, freshness = ?11, used = ?12,
      pinned = ?13
    """

  init(_ path: String) throws(SQLiteError) {
    let database = try SQLiteDatabase(path)
    // Each commit must be on disk when it returns: `FULL`, with SQLite's write-ahead log.
    try database.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    switch try Self.version(of: database) {
    case 0: try database.transaction { () throws(SQLiteError) in try database.execute(Self.schema) }
    case Self.version: break
    case let other: throw SQLiteError(code: 0, text: "unsupported version \(other)")
    }
    self.database = database
    putEntry = try database.statement(Self.entryText)
    putPiece = try database.statement("INSERT OR REPLACE INTO piece VALUES(?1, ?2, ?3, ?4)")
    dropEntry = try database.statement("DELETE FROM entry WHERE id = ?1")
    dropOthers = try database.statement("DELETE FROM entry WHERE key = ?1 AND id <> ?2")
    dropPiece = try database.statement("DELETE FROM piece WHERE entry = ?1 AND start = ?2")
  }

  private static func version(of database: SQLiteDatabase) throws(SQLiteError) -> Int {
    var version: Int64 = 0
    try database.statement("PRAGMA user_version").forEach { version = $0.number(0) }
    return Int(version)
  }

  func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    try database.transaction(body)
  }

  func put(_ entry: ContentEntry) throws(SQLiteError) {
    let origin = entry.origin
    // Another version with the same key may not have been removed yet.
    try dropOthers.run(.bytes(entry.key.bytes), .number(entry.id))
    try putEntry.run(
      .number(entry.id), .bytes(entry.key.bytes), .text(origin.label), .optional(origin.address),
      .number(Int64(origin.scope)), .optional(origin.mediaType), .optional(origin.entityTag),
      .optional(origin.lastModified), .optional(entry.size), .number(entry.checked),
      .number(entry.freshness), .number(entry.used), .number(entry.isPinned ? 1 : 0))
  }

  func put(_ piece: ContentPiece, of id: ContentEntry.ID) throws(SQLiteError) {
    try putPiece.run(
      .number(id), .number(piece.start), .number(Int64(piece.count)), .bytes(piece.digest.bytes))
  }

  func drop(_ id: ContentEntry.ID) throws(SQLiteError) { try dropEntry.run(.number(id)) }

  func drop(_ piece: ContentPiece, of id: ContentEntry.ID) throws(SQLiteError) {
    try dropPiece.run(.number(id), .number(piece.start))
  }
}

// Reading the index.
extension ContentLedger {
  /// Reads everything. Leaves invalid rows out.
  func index() throws(SQLiteError) -> ContentIndex { try Self.index(of: database) }

  /// Reads the index from another process, while the owner may be writing.
  static func index(reading path: String) throws(SQLiteError) -> ContentIndex {
    let database = try SQLiteDatabase(path, isReadOnly: true)
    guard try version(of: database) == version else { return ContentIndex() }
    return try index(of: database)
  }

  private static func index(of database: SQLiteDatabase) throws(SQLiteError) -> ContentIndex {
    var entries: [ContentEntry.ID: ContentEntry] = [:]
    try database.statement("SELECT * FROM entry").forEach { row in
      if let entry = entry(row) { entries[entry.id] = entry }
    }
    try database.statement("SELECT * FROM piece ORDER BY entry, start").forEach { row in
      let id = row.number(0)
      guard let piece = piece(row), piece.end <= (entries[id]?.size ?? .max) else { return }
      _ = entries[id]?.insert(piece)
    }
    // IDs are never reused, even after a removal.
    var lastID: Int64 = 0
    try database.statement("SELECT seq FROM sqlite_sequence WHERE name = 'entry'").forEach {
      lastID = sane($0.number(0))
    }
    return ContentIndex(Array(entries.values), lastID: lastID)
  }

  private static func entry(_ row: SQLiteStatement) -> ContentEntry? {
    guard let key = Digest(written: row.bytes(1)), row.number(0) > 0 else { return nil }
    let origin = ContentOrigin(
      label: row.text(2) ?? "", address: row.text(3), scope: Int(clamping: row.number(4)),
      mediaType: row.text(5), entityTag: row.text(6), lastModified: row.text(7))
    var entry = ContentEntry(
      id: sane(row.number(0)), key: key, origin: origin,
      size: row.optionalNumber(8).map { max($0, 0) }, checked: sane(row.number(9)),
      freshness: sane(row.number(10)))
    (entry.used, entry.isPinned) = (sane(row.number(11)), row.number(12) != 0)
    return entry
  }

  /// Limits a number from a damaged file.
  private static func sane(_ number: Int64) -> Int64 { min(max(number, 0), 1 << 53) }

  private static func piece(_ row: SQLiteStatement) -> ContentPiece? {
    guard let digest = Digest(written: row.bytes(3)),
      (1...Int64(ContentPiece.most)).contains(row.number(2)),
      (0...(.max -| Int64(ContentPiece.most))).contains(row.number(1))
    else { return nil }
    return ContentPiece(start: row.number(1), count: Int(row.number(2)), digest: digest)
  }
}
