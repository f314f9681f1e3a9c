extension Entry {
  static let aliasCause = "anchors and aliases (& and *) are not supported: repeat the value"

  /// Returns nil for an empty file. Throws if there are more than `most` values.
  init?(yaml bytes: [UInt8], most: Int = 10_000) throws(Fault) {
    let events = YAMLEvents(bytes)
    var tree = EntryTree(most: most)
    while let event = try events.next() { try tree.add(event) }
    guard let root = tree.root, !root.isNothing else { return nil }
    self = root
  }
}

/// Builds entries from events, without recursion.
struct EntryTree {
  private(set) var root: Entry?
  private var open: [Collection] = []
  private var count = 0
  private var documents = 0

  private let most: Int
  private static let deepest = 16

  init(most: Int) { self.most = most }

  /// A list or section that is still open.
  private struct Collection {
    let line: Int
    let isMap: Bool
    let start: Int
    let isFlow: Bool
    var entries: [Entry] = []
    var pairs: [Entry.Pair] = []
    var key: (name: String, line: Int, range: Range<Int>)?

    /// Without brackets, it ends with its last value: libyaml's mark is that of the next one.
    func range(to end: Range<Int>) -> Range<Int> {
      let last = isMap ? pairs.last?.value.range.upperBound : entries.last?.range.upperBound
      return start..<max(isFlow ? end.upperBound : last ?? start, start)
    }
  }

  mutating func add(_ event: YAMLEvents.Event) throws(Fault) {
    let line = event.line
    if event.isAnchored { throw Fault(line: line, cause: Entry.aliasCause) }
    switch event.kind {
    case .document:
      documents += 1
      if documents > 1 { throw Fault(line: line, cause: "more than one YAML document in the file") }
    case .word(let word, let isPlain):
      try add(Entry(line: line, content: .word(word, isPlain: isPlain), range: event.range))
    case .list, .map:
      if open.last.map({ $0.isMap && $0.key == nil }) ?? false {
        throw Fault(line: line, cause: "a key must be a single word")
      }
      guard open.count < Self.deepest else {
        throw Fault(line: line, cause: "nested too deeply (limit: \(Self.deepest) levels)")
      }
      open.append(
        Collection(
          line: line, isMap: event.kind == .map, start: event.range.lowerBound,
          isFlow: event.isFlow))
    case .end:
      guard let ended = open.popLast() else { break }
      let content: Entry.Content = ended.isMap ? .map(ended.pairs) : .list(ended.entries)
      try add(Entry(line: ended.line, content: content, range: ended.range(to: event.range)))
    }
  }

  private mutating func add(_ entry: Entry) throws(Fault) {
    count += 1
    guard count <= most else {
      throw Fault(line: entry.line, cause: "too many values (limit: \(most))")
    }
    guard var inner = open.popLast() else { return root = entry }
    if !inner.isMap {
      inner.entries.append(entry)
    } else if let key = inner.key {
      inner.pairs.append(
        Entry.Pair(name: key.name, line: key.line, value: entry, key: key.range))
      inner.key = nil
    } else if case .word(let name, _) = entry.content {
      inner.key = (name, entry.line, entry.range)
    }
    open.append(inner)
  }
}
