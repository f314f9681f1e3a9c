/// The text of a YAML file, edited in place: comments, order, quotes and blank lines of everything else stay.
struct YAMLText {
  private var scalars: [Unicode.Scalar]
  private(set) var root: Entry
  private let lineBreak: [Unicode.Scalar]
  /// The usual order of keys: a new key follows those before it.
  private let order: [String]
  private let hasMark: Bool

  init(_ text: String, order: [String]) throws(Fault) {
    let all = Array(text.unicodeScalars)
    hasMark = all.first == Self.mark
    let scalars = hasMark ? Array(all.dropFirst()) : all
    let end = scalars.firstIndex(of: "\n") ?? 0
    lineBreak = end > 0 && scalars[end - 1] == "\r" ? ["\r", "\n"] : ["\n"]
    (self.scalars, self.order) = (scalars, order)
    root = try Self.parse(scalars)
  }

  private static let mark: Unicode.Scalar = "\u{FEFF}"

  var text: String {
    var view = String.UnicodeScalarView(hasMark ? [Self.mark] : [])
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func parse(_ scalars: [Unicode.Scalar]) throws(Fault) -> Entry {
    let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
    guard let root = try Entry(yaml: FileText(bytes).bytes) else {
      throw Fault(line: 1, cause: "the file is empty")
    }
    return root
  }

  /// Throws if the file is written in a way that this type cannot edit. The text must not be used then.
  mutating func apply(_ edit: YAMLEdit) throws(Fault) {
    let (before, names) = (root, self.names(beside: edit))
    switch edit {
    case .set(let path, let word): try set(path, word)
    case .remove(let path): if let place = pair(at: path) { remove(place) }
    case .rename(let path, let name):
      guard let place = pair(at: path) else { throw Self.missing(path) }
      let key = place.map.pairs[place.index].key
      replace(key, with: YAMLWord(name, .word))
    case .add(let path, let name, let fields): try add(name, fields, to: path)
    }
    do throws(Fault) {
      root = try Self.parse(scalars)
    } catch {
      throw Self.unusual(before.line)
    }
    // Whatever the file is like, nothing else may differ.
    guard PlainValue(root) == PlainValue(before).applying(edit),
      self.names(beside: edit) == edit.names(after: names)
    else { throw Self.unusual(before.line) }
  }

  private static func unusual(_ line: Int) -> Fault {
    Fault(
      line: line,
      cause: "this change is not possible in a file written like this: edit the file by hand")
  }

  private static func missing(_ path: [String]) -> Fault {
    Fault(line: 1, cause: "there is no \(path.joined(separator: "."))")
  }

  // MARK: Places

  /// A key and its section.
  private struct Place {
    let map: Section
    let index: Int
  }

  private struct Section {
    let range: Range<Int>
    let pairs: [Entry.Pair]
  }

  private func section(at path: some Collection<String>) -> Section? {
    var entry = root
    for name in path {
      guard case .map(let pairs) = entry.content,
        let pair = pairs.first(where: { $0.name == name })
      else { return nil }
      entry = pair.value
    }
    guard case .map(let pairs) = entry.content else { return nil }
    return Section(range: entry.range, pairs: pairs)
  }

  private func pair(at path: [String]) -> Place? {
    guard let map = section(at: path.dropLast()),
      let index = map.pairs.firstIndex(where: { $0.name == path.last })
    else { return nil }
    return Place(map: map, index: index)
  }

  /// The keys of the section that an edit changes, in order, without the one that it sets.
  private func names(beside edit: YAMLEdit) -> [String] {
    switch edit {
    case .set(let path, _):
      (section(at: path.dropLast())?.pairs.map(\.name) ?? []).filter { $0 != path.last }
    case .remove(let path), .rename(let path, _):
      section(at: path.dropLast())?.pairs.map(\.name) ?? []
    case .add(let path, _, _): section(at: path)?.pairs.map(\.name) ?? []
    }
  }

  private func isFlow(_ section: Section) -> Bool {
    character(at: section.range.lowerBound) == "{"
  }

  private func character(at place: Int) -> Unicode.Scalar? {
    scalars.indices.contains(place) ? scalars[place] : nil
  }

  private func beginningOfLine(_ place: Int) -> Int {
    scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// Before its line break.
  private func endOfLine(_ place: Int) -> Int {
    let end = scalars[place...].firstIndex(of: "\n") ?? scalars.count
    return end > place && end < scalars.count && scalars[end - 1] == "\r" ? end - 1 : end
  }

  private func isBlank(_ part: some Collection<Unicode.Scalar>) -> Bool {
    part.allSatisfy { " \t\r\n".unicodeScalars.contains($0) }
  }

  private func column(of pair: Entry.Pair) -> Int {
    pair.key.lowerBound - beginningOfLine(pair.key.lowerBound)
  }

  /// Whether only spaces are before it in its line.
  private func beginsLine(_ pair: Entry.Pair) -> Bool {
    isBlank(scalars[beginningOfLine(pair.key.lowerBound)..<pair.key.lowerBound])
  }

  /// Behind its last character, before a comment: the range of a text over several lines ends with its line breaks.
  private func end(of entry: Entry) -> Int {
    let part = scalars[entry.range]
    return part.lastIndex { !isBlank(CollectionOfOne($0)) }.map { $0 + 1 } ?? entry.range.lowerBound
  }

  // MARK: Values

  private mutating func set(_ path: [String], _ word: YAMLWord) throws(Fault) {
    guard let map = section(at: path.dropLast()), let name = path.last else {
      throw Self.missing(path.dropLast())
    }
    guard let old = map.pairs.first(where: { $0.name == name }) else {
      return insert(name, word, in: map)
    }
    guard case .word = old.value.content else {
      throw Fault(line: old.line, cause: "\(path.joined(separator: ".")): got \(old.value.noun)")
    }
    // bound: a value ends after its beginning
    replace(old.value.range.lowerBound..<end(of: old.value), with: word)
  }

  /// Keeps a comment behind it in its column.
  private mutating func replace(_ range: Range<Int>, with word: YAMLWord) {
    let written = Array(word.written(like: character(at: range.lowerBound)).unicodeScalars)
    let spaces = scalars[range.upperBound...].prefix { $0 == " " }.count
    let isComment = character(at: range.upperBound + spaces) == "#"
    scalars.replaceSubrange(range, with: written)
    guard isComment, spaces > 1, !scalars[range.lowerBound...].prefix(written.count).contains("\n")
    else { return }
    let end = range.lowerBound + written.count
    let room = max(spaces - (written.count - range.count), 1)
    scalars.replaceSubrange(end..<end + spaces, with: Self.spaces(room))
  }

  private static func spaces(_ count: Int) -> [Unicode.Scalar] {
    Array(repeating: " ", count: count)
  }

  private func rank(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }

  /// After the keys that usually precede it.
  private mutating func insert(_ name: String, _ word: YAMLWord, in map: Section) {
    let before = map.pairs.enumerated().filter { rank($1.name) < rank(name) }
      .max { rank($0.element.name) < rank($1.element.name) }?.element
    let field = "\(quoted(name, like: map)): \(word.written(like: nil))"
    let written = Array(field.unicodeScalars)
    if isFlow(map) {
      let isEmpty = map.pairs.isEmpty
      // In a section with a line for each key, so has the new one.
      let hasLines = !isEmpty && map.pairs.dropFirst().allSatisfy(beginsLine) && map.pairs.count > 1
      let gap = hasLines ? lineBreak + Self.spaces(map.pairs.last.map(column) ?? 0) : [" "]
      if let before {
        scalars.insert(contentsOf: [","] + gap + written, at: end(of: before.value))
      } else {
        let place = map.pairs.first?.key.lowerBound ?? map.range.lowerBound + 1
        scalars.insert(contentsOf: isEmpty ? written : written + [","] + gap, at: place)
      }
    } else if let before {
      let indent = Self.spaces(map.pairs.first.map(column) ?? 0)
      scalars.insert(
        contentsOf: lineBreak + indent + written, at: endOfLine(end(of: before.value)))
    } else if let first = map.pairs.first {
      scalars.insert(
        contentsOf: written + lineBreak + Self.spaces(column(of: first)), at: first.key.lowerBound)
    }
  }

  /// In quotes if those of the section are, as in JSON.
  private func quoted(_ name: String, like map: Section) -> String {
    let first = map.pairs.first.flatMap { character(at: $0.key.lowerBound) }
    return first == "\"" ? "\"\(name)\"" : name
  }

  // bound: the parser's places are in the order of the text
  private mutating func remove(_ place: Place) {
    let (pairs, pair) = (place.map.pairs, place.map.pairs[place.index])
    if isFlow(place.map) {
      if place.index + 1 < pairs.count {
        scalars.removeSubrange(pair.key.lowerBound..<pairs[place.index + 1].key.lowerBound)
      } else if place.index > 0 {
        scalars.removeSubrange(end(of: pairs[place.index - 1].value)..<end(of: pair.value))
      } else {
        scalars.removeSubrange(pair.key.lowerBound..<end(of: pair.value))
      }
      return
    }
    let begin = beginningOfLine(pair.key.lowerBound)
    let end = min(
      (scalars[endOfLine(end(of: pair.value))...].firstIndex(of: "\n") ?? scalars.count) + 1,
      scalars.count)
    // The blank lines after it stay.
    var from = begin
    let isLast = isBlank(scalars[end...])
    if isLast || isBlank(scalars[end..<endOfLine(end)]) {
      while from > 0, case let line = beginningOfLine(from - 1), isBlank(scalars[line..<from]) {
        from = line
      }
    }
    scalars.removeSubrange(from..<end)
  }

  // MARK: Sections

  /// In the style of the others.
  private mutating func add(
    _ name: String, _ fields: [YAMLEdit.Field], to path: [String]
  ) throws(Fault) {
    guard let map = section(at: path), let last = map.pairs.last else { throw Self.missing(path) }
    let inside = map.pairs.compactMap { pair -> Section? in
      guard case .map(let inner) = pair.value.content else { return nil }
      return Section(range: pair.value.range, pairs: inner)
    }
    let key = quoted(name, like: map)
    let flow = fields.map { "\(quoted($0.name, like: map)): \($0.value.written(like: nil))" }
      .joined(separator: ", ")
    guard !isFlow(map) else {
      let gap =
        beginsLine(last) && map.pairs.count > 1
        ? lineBreak + Self.spaces(column(of: last)) : [" "]
      scalars.insert(
        contentsOf: [","] + gap + Array("\(key): {\(flow)}".unicodeScalars),
        at: end(of: last.value))
      return
    }
    let indent = Self.spaces(column(of: last))
    let block = inside.first { !isFlow($0) }
    var written = lineBreak + (hasGaps(map) ? lineBreak : []) + indent
    if inside.isEmpty || block != nil {
      let step = (block?.pairs.first.map(column) ?? indent.count + 2) - indent.count
      written += Array("\(key):".unicodeScalars)
      for field in fields {
        written += lineBreak + indent + Self.spaces(max(step, 1))
        written += Array("\(field.name): \(field.value.written(like: nil))".unicodeScalars)
      }
    } else {
      written += Array("\(key): {\(flow)}".unicodeScalars)
    }
    scalars.insert(contentsOf: written, at: endOfLine(end(of: last.value)))
  }

  /// Whether blank lines separate its keys.
  private func hasGaps(_ map: Section) -> Bool {
    map.pairs.count > 1
      && zip(map.pairs, map.pairs.dropFirst()).allSatisfy { one, next in
        let end = endOfLine(end(of: one.value))
        guard end < next.key.lowerBound else { return false }
        return scalars[end..<next.key.lowerBound]
          .split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
          .contains(where: isBlank)
      }
  }
}

extension YAMLEdit {
  /// The keys of its section after it, from those before it.
  fileprivate func names(after names: [String]) -> [String] {
    switch self {
    case .set: names
    case .remove(let path): names.filter { $0 != path.last }
    case .rename(let path, let name): names.map { $0 == path.last ? name : $0 }
    case .add(_, let name, _): names + [name]
    }
  }
}
