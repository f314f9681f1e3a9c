import CVitrineSQLite
import VitrineLinux

/// An open SQLite database, closed when it is released. Thread-bound.
@safe final class SQLiteDatabase {
  private let handle: OpaquePointer

  /// Creates the file if it is missing. Resolves links in the folder's path, since SQLite rejects
  /// links anywhere in a path; the file itself must not be a link. Wraps `sqlite3_open_v2`.
  init(_ path: String, isReadOnly: Bool = false) throws(SQLiteError) {
    let (folder, name) = Folder.holding(path)
    let path = folder.resolvedPath.map { Folder($0).path(of: name) } ?? path
    var opened: OpaquePointer?
    let how = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = unsafe sqlite3_open_v2(path, &opened, how | SQLITE_OPEN_NOFOLLOW, nil)
    guard let handle = unsafe opened else { throw SQLiteError(code: code, text: "no memory") }
    unsafe self.handle = unsafe handle
    guard code == SQLITE_OK else { throw error(code) }
    // Waits for other processes, which read only briefly.
    _ = unsafe sqlite3_busy_timeout(handle, 2000)
    _ = unsafe sqlite3_extended_result_codes(handle, 1)
  }

  deinit { _ = unsafe sqlite3_close_v2(handle) }

  /// Runs statements that return no rows.
  func execute(_ text: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Runs `body` in a transaction, and rolls back if it throws.
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

/// A prepared statement, which retains its database. Thread-bound.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  fileprivate init(owning handle: OpaquePointer, of database: SQLiteDatabase) {
    unsafe self.handle = unsafe handle
    self.database = database
  }

  deinit { _ = unsafe sqlite3_finalize(handle) }

  /// Runs the statement with these parameters.
  func run(_ values: SQLiteValue...) throws(SQLiteError) {
    try bind(values)
    defer { _ = unsafe sqlite3_reset(handle) }
    while try step() {}
  }

  /// Calls `body` for each row.
  func forEach(_ body: (SQLiteStatement) -> Void) throws(SQLiteError) {
    defer { _ = unsafe sqlite3_reset(handle) }
    while try step() { body(self) }
  }

  /// Runs the statement with these parameters and calls `body` for each row.
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
      // bound: a statement has few parameters
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

// Columns of the current row, from 0.
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

/// An error that SQLite reports.
struct SQLiteError: Error, Hashable, CustomStringConvertible {
  let code: CInt
  let text: String

  /// Whether the file is damaged or is not a database, so that replacing it helps. A full, failing
  /// or read-only disk is not damage, nor is code 0, our own error for an unknown version.
  var isDamage: Bool {
    ![
      0, SQLITE_PERM, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_IOERR,
      SQLITE_FULL, SQLITE_CANTOPEN,
    ].contains(code & 0xFF)
  }

  var description: String { text }
}
