/// The contents of a list file, before nested lists and folders are read.
package struct ListContents: Hashable, Sendable {
  /// The limit of entries, for one file and for everything that is played together.
  package static let most = 10_000
  /// The maximum file size, in bytes.
  package static let largestFile = 4 * 1024 * 1024
  /// The maximum number of lines of a plain-text list: twenty per entry.
  package static let mostLines = 200_000
  /// Further errors are only counted.
  package static let mostFaults = 100

  package var title: String?
  /// Nil if the file does not specify it.
  package var loop: Queue.Loop?
  package var isShuffled: Bool?
  /// The properties that all entries inherit.
  package var fields = ItemFields()
  package var entries: [ListEntry] = []
  /// The first errors, by line.
  package private(set) var faults: [ListFault] = []
  /// The number of further errors.
  package private(set) var moreFaults = 0
  /// Whether the file is an HLS playlist, which is played as a single item.
  package var isStream = false

  package init() {}

  /// Throws if a file is too large.
  package static func checkSize(_ bytes: [UInt8]) throws(ListFault) {
    guard bytes.count > largestFile else { return }
    throw ListFault(line: 1, cause: "larger than \(largestFile / 1024 / 1024) MiB")
  }

  /// Returns false once there are too many entries, which is reported once.
  package mutating func add(_ entry: ListEntry) -> Bool {
    guard entries.count < Self.most else {
      add(ListFault(line: entry.line, cause: "more than \(Self.most) entries"))
      return false
    }
    entries.append(entry)
    return true
  }

  package mutating func add(_ fault: ListFault) {
    guard faults.count < Self.mostFaults else { return moreFaults += 1 }
    let place = faults.lastIndex { $0.line <= fault.line }.map { $0 + 1 } ?? 0
    faults.insert(fault, at: place)
  }
}

/// An entry of a list: a file, folder, list or colour.
package struct ListEntry: Hashable, Sendable {
  /// The line number, from 1.
  package let line: Int
  package let source: Item.Source
  /// The text in the file, for messages.
  package let written: String
  package var fields: ItemFields

  package init(line: Int, source: Item.Source, written: String, fields: ItemFields = ItemFields()) {
    self.line = line
    self.source = source
    self.written = written
    self.fields = fields
  }
}
