/// The contents of a list file, before nested lists and folders are read.
public struct ListContents: Hashable, Sendable {
  /// The limit of entries, for one file and for everything that is played together.
  public static let most = 10_000
  /// The maximum file size, in bytes.
  public static let largestFile = 4 * 1024 * 1024
  /// The maximum number of lines of a plain-text list: twenty per entry.
  public static let mostLines = 200_000
  /// Further errors are only counted.
  public static let mostFaults = 100

  public var title: String?
  /// Nil if the file does not specify it.
  public var loop: Queue.Loop?
  public var isShuffled: Bool?
  /// The properties that all entries inherit.
  public var fields = ItemFields()
  public var entries: [ListEntry] = []
  /// The first errors, by line.
  public private(set) var faults: [ListFault] = []
  /// The number of further errors.
  public private(set) var moreFaults = 0
  /// Whether the file is an HLS playlist, which is played as a single item.
  public var isStream = false

  public init() {}

  /// Throws if a file is too large.
  public static func checkSize(_ bytes: [UInt8]) throws(ListFault) {
    guard bytes.count > largestFile else { return }
    throw ListFault(line: 1, cause: "larger than \(largestFile / 1024 / 1024) MiB")
  }

  /// Returns false once there are too many entries, which is reported once.
  public mutating func add(_ entry: ListEntry) -> Bool {
    guard entries.count < Self.most else {
      add(ListFault(line: entry.line, cause: "more than \(Self.most) entries"))
      return false
    }
    entries.append(entry)
    return true
  }

  public mutating func add(_ fault: ListFault) {
    guard faults.count < Self.mostFaults else { return moreFaults += 1 }
    let place = faults.lastIndex { $0.line <= fault.line }.map { $0 + 1 } ?? 0
    faults.insert(fault, at: place)
  }
}

/// An entry of a list: a file, folder, list or colour.
public struct ListEntry: Hashable, Sendable {
  /// The line number, from 1.
  public let line: Int
  public let source: Item.Source
  /// The text in the file, for messages.
  public let written: String
  public var fields: ItemFields

  public init(line: Int, source: Item.Source, written: String, fields: ItemFields = ItemFields()) {
    self.line = line
    self.source = source
    self.written = written
    self.fields = fields
  }
}
