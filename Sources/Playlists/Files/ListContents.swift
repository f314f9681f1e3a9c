/// The contents of a list file, before nested lists and folders are read.
package struct ListContents: Hashable, Sendable {
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

  package let limits: ListLimits

  package init(_ limits: ListLimits = .standard) { self.limits = limits }

  /// Returns false once there are too many entries, which is reported once.
  package mutating func add(_ entry: ListEntry) -> Bool {
    guard entries.count < limits.entries else {
      add(ListFault(line: entry.line, cause: "more than \(limits.entries) entries"))
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
