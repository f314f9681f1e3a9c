internal import VitrinePlaylists

/// What `vitrine.yaml` on a machine's boot partition says: settings of its player, and of the machine.
/// A value.
///
/// A configuration with a fault is refused whole. This is not: it is written where the machine cannot
/// be tried, and a machine that plays with the wrong rotation is closer to right than one that plays
/// nothing. What is wrong is left out and told, the rest holds.
public struct BootFile: Sendable {
  public private(set) var machine = MachineSettings()
  /// One line each, in the file's order, as those of a configuration.
  public private(set) var faults: [String] = []
  /// Whether it could be read at all: one that could not says nothing of what it is to be.
  public private(set) var isReadable = true
  private var values: [String: SettingValue] = [:]

  /// `file` is what its faults call it; `folder` is where paths that begin at no root begin.
  public init(bytes: [UInt8], file: String, folder: String) {
    var faults = FaultList()
    do throws(Fault) {
      let text = try FileText(bytes)
      if let root = try Entry(yaml: text.bytes) { read(root, folder, &faults) }
    } catch {
      faults.add(error)
      isReadable = false
    }
    self.faults = faults.lines(in: file)
  }

  private mutating func read(_ root: Entry, _ folder: String, _ faults: inout FaultList) {
    var rest = root
    if case .map(let pairs) = root.content {
      let own = pairs.filter { $0.name == Self.section }
      var seen = SeenKeys(in: "")
      for pair in own { _ = seen.note(pair, &faults) }
      if let pair = own.last { machine = MachineSettings(pair.value, &faults) }
      let others = pairs.filter { $0.name != Self.section }
      rest = Entry(line: root.line, content: .map(others))
    }
    var check = SchemaCheck()
    check.read(rest, &faults)
    for statement in check.statements {
      values[statement.setting.path] = statement.value.placed(in: folder, statement.setting)
    }
  }

  private static let section = "machine"

  /// The player's settings that are good, as a configuration file that says the same; nil where there
  /// are none.
  public var configuration: String? {
    values.isEmpty ? nil : LayeredConfiguration(values).yaml(hasAll: false)
  }

  /// The settings as they are read, for what only devices can judge.
  public var settings: Configuration { LayeredConfiguration(values).configuration }

  /// Without one of the player's settings.
  public func without(_ path: String) -> BootFile {
    var less = self
    less.values[path] = nil
    return less
  }
}

extension SettingValue {
  /// With the paths of lists from the root on.
  fileprivate func placed(in folder: String, _ setting: Setting) -> SettingValue {
    func whole(_ path: String) -> String {
      path.hasPrefix("/") || path.contains(":") ? path : "\(folder)/\(path)"
    }
    switch self {
    case .list(let paths) where setting.path == "playlist": return .list(paths.map(whole))
    case .rows(let rows):
      return .rows(
        rows.mapValues { row in
          var row = row
          row["playlist"] = row["playlist"].map(whole)
          return row
        })
    default: return self
    }
  }
}
