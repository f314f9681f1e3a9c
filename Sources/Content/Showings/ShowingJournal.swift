package import VitrineLinux
internal import VitrineTiming

/// The journal of the proof-of-play log: the records that are not in the database yet, and the open
/// showings. It is a file in memory that survives a crash of the program, but not a power cut.
///
/// Each record is written immediately. An incomplete last line means that the program was killed
/// while writing.
package struct ShowingJournal: ~Copyable {
  private let folder: Folder
  private var file: FileDescriptor
  private var length: Int64

  /// The contents of a journal.
  package struct Found: Hashable, Sendable {
    /// In the order of their ends.
    package var records: [ShowingRecord] = []
    /// Showings that were open when the program ended, by output.
    package var open: [String: ShowingRecord] = [:]
    /// Whether other lines were found, which no player writes.
    package var isDamaged = false

    package init() {}
  }

  package static let name = "showings"

  /// The size limit, in bytes, reached if the database rejects writes for very long.
  private static let most = 16 << 20

  /// Replaces the journal in a folder; read that one first. `records` are written to the new one.
  package init(_ folder: Folder, keeping records: [ShowingRecord] = []) throws(Errno) {
    let length = try Self.write(records, open: [], in: folder)
    let file = try FileDescriptor(writing: folder.path(of: Self.name))
    self.folder = folder
    self.length = length
    self.file = file
  }

  /// Reads the journal in a folder, even while a player writes it. Returns no records if there is
  /// none.
  package static func read(in folder: Folder) throws(Errno) -> Found {
    var found = Found()
    guard let bytes = try folder.contents(of: name, most: most) else { return found }
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      let text = String(decoding: line.dropFirst(), as: UTF8.self)
      guard let record = ShowingRecord(line: text) else {
        found.isDamaged = true
        continue
      }
      switch line.first {
      case UInt8(ascii: "+"): found.open[record.output] = record
      case UInt8(ascii: "="):
        found.records.append(record)
        // The next showing may have started before this end was recorded.
        if found.open[record.output]?.begin == record.begin { found.open[record.output] = nil }
      default: found.isDamaged = true
      }
    }
    return found
  }

  /// Renames a damaged journal for inspection. Returns its new name, or nil if renaming fails.
  package static func setAside(in folder: Folder) -> String? {
    let other = "\(name).damaged"
    do throws(Errno) { try folder.move(name, to: other) } catch { return nil }
    return other
  }

  /// Records the start of a showing.
  package mutating func open(_ record: ShowingRecord) throws(Errno) { try append("+", record) }

  /// Records the end of a showing, or another event.
  package mutating func add(_ record: ShowingRecord) throws(Errno) { try append("=", record) }

  /// Empties the journal once its records are in the database. Keeps the open showings.
  package mutating func clear(open: [ShowingRecord]) throws(Errno) {
    try file.truncate()
    length = 0
    for record in open { try append("+", record) }
  }

  /// Whether the journal is nearly full. Call `replace` to make room.
  package var isFull: Bool { length > Self.most - (1 << 20) }

  /// Returns the newest records, which leave half of the journal free.
  package static func newest(_ records: [ShowingRecord]) -> ArraySlice<ShowingRecord> {
    var room = most / 2
    let first = records.lastIndex { record in
      room -= record.line.utf8.count + 2
      return room < 0
    }
    return records[(first.map { $0 + 1 } ?? 0)...]
  }

  /// Replaces the contents atomically.
  package mutating func replace(
    with records: [ShowingRecord], open: [ShowingRecord]
  ) throws(Errno) {
    let written = try Self.write(records, open: open, in: folder)
    file = try FileDescriptor(writing: folder.path(of: Self.name))
    length = written
  }

  /// Writes a new file and returns its length.
  private static func write(
    _ records: [ShowingRecord], open: [ShowingRecord], in folder: Folder
  ) throws(Errno) -> Int64 {
    let lines = records.map { "=" + $0.line + "\n" } + open.map { "+" + $0.line + "\n" }
    let bytes = Array(lines.joined().utf8)
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { draft throws(Errno) in
        try draft.setMode(0o640)
        try draft.write(bytes)
      }
    } catch {
      switch error {
      case .writing(let cause), .naming(let cause): throw cause
      }
    }
    return Int64(bytes.count)
  }

  private mutating func append(_ mark: String, _ record: ShowingRecord) throws(Errno) {
    let bytes = Array((mark + record.line + "\n").utf8)
    try file.write(bytes, at: length)
    length +|= Int64(bytes.count)
  }
}
