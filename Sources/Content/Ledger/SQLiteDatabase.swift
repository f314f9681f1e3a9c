import CVitrineSQLite
import VitrineLinux

/// An open database of SQLite's, closed when its owner lets go. Thread-bound.
@safe final class SQLiteDatabase {
  private let handle: OpaquePointer

  /// Makes the file where it is not there. Its folder may lie behind a link, and the file itself is none: SQLite
  /// refuses links in all of a path. The corresponding C function is `sqlite3_open_v2`.
  init(_ path: String, isReadOnly: Bool = false) throws(SQLiteError) {
    let (folder, name) = Folder.holding(path)
    let path = folder.resolvedPath.map { Folder($0).path(of: name) } ?? path
    var opened: OpaquePointer?
    let how = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = unsafe sqlite3_open_v2(path, &opened, how | SQLITE_OPEN_NOFOLLOW, nil)
    guard let handle = unsafe opened else { throw SQLiteError(code: code, text: "no memory") }
    unsafe self.handle = unsafe handle
    guard code == SQLITE_OK else { throw error(code) }
    // What another process reads is let go of soon.
    _ = unsafe sqlite3_busy_timeout(handle, 2000)
    _ = unsafe sqlite3_extended_result_codes(handle, 1)
  }

  deinit { _ = unsafe sqlite3_close_v2(handle) }

  /// Carries out statements that answer nothing.
  func execute(_ text: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Does all of `body`, or nothing of it.
  func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    try execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      try body()
      try execute("COMMIT")
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  func statement(_ text: String) throws(SQLiteError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else { throw error(code) }
    return unsafe SQLiteStatement(owning: statement, of: self)
  }

  fileprivate func error(_ code: CInt) -> SQLiteError {
    unsafe SQLiteError(code: code, text: String(cString: sqlite3_errmsg(handle)))
  }
}

/// A prepared statement, which keeps its database. Thread-bound.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  fileprivate init(owning handle: OpaquePointer, of database: SQLiteDatabase) {
    unsafe self.handle = unsafe handle
    self.database = database
  }

  deinit { _ = unsafe sqlite3_finalize(handle) }

  /// Carries it out with these values in the place of its question marks.
  func run(_ values: SQLiteValue...) throws(SQLiteError) {
    try bind(values)
    defer { _ = unsafe sqlite3_reset(handle) }
    while try step() {}
  }

  /// Each row of its answer.
  func forEach(_ body: (SQLiteStatement) -> Void) throws(SQLiteError) {
    defer { _ = unsafe sqlite3_reset(handle) }
    while try step() { body(self) }
  }

  /// Each row of its answer to these values.
  func run(
    _ values: SQLiteValue..., each body: (SQLiteStatement) -> Void
  ) throws(SQLiteError) {
    try bind(values)
    try forEach(body)
  }

  private func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.error(code)
    }
  }

  private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      // bound: a statement has a few places
      let place = CInt(index + 1)
      let code =
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, place)
        case .number(let number): unsafe sqlite3_bind_int64(handle, place, number)
        case .text(let text):
          unsafe vitrine_sqlite_bind_text(handle, place, text, CInt(text.utf8.count))
        case .bytes(let bytes):
          unsafe vitrine_sqlite_bind_blob(handle, place, bytes, CInt(bytes.count))
        }
      guard code == SQLITE_OK else { throw database.error(code) }
    }
  }
}

// The columns of a row, from 0 on.
extension SQLiteStatement {
  func number(_ column: CInt) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func optionalNumber(_ column: CInt) -> Int64? { isNull(column) ? nil : number(column) }

  func text(_ column: CInt) -> String? {
    unsafe sqlite3_column_text(handle, column).map { text in
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }
  }

  func bytes(_ column: CInt) -> [UInt8] {
    guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  private func isNull(_ column: CInt) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}

enum SQLiteValue {
  case null
  case number(Int64)
  case text(String)
  case bytes([UInt8])

  static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
  static func optional(_ number: Int64?) -> SQLiteValue { number.map { .number($0) } ?? .null }
}

/// What SQLite says.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
  let code: CInt
  let text: String

  /// Whether the file is none of SQLite's, or is damaged: another one in its place cures it. It does not
  /// where the disk is full or broken, or may not be written; 0 is ours, of another version.
  var isDamage: Bool {
    ![
      0, SQLITE_PERM, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_IOERR,
      SQLITE_FULL, SQLITE_CANTOPEN,
    ].contains(code & 0xFF)
  }

  var description: String { text }
}
