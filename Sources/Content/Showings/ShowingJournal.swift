public import VitrineLinux
internal import VitrineTiming

/// The records that are not in the ledger yet, and the showing that is open: in a file in memory, which outlives
/// the program and not the machine's power.
///
/// Each is written at once. A line that breaks off is of a program that was killed in it.
public struct ShowingJournal: ~Copyable {
  private let folder: Folder
  private var file: FileDescriptor
  private var length: Int64

  /// What was found.
  public struct Found: Hashable, Sendable {
    /// In their order.
    public var records: [ShowingRecord] = []
    /// Those that were open as the program ended, by their outputs.
    public var open: [String: ShowingRecord] = [:]
    /// Whether there is anything else in it, which no player has written so.
    public var isDamaged = false

    public init() {}
  }

  public static let name = "showings"

  /// More is not read, nor written: the ledger has not been written for very long.
  private static let most = 16 << 20

  /// Takes the place of the one in a folder, which is to have been read before. `records` are in it.
  public init(_ folder: Folder, keeping records: [ShowingRecord] = []) throws(Errno) {
    let length = try Self.write(records, open: [], in: folder)
    let file = try FileDescriptor(writing: folder.path(of: Self.name))
    (self.folder, self.length) = (folder, length)
    self.file = file
  }

  /// What is in that of a folder, which a player may be writing; nothing where there is none.
  public static func read(in folder: Folder) throws(Errno) -> Found {
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
        // What follows has begun before this one was told to have ended.
        if found.open[record.output]?.begin == record.begin { found.open[record.output] = nil }
      default: found.isDamaged = true
      }
    }
    return found
  }

  /// Leaves a damaged one aside, for the operator to look at; the name that it has there, or nil where that fails.
  public static func setAside(in folder: Folder) -> String? {
    let other = "\(name).damaged"
    do throws(Errno) { try folder.move(name, to: other) } catch { return nil }
    return other
  }

  /// A showing has begun.
  public mutating func open(_ record: ShowingRecord) throws(Errno) { try append("+", record) }

  /// It has ended, or something else has happened.
  public mutating func add(_ record: ShowingRecord) throws(Errno) { try append("=", record) }

  /// What was in it is in the ledger; but for what is open.
  public mutating func clear(open: [ShowingRecord]) throws(Errno) {
    try file.truncate()
    length = 0
    for record in open { try append("+", record) }
  }

  /// Whether there is hardly room in it: `replace` makes some.
  public var isFull: Bool { length > Self.most - (1 << 20) }

  /// Of records that are too many the newest, which leave as much room again.
  public static func newest(_ records: [ShowingRecord]) -> ArraySlice<ShowingRecord> {
    var room = most / 2
    let first = records.lastIndex { record in
      room -= record.line.utf8.count + 2
      return room < 0
    }
    return records[(first.map { $0 + 1 } ?? 0)...]
  }

  /// Has these in it and nothing else: whole, or, where the program ends in it, as it was.
  public mutating func replace(
    with records: [ShowingRecord], open: [ShowingRecord]
  ) throws(Errno) {
    let written = try Self.write(records, open: open, in: folder)
    file = try FileDescriptor(writing: folder.path(of: Self.name))
    length = written
  }

  /// Makes a new file of that name; its length.
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
