/// A configuration made of several layers, and where each of its values comes from. A value.
///
/// A later layer wins over those before it, key by key: its lists replace theirs; rows of tables
/// (`keys`, `outputs`) count by their names and, in `outputs`, by the keys in them.
public struct LayeredConfiguration: Sendable {
  public let configuration: Configuration
  /// Of all keys that any layer speaks of, by path.
  let values: [String: SettingValue]
  /// By path; of a table's rows by path and name: `outputs.DP-1.mode`.
  let origins: [String: Origin]

  /// Reads the layers, the one that wins over all last. Every fault of all of them is told at
  /// once, in the layers' order, except that what is no YAML is not looked into.
  public init(_ layers: [ConfigurationLayer]) throws(ConfigurationFaults) {
    var merge = LayerMerge()
    for part in layers.flatMap(\.parts) { merge.add(part) }
    guard merge.told.isEmpty else { throw ConfigurationFaults(merge.told) }
    self.init(merge.values, merge.origins)
  }

  /// Of whatever is good in the layers: what is wrong is left out, and told by the other initialiser. For what has
  /// to be found even then, as the control socket.
  public init(readable layers: [ConfigurationLayer]) {
    var merge = LayerMerge()
    for part in layers.flatMap(\.parts).flatMap(\.readable) { merge.add(part) }
    self.init(merge.values, merge.origins)
  }

  /// Of values that are known to be good.
  init(_ values: [String: SettingValue], _ origins: [String: Origin] = [:]) {
    (self.values, self.origins) = (values, origins)
    var configuration = Configuration()
    for setting in Schema.settings {
      if let value = values[setting.path] { setting.apply(value, &configuration) }
    }
    self.configuration = configuration
  }

  /// Those of which any layer speaks, and keys that are in none.
  public var sections: Set<String> {
    Set(values.keys.map { String($0.prefix { $0 != "." }) })
  }

  /// The same for those who may see it from elsewhere: of what opens something, only that it was said.
  public var withoutSecrets: LayeredConfiguration {
    var values = values
    for path in values.keys where Schema.secrets.contains(path) {
      values[path] = .text("****")
    }
    return LayeredConfiguration(values, origins)
  }

  /// Where the value of a key comes from: `display.mode`, `outputs.DP-1.mode`. Nil where it is
  /// built in, and where there is no such key.
  public func origin(of path: String) -> Origin? { origins[path] }
}

/// Where a value was said.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// A file, a variable, an option, or `board: ` and a board's name.
  public let layer: String
  /// Counted from one; nil where there are no lines.
  public let line: Int?

  public var description: String { line.map { "\(layer):\($0)" } ?? layer }
}

/// Puts what layers say over each other.
struct LayerMerge {
  private(set) var values: [String: SettingValue] = [:]
  private(set) var origins: [String: Origin] = [:]
  /// Lines for people, of everything that is wrong.
  private(set) var told: [String] = []

  mutating func add(_ part: ConfigurationLayer.Part) {
    var faults = FaultList()
    for statement in part.statements(&faults) { add(statement, part, &faults) }
    told += part.hasLines ? faults.lines(in: part.name) : faults.lines(of: part.name)
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
  /// Over what an earlier layer says of the same key.
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
