import Yams

/// The only file that knows the YAML library.
extension Entry {
  /// Nil for a file that says nothing.
  init?(yaml text: String) throws(Fault) {
    var repeated = RepeatedKeys(text)
    while true {
      do {
        // The parser keeps the anchors that nodes only refer to.
        let parser = try Parser(yaml: repeated.text, encoding: .utf8)
        guard let node = try parser.singleRoot() else { return nil }
        let root = try withExtendedLifetime(parser) {
          try Entry(node, depth: 0, repeated)
        }
        guard !root.isNothing else { return nil }
        self = root
        return
      } catch let fault as Fault {
        throw fault
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        guard let name = names.first else {
          throw Fault(line: context.mark.line, cause: "a key twice")
        }
        try repeated.rename(name, line: context.mark.line, column: context.mark.column)
      } catch {
        throw Fault(error, in: text)
      }
    }
  }

  private static let deepest = 16

  static let aliasCause = "anchors and aliases (& and *) are not read; write the value again"

  private init(_ node: Node, depth: Int, _ repeated: RepeatedKeys) throws(Fault) {
    line = node.mark?.line ?? 1
    guard node.anchor == nil else { throw Fault(line: line, cause: Self.aliasCause) }
    guard depth < Self.deepest else { throw Fault(line: line, cause: "too deep") }
    switch node {
    case .scalar(let scalar):
      content = .word(scalar.string, isPlain: scalar.style == .plain)
    case .sequence(let nodes):
      var entries: [Entry] = []
      for node in nodes { entries.append(try Entry(node, depth: depth + 1, repeated)) }
      content = .list(entries)
    case .mapping(let nodes):
      var pairs: [Pair] = []
      for (key, value) in nodes {
        let key = try Entry(key, depth: depth + 1, repeated)
        guard case .word(let name, _) = key.content else {
          throw Fault(line: key.line, cause: "\(key.noun) as a key; a key is one word")
        }
        let entry = try Entry(value, depth: depth + 1, repeated)
        pairs.append(Pair(name: repeated.original(name), line: key.line, value: entry))
      }
      content = .map(pairs)
    case .alias: throw Fault(line: line, cause: Self.aliasCause)
    }
  }
}

extension Fault {
  /// What the library says; its lines count from one.
  fileprivate init(_ error: any Error, in text: String) {
    let lines = text.unicodeScalars.count { $0 == "\n" } + 1
    switch error {
    case YamlError.scanner(let context, let problem, let mark, _),
      YamlError.parser(let context, let problem, let mark, _),
      YamlError.composer(let context, let problem, let mark, _):
      let place = context.map { " \($0.text)" } ?? ""
      self.init(line: min(mark.line, lines), cause: "not YAML\(place): \(problem)")
    case YamlError.reader(let problem, let offset, _, let yaml):
      let before = yaml.prefix(offset ?? 0).unicodeScalars
      self.init(line: before.count { $0 == "\n" } + 1, cause: "not YAML: \(problem)")
    default: self.init(line: 1, cause: "not YAML")
    }
  }
}
