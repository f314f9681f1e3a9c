import VitrineControl
import VitrineDaemon
import VitrineSchedules

/// A simulation as lines of JSON, one per showing; consecutive showings of an item are merged.
struct RehearsalLines {
  private let list: RehearsedList
  private let clock: WallClock
  private var open: Rehearsal.Showing?
  private var begin: Moment?
  private var buffer: [String] = []
  private var known: [Programme.Choice?: String] = [:]

  /// The first item with the same name: a list may name a file twice.
  private let first: [Int]

  init(_ list: RehearsedList, _ clock: WallClock) {
    self.list = list
    self.clock = clock
    var known: [[String]: Int] = [:]
    first = list.items.indices.map { index in
      let names = [list.itemName(index), list.listName(of: index)]
      let first = known[names] ?? index
      known[names] = first
      return first
    }
  }

  mutating func append(_ showing: Rehearsal.Showing) {
    let (name, last) = (showing.choice.map { first[$0.item] }, open?.choice.map { first[$0.item] })
    if open == nil || name != last {
      flush()
      begin = showing.begin
    }
    open = showing
  }

  mutating func close() {
    flush()
    write()
  }

  private mutating func flush() {
    guard let open, let begin else { return }
    buffer.append(
      "{\"start\":\"\(clock.text(begin))\",\"end\":\"\(clock.text(open.end))\","
        + words(open.choice) + "}")
    if buffer.count >= 1000 { write() }
  }

  /// A year has millions of lines, and few items.
  private mutating func words(_ choice: Programme.Choice?) -> String {
    if let known = known[choice] { return known }
    let item = choice.map { Self.json(list.itemName($0.item)) } ?? "null"
    let name = choice.map { Self.json(list.listName(of: $0.item)) } ?? "null"
    let level = choice.map { Self.json($0.level.text) } ?? "null"
    let words = "\"item\":\(item),\"list\":\(name),\"level\":\(level)"
    known[choice] = words
    return words
  }

  private static func json(_ text: String) -> String {
    String(decoding: JSONValue.text(text).line.dropLast(), as: UTF8.self)
  }

  private mutating func write() {
    if !buffer.isEmpty { print(buffer.joined(separator: "\n")) }
    buffer = []
  }
}
