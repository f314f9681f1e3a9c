/// What one list's file says, before the lists and folders in it are looked into.
public struct ListContents: Hashable, Sendable {
  /// No file has more entries, and all that is played together neither.
  public static let most = 10_000
  /// No file is larger, in bytes.
  public static let largestFile = 4 * 1024 * 1024
  /// No file of plain text has more lines: twenty for each entry.
  public static let mostLines = 200_000
  /// More faults are counted, not told.
  public static let mostFaults = 100

  public var title: String?
  /// Nil where the file says nothing of it.
  public var loop: Queue.Loop?
  public var isShuffled: Bool?
  /// What it says of all that is in it.
  public var words = ItemWords()
  public var entries: [ListEntry] = []
  /// What is wrong with the file, in its order; of very many the first ones.
  public private(set) var faults: [ListFault] = []
  /// How many there are beside those.
  public private(set) var moreFaults = 0
  /// Whether it describes the parts of one stream (HLS), and is played as one thing.
  public var isStream = false

  public init() {}

  /// Throws for a file that is too large.
  public static func checkSize(_ bytes: [UInt8]) throws(ListFault) {
    guard bytes.count > largestFile else { return }
    throw ListFault(line: 1, cause: "larger than \(largestFile / 1024 / 1024) MiB")
  }

  /// False once there are too many; that is told once.
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

/// One entry of a list: a file, a folder, another list or a colour.
public struct ListEntry: Hashable, Sendable {
  /// Where it stands in its file, counted from one.
  public let line: Int
  public let source: Item.Source
  /// As it is written in the file, for messages.
  public let written: String
  public var words: ItemWords

  public init(line: Int, source: Item.Source, written: String, words: ItemWords = ItemWords()) {
    (self.line, self.source, self.written, self.words) = (line, source, written, words)
  }
}
