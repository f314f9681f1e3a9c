internal import VitrinePlaylists

/// `vitrine.yaml` on a machine's boot partition: settings of the player and of the machine.
///
/// Unlike a configuration, it is not rejected as a whole if it contains errors: it is written where
/// the machine cannot be tested, and a machine that plays with the wrong rotation is better than
/// one that plays nothing. Invalid keys are reported and skipped, the rest applies.
package struct BootFile: Sendable {
  package private(set) var machine = MachineSettings()
  /// The messages, in the order of the file.
  package private(set) var faults: [String] = []
  /// Whether the file was parsed. If not, its settings are unknown.
  package private(set) var isReadable = true
  private var values: [String: SettingValue] = [:]

  /// Messages call the file `file`; relative paths begin in `folder`.
  package init(bytes: [UInt8], file: String, folder: String) {
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
      for pair in own { _ = seen.record(pair, &faults) }
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

  /// The valid player settings as a configuration file; nil if there are none.
  package var configuration: String? {
    values.isEmpty ? nil : LayeredConfiguration(values).yaml(hasAll: false)
  }

  /// The settings, for checks that need devices.
  package var settings: Configuration { LayeredConfiguration(values).configuration }

  /// Removes one of the player's settings.
  package func without(_ path: String) -> BootFile {
    var less = self
    less.values[path] = nil
    return less
  }
}

extension SettingValue {
  /// Makes the paths of playlists and zones absolute.
  fileprivate func placed(in folder: String, _ setting: Setting) -> SettingValue {
    func absolute(_ path: String) -> String {
      path.hasPrefix("/") || path.contains(":") ? path : "\(folder)/\(path)"
    }
    switch self {
    case .list(let paths) where setting.path == "playlist": return .list(paths.map(absolute))
    case .text(let path) where setting.path == "zones.data": return .text(absolute(path))
    case .text(let path) where setting.path == "zones.template" && ZoneSettings.isFile(path):
      return .text(absolute(path))
    case .rows(let rows):
      return .rows(
        rows.mapValues { row in
          var row = row
          for key in ["playlist", "play"] { row[key] = row[key].map(absolute) }
          return row
        })
    default: return self
    }
  }
}
