import Glibc
import VitrineLinux
import VitrinePlayback
package import VitrineSettings

extension BoardFacts {
  /// Reads this machine's identification from the kernel.
  package static func ofThisMachine() -> BoardFacts {
    var facts = BoardFacts()
    facts.read(compatible: content(of: "/proc/device-tree/compatible"))
    for field in FirmwareField.allCases {
      let bytes = content(of: "/sys/class/dmi/id/\(field.fileName)")
      let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      if !text.isEmpty { facts.firmware[field] = text }
    }
    facts.read(processors: content(of: "/proc/cpuinfo"))
    return facts
  }

  /// Returns nothing for a missing file; most machines have only some of them.
  private static func content(of path: String) -> [UInt8] {
    guard let file = try? FileDescriptor(reading: path) else { return [] }
    return (try? file.bytes(most: 64 * 1024)) ?? []
  }
}

/// The site's own board files.
private let siteBoards = "/etc/vitrine/boards"

/// The folders of shipped files: board files and templates.
package enum ShippedFolder: String {
  case boards = "board-configs"
  case templates

  /// In the prefix of the installed program, or in the source tree that it was built in. Nil if there is none.
  package var path: String? {
    let program = Folder("/proc/self/exe").resolvedPath ?? ""
    let parts = program.split(separator: "/").dropLast()
    func ancestor(_ count: Int) -> String {
      parts.dropLast(count).reduce("") { "\($0)/\($1)" }
    }
    var candidates = ["\(ancestor(2))/share/vitrine/\(rawValue)"]
    if let build = parts.lastIndex(of: ".build") {
      candidates.append(parts[..<build].reduce("") { "\($0)/\($1)" } + "/\(rawValue)")
    }
    candidates.append("/usr/share/vitrine/\(rawValue)")
    return candidates.first { (try? FileStatus(of: $0))?.isFolder ?? false }
  }

  /// The path of a shipped file by its name, without extension.
  package func path(of name: String) -> String? { path.map { "\($0)/\(name).yaml" } }
}

extension ZoneSettings {
  /// The path of the editor's copy of a shipped template, in a state folder; nil for a template of the operator's.
  package func editedPath(in state: String?) -> String? {
    guard let template, !Self.isFile(template) else { return nil }
    return state.map { "\($0)/templates/\(template).yaml" }
  }

  /// The path of the template: its own, or that of a shipped one.
  package var templatePath: String? {
    template.map { Self.path(ofTemplate: $0) }
  }

  /// The path of a template: its own, or that of a shipped one.
  package static func path(ofTemplate name: String) -> String {
    isFile(name) ? name : ShippedFolder.templates.path(of: name) ?? name
  }
}

/// Returns the board. If its file is invalid, calls `warn` and returns nil, so that the player
/// probes the hardware instead.
package func knownBoard(_ settings: Configuration, warn: (String) -> Void) -> Board? {
  do throws(ConfigurationError) {
    let boards = try readBoards(nil)
    let named = settings.board.flatMap { BoardChoice(named: $0, among: boards, saidBy: "board") }
    let choice = named ?? BoardChoice(of: .ofThisMachine(), among: boards)
    return choice?.board
  } catch {
    for line in error.lines { warn(line) }
    return nil
  }
}

/// Reads the boards of a folder and the site's own, which replace those with the same name.
package func readBoards(_ folder: String?) throws(ConfigurationError) -> [Board] {
  var (boards, lines): ([Board], [String]) = ([], [])
  let shipped = folder ?? ShippedFolder.boards.path
  for (place, isSite) in [(shipped, false), (siteBoards, true)] {
    guard let place else { continue }
    for path in try yamlFiles(in: place) {
      let bytes = try readFile(path)
      do throws(ConfigurationFaults) {
        boards.append(try Board(bytes: bytes, file: path, isSite: isSite))
      } catch {
        lines += error.lines
      }
    }
  }
  guard lines.isEmpty else {
    throw ConfigurationError(lines: lines, exitStatus: .configuration)
  }
  let own = Set(boards.filter(\.isSite).map(\.name))
  return boards.filter { $0.isSite || !own.contains($0.name) }
}
