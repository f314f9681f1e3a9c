import Glibc
import VitrineLinux
import VitrinePlayback
public import VitrineSettings

extension BoardFacts {
  /// What the kernel tells of this machine.
  public static func ofThisMachine() -> BoardFacts {
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

  /// Nothing where there is no such file: most machines have only some of them.
  private static func content(of path: String) -> [UInt8] {
    guard let file = try? FileDescriptor(reading: path) else { return [] }
    return (try? file.bytes(at: 0, count: 64 * 1024)) ?? []
  }
}

/// Where files of boards are.
enum BoardFolders {
  /// A site's own.
  static let site = "/etc/vitrine/boards"

  /// Those that came with the program: beside where it is installed, else in the source tree
  /// that it was built in. Nil where there are none.
  static func shipped() -> String? {
    let program = path(ofLink: "/proc/self/exe")
    let parts = program.split(separator: "/").dropLast()
    func ancestor(_ count: Int) -> String {
      parts.dropLast(count).reduce("") { "\($0)/\($1)" }
    }
    var candidates = ["\(ancestor(1))/share/vitrine/board-configs"]
    if let build = parts.lastIndex(of: ".build") {
      candidates.append(parts[..<build].reduce("") { "\($0)/\($1)" } + "/board-configs")
    }
    candidates.append("/usr/share/vitrine/board-configs")
    return candidates.first { (try? FileStatus(of: $0))?.isFolder ?? false }
  }

  private static func path(ofLink link: String) -> String {
    Folder(link).resolvedPath ?? ""
  }
}

/// What is known of this board. Where its description is broken, which `warn` is told, what it does not say
/// is found out by trying.
public func knownBoard(_ settings: Configuration, warn: (String) -> Void) -> Board? {
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

/// The boards of a folder, and the site's own, which count instead of those of the same name.
public func readBoards(_ folder: String?) throws(ConfigurationError) -> [Board] {
  var (boards, lines): ([Board], [String]) = ([], [])
  let shipped = folder ?? BoardFolders.shipped()
  for (place, isSite) in [(shipped, false), (BoardFolders.site, true)] {
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
