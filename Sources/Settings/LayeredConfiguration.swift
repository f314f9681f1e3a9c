/// The configuration merged from several layers, with the origin of each value.
///
/// A later layer overrides earlier ones, key by key. Its lists replace theirs. Tables (`keys`,
/// `outputs`, `access`) are merged by name, and the rows of `outputs` and `access` key by key.
package struct LayeredConfiguration: Sendable {
  package let configuration: Configuration
  /// The values that any layer sets, by path.
  let values: [String: SettingValue]
  /// By path; for rows of a table, by path and name: `outputs.DP-1.mode`.
  let origins: [String: Origin]

  /// Reads the layers; the last one takes precedence. Reports all errors at once, in the order of
  /// the layers, but only the first one of a file that is not YAML.
  package init(_ layers: [ConfigurationLayer]) throws(ConfigurationFaults) {
    var merge = LayerMerge()
    for part in layers.flatMap(\.parts) { merge.add(part) }
    guard merge.messages.isEmpty else { throw ConfigurationFaults(merge.messages) }
    let merged = LayeredConfiguration(merge.values, merge.origins)
    let conflicts = merged.configuration.soundConflicts.map { path, cause in
      (merged.origin(of: path).map { "\($0): " } ?? "") + "\(path): \(cause)"
    }
    guard conflicts.isEmpty else { throw ConfigurationFaults(conflicts) }
    self = merged
  }

  /// Reads what is valid and skips errors, for settings that are needed even then, such as the
  /// control socket.
  package init(readable layers: [ConfigurationLayer]) {
    var merge = LayerMerge()
    for part in layers.flatMap(\.parts).flatMap(\.readable) { merge.add(part) }
    self.init(merge.values, merge.origins)
  }

  /// From valid values.
  init(_ values: [String: SettingValue], _ origins: [String: Origin] = [:]) {
    self.values = values
    self.origins = origins
    var configuration = Configuration()
    for setting in Schema.settings {
      if let value = values[setting.path] { setting.apply(value, &configuration) }
    }
    self.configuration = configuration
  }

  /// The sections that any layer sets, and top-level keys.
  package var sections: Set<String> {
    Set(values.keys.map { String($0.prefix { $0 != "." }) })
  }

  /// A copy with secret values masked, for remote clients.
  package var withoutSecrets: LayeredConfiguration {
    var values = values
    for path in values.keys where Schema.secrets.contains(path) {
      values[path] = .text("****")
    }
    return LayeredConfiguration(values, origins)
  }

  /// The origin of a key such as `display.mode` or `outputs.DP-1.mode`. Nil for defaults and
  /// unknown keys.
  package func origin(of path: String) -> Origin? { origins[path] }
}

/// The place where a value was set.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// A file, a variable, an option, or `board: ` and the name of a board.
  package let layer: String
  /// Counted from one; nil for a variable or an option.
  package let line: Int?

  package var description: String { line.map { "\(layer):\($0)" } ?? layer }
}

/// Merges the layers.
struct LayerMerge {
  private(set) var values: [String: SettingValue] = [:]
  private(set) var origins: [String: Origin] = [:]
  /// The messages about all errors.
  private(set) var messages: [String] = []

  mutating func add(_ part: ConfigurationLayer.Part) {
    var faults = FaultList()
    for statement in part.statements(&faults) { add(statement, part, &faults) }
    messages += part.hasLines ? faults.lines(in: part.name) : faults.lines(of: part.name)
  }

  private mutating func add(
    _ statement: Statement, _ part: ConfigurationLayer.Part, _ faults: inout FaultList
  ) {
    let path = statement.setting.path
    let value = statement.value.merged(over: values[path])
    if let most = statement.setting.kind.mostRows, let count = value.rowCount, count > most {
      faults.add(
        path, statement.line,
        "too many entries, with those of earlier layers: \(count) (limit: \(most))")
      return
    }
    values[path] = value
    origins[path] = part.origin(line: statement.line)
    for (name, line) in statement.rowLines {
      origins["\(path).\(name)"] = part.origin(line: line)
    }
  }
}

extension SettingValue {
  /// Merges the value with that of an earlier layer.
  fileprivate func merged(over earlier: SettingValue?) -> SettingValue {
    switch (self, earlier) {
    case (.keys(let table), .keys(let before)?): .keys(before.merging(table) { $1 })
    case (.rows(let rows), .rows(let before)?):
      .rows(before.merging(rows) { $0.merging($1) { $1 } })
    default: self
    }
  }

  fileprivate var rowCount: Int? {
    switch self {
    case .keys(let table): table.count
    case .rows(let rows): rows.count
    case .text, .number, .flag, .color, .list: nil
    }
  }
}

extension SettingKind {
  fileprivate var mostRows: Int? {
    switch self {
    case .keys(_, _, let most), .rows(_, _, let most): most
    default: nil
    }
  }
}
