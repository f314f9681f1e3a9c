internal import VitrinePlaylists

/// Checks a file section by section, and collects the valid settings.
struct SchemaCheck {
  private(set) var statements: [Statement] = []

  mutating func read(_ root: Entry, _ faults: inout FaultList) {
    guard case .map(let pairs) = root.content else {
      faults.add("", root.line, root.expectedSection(Self.names(in: "")))
      return
    }
    read(pairs, in: "", &faults)
  }

  private mutating func read(
    _ pairs: [Entry.Pair], in section: String, _ faults: inout FaultList
  ) {
    let settings = Schema.settings(in: section)
    let sections = Schema.sections(in: section)
    var seen = SeenKeys(in: section)
    for pair in pairs {
      let place = seen.record(pair, &faults)
      if let setting = settings.first(where: { $0.name == pair.name }) {
        read(pair, as: setting, &faults)
      } else if let inner = sections.first(where: { $0.name == pair.name }) {
        readSection(pair, at: inner.path, &faults)
      } else {
        // Searching for near names is slow; enough messages have one.
        let suggests = faults.all.count < ConfigurationFaults.most
        let cause = suggests ? Self.unknown(pair.name, in: section) : "unknown key"
        faults.add(place, pair.line, cause)
      }
    }
  }

  private mutating func read(_ pair: Entry.Pair, as setting: Setting, _ faults: inout FaultList) {
    // A missing value is reported in the line of its key, not in that of the next token.
    let entry =
      pair.value.isNothing ? Entry(line: pair.line, content: pair.value.content) : pair.value
    guard let value = setting.kind.read(entry, at: setting.path, &faults) else { return }
    statements.append(Statement(setting: setting, value: value, pair: pair))
  }

  private mutating func readSection(
    _ pair: Entry.Pair, at path: String, _ faults: inout FaultList
  ) {
    if case .map(let pairs) = pair.value.content { return read(pairs, in: path, &faults) }
    guard !pair.value.isNothing else { return }
    faults.add(path, pair.value.line, pair.value.expectedSection(Self.names(in: path)))
  }

  private static func names(in section: String) -> [String] {
    Schema.sections(in: section).map(\.name) + Schema.settings(in: section).map(\.name)
  }

  /// The message about a key that is not in a section.
  private static func unknown(_ name: String, in section: String) -> String {
    // The same name in another section is more likely than a similar one in this section.
    let all = Schema.sections.map(\.path) + Schema.settings.map(\.path)
    if let elsewhere = all.first(where: { Schema.name(of: $0) == name }) {
      return "unknown key in this section: did you mean \(elsewhere)?"
    }
    return unknownKey(name, names(in: section))
  }
}

/// The value of one setting in one layer.
struct Statement: Sendable {
  let setting: Setting
  let value: SettingValue
  let line: Int
  /// The lines of a table's rows, by name: `DP-1.mode`.
  let rowLines: [String: Int]

  init(setting: Setting, value: SettingValue, pair: Entry.Pair) {
    (self.setting, self.value, line) = (setting, value, pair.line)
    switch value {
    case .keys, .rows: rowLines = Self.lines(in: pair.value, below: "")
    case .text, .number, .flag, .color, .list: rowLines = [:]
    }
  }

  private static func lines(in entry: Entry, below path: String) -> [String: Int] {
    guard case .map(let pairs) = entry.content else { return [:] }
    var lines: [String: Int] = [:]
    for pair in pairs {
      let name = path + pair.name
      lines[name] = pair.line
      lines.merge(Self.lines(in: pair.value, below: name + ".")) { $1 }
    }
    return lines
  }
}
