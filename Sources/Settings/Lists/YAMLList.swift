internal import VitrineOverlay
internal import VitrinePlaylists
internal import VitrineScenes
internal import VitrineTiming

/// Parses Vitrine's own playlist format, YAML or JSON.
struct YAMLList {
  private(set) var contents: ListContents
  private let location: ListLocation
  private var defaults = ItemFields()
  private var faults = FaultList()

  static let keys =
    ["title", "loop", "shuffle", "default", "items"] + ItemKey.showing.map(\.name)
  /// Parses a file; `path` is the playlist's own. An empty file is an empty playlist.
  static func contents(of bytes: [UInt8], path: String, _ limits: ListLimits = .standard)
    -> ListContents
  {
    var list = YAMLList(path, limits)
    do throws(Fault) {
      let text = try FileText(bytes, largest: limits.fileSize)
      let yaml = text.isJSON ? joiningSurrogates(text.bytes) : text.bytes
      if let root = try Entry(yaml: yaml, most: limits.values) { list.read(root) }
    } catch {
      list.faults.add(error)
    }
    for fault in list.faults.all {
      list.contents.add(ListFault(line: fault.line, cause: fault.cause))
    }
    return list.contents
  }

  private init(_ path: String, _ limits: ListLimits) {
    location = ListLocation(list: path)
    contents = ListContents(limits)
  }

  private mutating func read(_ root: Entry) {
    guard let pairs = pairs(of: root, at: "", Self.keys) else { return }
    // Defaults apply to all entries, wherever they are in the file.
    for pair in pairs where pair.name == "default" {
      guard let pairs = self.pairs(of: pair.value, at: "default", ItemKey.all.map(\.name)) else {
        continue
      }
      defaults = words(pairs, at: "default.")
    }
    for pair in pairs {
      switch pair.name {
      case "title":
        if case .text(let text)? = value(of: pair, .text(1...300)) { contents.title = text }
      case "loop":
        let kind = SettingKind.choice(noun: "value", Queue.Loop.allCases.map(\.rawValue))
        if case .text(let word)? = value(of: pair, kind) { contents.loop = .init(rawValue: word) }
      case "shuffle":
        if case .flag(let flag)? = value(of: pair, .flag) { contents.isShuffled = flag }
      case "items": readItems(pair)
      default: break
      }
    }
    contents.fields = words(
      pairs.filter { pair in ItemKey.showing.contains { $0.name == pair.name } }, at: "")
  }

  private mutating func value(of pair: Entry.Pair, _ kind: SettingKind) -> SettingValue? {
    kind.read(pair.present, at: pair.name, &faults)
  }

  private mutating func readItems(_ pair: Entry.Pair) {
    if pair.value.isNothing { return }
    guard case .list(let entries) = pair.value.content else {
      faults.add(
        "items", pair.present.line,
        "expected a list such as - file: clip.mp4, got \(pair.value.noun)")
      return
    }
    for (index, entry) in entries.enumerated() {
      guard let entry = item(entry, at: "items.\(index + 1)") else { continue }
      guard contents.add(entry) else { return }
    }
  }

  private mutating func item(_ entry: Entry, at path: String) -> ListEntry? {
    switch entry.content {
    case .word(let written, _) where !entry.isNothing:
      return makeEntry(written, isColor: false, defaults, entry.line, at: path)
    case .map(let all):
      guard
        let pairs = pairs(of: entry, at: path, ItemKey.sources + ItemKey.all.map(\.name))
      else { return nil }
      return item(pairs, all.first?.line ?? entry.line, at: path)
    default:
      faults.add(
        path, entry.line, "expected a file, or a section with file or color; got \(entry.noun)")
      return nil
    }
  }

  private mutating func item(_ pairs: [Entry.Pair], _ line: Int, at path: String) -> ListEntry? {
    let own = words(pairs, at: path + ".")
    let sources = pairs.filter { ItemKey.sources.contains($0.name) }
    guard let source = sources.first else {
      faults.add(path, line, "missing file or color")
      return nil
    }
    if sources.count > 1, sources[0].name != sources[1].name {
      faults.add(path, sources[1].line, "expected file or color, got both")
    }
    let place = "\(path).\(source.name)"
    if source.name == "color", source.value.isNothing {
      faults.add(
        place, source.line,
        "missing value: expected a colour in quotes; # outside quotes begins a comment")
      return nil
    }
    guard
      case .text(let written)? = SettingKind.text(1...4095).read(source.present, at: place, &faults)
    else { return nil }
    return makeEntry(
      written, isColor: source.name == "color", own.completed(by: defaults), source.line, at: place)
  }

  private mutating func makeEntry(
    _ written: String, isColor: Bool, _ words: ItemFields, _ line: Int, at path: String
  ) -> ListEntry? {
    do throws(SettingError) {
      if let cause = words.part.orderFault { throw SettingError(cause: cause) }
      let source: Item.Source =
        isColor
        ? .color(try Self.color(written)) : try location.settingSource(written)
      return ListEntry(line: line, source: source, written: written, fields: words)
    } catch {
      faults.add(path, line, error.cause)
      return nil
    }
  }

  private static func color(_ word: String) throws(SettingError) -> UInt32 {
    let names: [String: UInt32] = ["black": 0, "white": 0xFF_FFFF]
    if let known = names[word] { return known }
    guard word.utf8.count != 9, let color = Color(text: word) else {
      throw SettingError(
        cause: "invalid colour \(quoted(word)): expected black, white or \"#RRGGBB\", in quotes")
    }
    return [color.red, color.green, color.blue].reduce(UInt32(0)) {
      // bound: a part of a colour is from 0 to 1
      $0 << 8 | UInt32(($1 * 255).rounded())
    }
  }

  private mutating func words(_ pairs: [Entry.Pair], at path: String) -> ItemFields {
    var words = ItemFields()
    for pair in pairs {
      guard let key = ItemKey.named(pair.name),
        let value = key.kind.read(
          key.isFolded ? pair.present.folded : pair.present, at: path + pair.name, &faults)
      else { continue }
      do throws(SettingError) {
        try key.apply(value, location, &words)
      } catch {
        faults.add(path + pair.name, pair.present.line, error.cause)
      }
    }
    return words
  }

  /// The pairs of a section. Reports unknown and duplicate keys.
  private mutating func pairs(
    of entry: Entry, at path: String, _ names: [String]
  ) -> [Entry.Pair]? {
    guard case .map(let pairs) = entry.content else {
      guard !entry.isNothing else { return [] }
      let isItems = if case .list = entry.content { path.isEmpty } else { false }
      faults.add(
        path, entry.line,
        isItems ? "put the entries under items:" : entry.expectedSection(names))
      return nil
    }
    var seen = SeenKeys(in: path)
    for pair in pairs {
      let place = seen.record(pair, &faults)
      if names.contains(pair.name) { continue }
      // Searching for near names is slow; enough messages have one.
      let suggests = faults.all.count < ListContents.mostFaults
      faults.add(place, pair.line, suggests ? unknownKey(pair.name, names) : "unknown key")
    }
    return pairs
  }
}

extension Entry.Pair {
  /// The value. A missing one gets the line of its key, not that of the next token.
  fileprivate var present: Entry {
    value.isNothing ? Entry(line: line, content: value.content) : value
  }
}

extension Entry {
  /// Joins the lines of a word; leaves other values unchanged.
  fileprivate var folded: Entry {
    guard case .word(let word, let isPlain) = content, word.utf8.contains(10) else { return self }
    let lines = word.split(separator: "\n").joined(separator: " ")
    return Entry(line: line, content: .word(lines, isPlain: isPlain))
  }
}
