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
  private static func isUnit(_ name: String, of unit: String) -> Bool {
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
  /// The faults of `file`, and whether `lists` exist.
  init(_ file: String?, trouble: ConfigurationError?, lists: [String]) {
    self.init()
    self.file = file
    faults = trouble?.lines ?? []
    isUnreadable = trouble.map { $0.exitStatus != .configuration } ?? false
    self.lists = lists.map { written in
      // Remote lists are not checked here, and their secrets not shown.
      guard let item = Item(source: written), case .file(let path) = item.source else {
        return List(Item(source: written)?.name ?? "an invalid address")
      }
      do throws(Errno) {
        _ = try FileDescriptor(reading: path)
        return List(path)
      } catch {
        return List(path, trouble: "\(error)")
      }
    }
  }
}
