extension LayeredConfiguration {
  /// The effective configuration as an equivalent file: all keys in the schema's order, keys
  /// without a value as comments. `hasOrigins` adds the origin of each value; without `hasAll`,
  /// only keys that a layer sets are included.
  package func yaml(hasOrigins: Bool = false, hasAll: Bool = true) -> String {
    var page = YAMLPage(layers: self, hasOrigins: hasOrigins, hasAll: hasAll)
    page.add(section: "", depth: 0)
    return page.lines.map { $0 + "\n" }.joined()
  }
}

/// Collects the lines of the file.
private struct YAMLPage {
  let layers: LayeredConfiguration
  let hasOrigins: Bool
  let hasAll: Bool
  var lines: [String] = []

  mutating func add(section: String, depth: Int) {
    for setting in Schema.settings(in: section) { add(setting, depth) }
    for inner in Schema.sections(in: section) where hasAll || says(something: inner.path) {
      line(depth, "\(inner.name):")
      add(section: inner.path, depth: depth + 1)
    }
  }

  private func says(something section: String) -> Bool {
    layers.values.keys.contains { $0.hasPrefix("\(section).") }
  }

  private mutating func add(_ setting: Setting, _ depth: Int) {
    guard let value = layers.values[setting.path] else {
      guard hasAll else { return }
      if let defaultText = setting.defaultWord {
        line(depth, "\(setting.name): \(defaultText)", at: setting.path)
      } else {
        line(depth, "# \(setting.name): \(setting.defaultText)")
      }
      return
    }
    switch value {
    case .text, .number, .flag, .color, .list:
      line(depth, "\(setting.name): \(setting.kind.yaml(value))", at: setting.path)
    case .keys(let table):
      line(depth, "\(setting.name):\(table.isEmpty ? " {}" : "")")
      for (name, word) in table.sorted(by: { $0.key < $1.key }) {
        line(depth + 1, "\(name): \(word)", at: "\(setting.path).\(name)")
      }
    case .rows(let rows):
      line(depth, "\(setting.name):\(rows.isEmpty ? " {}" : "")")
      for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
        // YAML reserves most signs.
        let isPlain = name.allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
        }
        let key = isPlain ? name : quotedYAML(name)
        line(depth + 1, "\(key):\(row.isEmpty ? " {}" : "")")
        for (field, word) in row.sorted(by: { $0.key < $1.key }) {
          let path = "\(setting.path).\(name).\(field)"
          line(depth + 2, "\(field): \(setting.kind.yaml(word, of: field))", at: path)
        }
      }
    }
  }

  private mutating func line(_ depth: Int, _ text: String, at path: String? = nil) {
    let comment =
      path.map { hasOrigins ? "  # \(layers.origin(of: $0)?.description ?? "built in")" : "" } ?? ""
    lines.append(String(repeating: "  ", count: depth) + text + comment)
  }
}

extension Setting {
  /// The default as YAML; nil if it cannot be written as a value.
  fileprivate var defaultWord: String? {
    switch kind {
    case .text, .color: return quotedYAML(defaultText)
    case .number, .flag:
      var faults = FaultList()
      let entry = Entry(line: 1, content: .word(defaultText, isPlain: true))
      return kind.read(entry, at: path, &faults) == nil ? nil : defaultText
    default:
      let isWord = defaultText.hasPrefix("`") && defaultText.hasSuffix("`")
      let word = defaultText.dropFirst().dropLast()
      return isWord && !word.contains("`") ? quotedYAML(String(word)) : nil
    }
  }
}

extension SettingKind {
  /// The YAML of a field in a row.
  fileprivate func yaml(_ word: String, of field: String) -> String {
    guard case .rows(_, let fields, _) = self,
      case .number? = fields.first(where: { $0.name == field })?.kind
    else { return quotedYAML(word) }
    return word
  }

  /// The YAML of a value that is not a table.
  fileprivate func yaml(_ value: SettingValue) -> String {
    switch value {
    case .text(let text): return quotedYAML(text)
    case .number(let number): return plain(number)
    case .flag(let flag): return "\(flag)"
    case .color(let color): return quotedYAML(color.text)
    case .list(let words): return "[\(words.map(quotedYAML).joined(separator: ", "))]"
    case .keys, .rows: return ""
    }
  }
}

/// Quotes a word for YAML unless it consists of letters and digits.
func quotedYAML(_ text: String) -> String {
  let isPlain =
    text.utf8.first.map { isLetter($0) } == true
    && text.utf8.allSatisfy { isLetter($0) || "0123456789-".utf8.contains($0) }
    && !["null", "Null", "NULL"].contains(text)
  if isPlain { return text }
  let escaped = text.unicodeScalars.map { scalar in
    switch scalar.value {
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    case 0x20...0x7E, 0xA1...0xD7FF, 0xE000...0xFDCF, 0x1_0000...0x1_FFFD: String(scalar)
    default: "\\U" + padded(String(scalar.value, radix: 16, uppercase: true), to: 8)
    }
  }
  return "\"\(escaped.joined())\""
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

private func padded(_ digits: String, to count: Int) -> String {
  String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}
