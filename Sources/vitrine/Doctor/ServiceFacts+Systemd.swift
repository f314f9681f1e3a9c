import FoundationEssentials
import Glibc
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrinePlaylists

extension ServiceFacts {
  /// Reads systemd's files instead of asking the manager, which may not answer.
  static func now() -> ServiceFacts {
    var facts = ServiceFacts()
    facts.hasManager = fileExists("/run/systemd/system")
    let folders = [
      "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
      "/usr/lib/systemd/system", "/lib/systemd/system",
    ]
    if let file = folders.map({ "\($0)/\(name)" }).first(where: fileExists) {
      facts.isMasked = isMasked(file)
      facts.unit = UnitFile(([file] + dropIns(folders)).compactMap(smallText))
    }
    facts.isEnabled = paths(in: folders[0]).contains { folder in
      (folder.hasSuffix(".wants") || folder.hasSuffix(".requires"))
        && directoryEntries(folder).contains { isUnit($0, of: "vitrine") }
    }
    facts.isRunning = isRunning("vitrine")
    facts.isSafe = isRunning("vitrine-safe")
    return facts
  }

  private static let name = "vitrine.service"

  /// Sorted by name; for equal names, the first folder wins.
  private static func dropIns(_ folders: [String]) -> [String] {
    var found: [String: String] = [:]
    for folder in folders.reversed() {
      for file in directoryEntries("\(folder)/\(name).d") where file.hasSuffix(".conf") {
        found[file] = "\(folder)/\(name).d/\(file)"
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The unit itself, or an instance of its template.
  fileprivate static func isUnit(_ name: String, of unit: String) -> Bool {
    name == "\(unit).service" || (name.hasPrefix("\(unit)@") && name.hasSuffix(".service"))
  }

  private static func isRunning(_ unit: String) -> Bool {
    // Instances have their own slice, with the dash escaped in its name.
    let slice = "system-\(unit.replacing("-", with: "\\x2d")).slice"
    return ["/sys/fs/cgroup", "/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified"]
      .flatMap { ["\($0)/system.slice", "\($0)/system.slice/\(slice)"] }
      .flatMap { folder in
        directoryEntries(folder).filter { isUnit($0, of: unit) }.map { "\(folder)/\($0)" }
      }
      .contains { smallText("\($0)/cgroup.procs")?.isEmpty == false }
  }

  /// A masked unit is a link to /dev/null.
  private static func isMasked(_ path: String) -> Bool {
    Folder(path).resolvedPath == "/dev/null"
  }
}

extension ConfigurationFacts {
  /// The faults of `file`.
  init(_ file: String?, trouble: ConfigurationError?) {
    self.init()
    self.file = file
    faults = trouble?.lines ?? []
    isUnreadable = trouble.map { $0.exitStatus != .configuration } ?? false
  }
}

extension ServiceFacts.History {
  /// Systemd's message for the result of a unit that failed.
  private static let failure = "d9b373ed55a64feb8242e02dbe79a49c"
  /// Systemd's message for a unit that was started.
  private static let start = "39f53479d3a045ac8e11786248231fbf"

  /// Reads the journal, as far as this user may. Empty without one.
  static func now() -> Self {
    var history = Self()
    for fields in entries(failure, of: "vitrine", field: "UNIT_RESULT") {
      guard let result = fields else { continue }
      history.failures[result, default: 0] += 1
    }
    history.safeModes = entries(start, of: "vitrine-safe", field: "UNIT").count
    return history
  }

  /// The values of a field in the journal's latest messages about a unit or instances of its template.
  private static func entries(_ message: String, of unit: String, field: String) -> [String?] {
    var command = TimedCommand([
      "journalctl", "--quiet", "--since=-7days", "--lines=1000", "--output=json",
      "--output-fields=UNIT,\(field)", "MESSAGE_ID=\(message)",
    ])
    (command.hasMessages, command.kept, command.timeout) = (false, .newest, .seconds(2))
    // Without a journal there is no history.
    guard command.isInstalled, let output = try? command.run() else { return [] }
    return output.bytes.split(separator: 10).compactMap { line in
      let entry = try? JSONDecoder().decode([String: String].self, from: Data(line))
      guard let entry, let name = entry["UNIT"], ServiceFacts.isUnit(name, of: unit) else {
        return nil
      }
      return .some(entry[field])
    }
  }
}
