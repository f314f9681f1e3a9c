import VitrineCryptography

/// The log's table of records. Repeated strings, such as names of files and lists, are stored once
/// in a table of texts, since each written byte wears flash memory. Thread-bound.
struct ShowingTable {
  static let schema = """
    CREATE TABLE text(id INTEGER PRIMARY KEY, value TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE record(
      number INTEGER PRIMARY KEY, begin INTEGER NOT NULL, length INTEGER NOT NULL, seen INTEGER NOT NULL,
      zone INTEGER NOT NULL, frames INTEGER NOT NULL, late INTEGER NOT NULL, missing INTEGER NOT NULL,
      flags INTEGER NOT NULL, kind INTEGER NOT NULL, ending INTEGER NOT NULL, boot INTEGER NOT NULL,
      item INTEGER NOT NULL, title INTEGER NOT NULL, content INTEGER NOT NULL, list INTEGER NOT NULL,
      campaign INTEGER NOT NULL, level INTEGER NOT NULL, output INTEGER NOT NULL,
      previous BLOB NOT NULL) STRICT;
    """

  private let put: SQLiteStatement
  private let putText: SQLiteStatement
  private let findText: SQLiteStatement
  /// The IDs of recently used texts.
  private var known: [String: Int64] = [:]

  private static let mostKnown = 4096

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    put = try database.statement(
      """
      INSERT INTO record VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20)
      """)
    putText = try database.statement("INSERT OR IGNORE INTO text(value) VALUES(?1)")
    findText = try database.statement("SELECT id FROM text WHERE value = ?1")
  }

  /// Call it within a transaction, and `forget` if that is rolled back.
  mutating func add(_ record: ShowingRecord) throws(SQLiteError) {
    let flags =
      record.obstacles & 1 | (record.hasSound ? 2 : 0) | (record.isClockTrusted ? 4 : 0)
      | (record.obstacles & ~1) << 2
    try put.run(
      .number(record.number), .number(record.begin), .number(record.end &- record.begin),
      .number(record.seen), .number(Int64(record.offset)), .number(record.frames),
      .number(record.late), .number(record.missing), .number(flags),
      .number(try id(of: record.kind.rawValue)), .number(try id(of: record.ending.rawValue)),
      .number(try id(of: record.boot)), .number(try id(of: record.item)),
      .number(try id(of: record.title)), .number(try id(of: record.content)),
      .number(try id(of: record.list)), .number(try id(of: record.campaign)),
      .number(try id(of: record.level)), .number(try id(of: record.output)),
      .bytes(Digest(hex: record.previous)?.bytes ?? []))
  }

  mutating func forget() { known = [:] }

  private mutating func id(of text: String) throws(SQLiteError) -> Int64 {
    if let id = known[text] { return id }
    var id: Int64?
    try findText.run(.text(text)) { id = $0.number(0) }
    if id == nil {
      try putText.run(.text(text))
      try findText.run(.text(text)) { id = $0.number(0) }
    }
    guard let id else { throw SQLiteError(code: 0, text: "a stored text is missing") }
    if known.count >= Self.mostKnown { known = [:] }
    known[text] = id
    return id
  }

  /// Returns the records that `clause` selects, in order of their numbers; nil for an invalid one.
  static func read(
    _ database: SQLiteDatabase, _ clause: String = ""
  ) throws(SQLiteError) -> [(number: Int64, record: ShowingRecord?)] {
    var texts: [Int64: String] = [:]
    try database.statement("SELECT id, value FROM text").forEach {
      texts[$0.number(0)] = $0.text(1) ?? ""
    }
    var records: [(Int64, ShowingRecord?)] = []
    try database.statement("SELECT * FROM record \(clause) ORDER BY number").forEach { row in
      records.append((row.number(0), record(row, texts)))
    }
    return records
  }

  /// Returns one record without reading all texts.
  static func read(
    _ number: Int64, of database: SQLiteDatabase
  ) throws(SQLiteError) -> ShowingRecord? {
    var texts: [Int64: String] = [:]
    try database.statement(
      """
      SELECT text.id, text.value FROM record JOIN text ON text.id IN (kind, ending, boot, item, title,
        content, list, campaign, level, output) WHERE record.number = ?1
      """
    ).run(.number(number)) { texts[$0.number(0)] = $0.text(1) ?? "" }
    var found: ShowingRecord?
    try database.statement("SELECT * FROM record WHERE number = ?1").run(.number(number)) {
      found = record($0, texts)
    }
    return found
  }

  private static func record(_ row: SQLiteStatement, _ texts: [Int64: String]) -> ShowingRecord? {
    let words = (9..<19).compactMap { texts[row.number($0)] }
    guard words.count == 10, let kind = ShowingRecord.Kind(rawValue: words[0]),
      let ending = ShowingRecord.End(rawValue: words[1]), row.number(4).magnitude < 100_000
    else { return nil }
    var record = ShowingRecord()
    (record.number, record.begin, record.end) = (
      row.number(0), row.number(1), row.number(1) &+ row.number(2)
    )
    (record.seen, record.offset) = (row.number(3), Int(row.number(4)))
    (record.frames, record.late, record.missing) = (row.number(5), row.number(6), row.number(7))
    let flags = row.number(8)
    record.obstacles = (flags & 1 | (flags >> 2) & ~1) & ShowingRecord.mostObstacles
    (record.hasSound, record.isClockTrusted) = (flags & 2 != 0, flags & 4 != 0)
    (record.kind, record.ending) = (kind, ending)
    (record.boot, record.item, record.title, record.content) = (
      words[2], words[3], words[4], words[5]
    )
    (record.list, record.campaign, record.level, record.output) = (
      words[6], words[7], words[8], words[9]
    )
    record.previous = Digest(written: row.bytes(19))?.hex ?? ""
    return record
  }
}
