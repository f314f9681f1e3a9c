/// One change of a YAML file. Paths are the keys from the top.
enum YAMLEdit: Hashable {
  /// Sets a value, and adds its key if it is missing.
  case set([String], YAMLWord)
  case remove([String])
  case rename([String], to: String)
  /// Adds a section at the end of the one at this path.
  case add([String], name: String, [Field])

  struct Field: Hashable {
    let name: String
    let value: YAMLWord

    init(_ name: String, _ value: YAMLWord) { (self.name, self.value) = (name, value) }
  }
}

/// A value to write.
struct YAMLWord: Hashable {
  enum Style: Hashable {
    /// A number or flag, never in quotes.
    case bare
    /// Without quotes if YAML allows that.
    case word
    /// In quotes, unless it replaces a text without them.
    case text
  }

  let text: String
  let style: Style

  init(_ text: String, _ style: Style) { (self.text, self.style) = (text, style) }

  /// In the style of the value that it replaces, which begins with this character.
  func written(like first: Unicode.Scalar?) -> String {
    if style == .bare { return text }
    switch first {
    case "\"", "|", ">": return doubleQuoted
    case "'": return needsEscapes ? doubleQuoted : "'\(text.replacing("'", with: "''"))'"
    case nil: return style == .word && isPlain ? text : doubleQuoted
    default: return isPlain ? text : doubleQuoted
    }
  }

  private var doubleQuoted: String {
    var all = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": all += "\\\(scalar)"
      case _ where Self.isSpecial(scalar):
        let hex = String(scalar.value, radix: 16)
        all += "\\u" + String(repeating: "0", count: max(4 - hex.count, 0)) + hex
      default: all.unicodeScalars.append(scalar)
      }
    }
    return all + "\""
  }

  private var needsEscapes: Bool { text.unicodeScalars.contains(where: Self.isSpecial) }

  /// Whether YAML would not read a character as itself: controls and line breaks.
  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
      || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }

  /// Whether YAML reads it as a text without quotes: stricter than YAML itself.
  private var isPlain: Bool {
    let scalars = text.unicodeScalars
    let constants = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    return scalars.first?.properties.isAlphabetic == true && scalars.last != " "
      && !constants.contains(text.lowercased())
      && scalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || " _-./".unicodeScalars.contains($0)
      }
  }
}

/// The contents of a YAML file without its layout, to check edits with.
indirect enum PlainValue: Hashable {
  case word(String)
  case list([PlainValue])
  case map([String: PlainValue])

  init(_ entry: Entry) {
    switch entry.content {
    case .word(let word, _): self = .word(word)
    case .list(let entries): self = .list(entries.map { PlainValue($0) })
    case .map(let pairs):
      self = .map(Dictionary(pairs.map { ($0.name, PlainValue($0.value)) }) { first, _ in first })
    }
  }

  func applying(_ edit: YAMLEdit) -> PlainValue {
    switch edit {
    case .set(let path, let word): changing(path[...]) { $0[$1] = .word(word.text) }
    case .remove(let path): changing(path[...]) { $0[$1] = nil }
    case .rename(let path, let name):
      changing(path[...]) { fields, old in
        let value = fields.removeValue(forKey: old)
        fields[name] = value
      }
    case .add(let path, let name, let fields):
      changing((path + [name])[...]) { all, name in
        all[name] = .map(
          Dictionary(fields.map { ($0.name, .word($0.value.text)) }) { first, _ in first })
      }
    }
  }

  private func changing(
    _ path: ArraySlice<String>, _ body: (inout [String: PlainValue], String) -> Void
  ) -> PlainValue {
    guard case .map(var fields) = self, let name = path.first else { return self }
    if path.count == 1 {
      body(&fields, name)
    } else if let inner = fields[name] {
      fields[name] = inner.changing(path.dropFirst(), body)
    }
    return .map(fields)
  }
}
