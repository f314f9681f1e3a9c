public import VitrineLinux

/// The records that are not in the ledger yet, and the showing that is open: in a file in memory, which outlives
/// the program and not the machine's power.
///
/// Each is written at once. A line that breaks off is of a program that was killed in it.
public struct ShowingJournal: ~Copyable {
  private let file: FileDescriptor
  private var length: Int64

  /// What was found.
  public struct Found: Hashable, Sendable {
    /// In their order.
    public var records: [ShowingRecord] = []
    /// Those that were open as the program ended, by their outputs.
    public var open: [String: ShowingRecord] = [:]

    public init() {}
  }

  public static let name = "showings"

  /// More is not read: the ledger has not been written for very long.
  private static let most = 16 << 20

  /// Empties the one in a folder, which is to have been read before.
  public init(_ folder: Folder) throws(Errno) {
    let file = try FileDescriptor(making: folder.path(of: Self.name))
    try file.setMode(0o640)
    self.file = file
    length = 0
  }

  /// What is in one, which a player may be writing.
  public static func read(_ path: String) -> Found {
    var found = Found()
    guard let file = try? FileDescriptor(reading: path), let bytes = try? file.bytes(most: most)
    else { return found }
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
      let text = String(decoding: line.dropFirst(), as: UTF8.self)
      guard let record = ShowingRecord(line: text) else { continue }
      switch line.first {
      case UInt8(ascii: "+"): found.open[record.output] = record
      case UInt8(ascii: "="):
        found.records.append(record)
        // What follows has begun before this one was told to have ended.
        if found.open[record.output]?.begin == record.begin { found.open[record.output] = nil }
      default: break
      }
    }
    return found
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

  private mutating func append(_ mark: String, _ record: ShowingRecord) throws(Errno) {
    let bytes = Array((mark + record.line + "\n").utf8)
    try file.write(bytes, at: length)
    length += Int64(bytes.count)
  }
}
