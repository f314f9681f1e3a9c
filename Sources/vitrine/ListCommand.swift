import ArgumentParser
import FoundationEssentials
import VitrineDaemon
import VitrineLinux
import VitrineLists
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings

/// `vitrine list`: checks and shows playlists.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Check playlists, or show what they play.",
    discussion: """
      Lists are M3U, PLS, XSPF and YAML files, and folders.

      Examples:
        vitrine list check menu.m3u week.yaml
        vitrine list show --json /srv/films
      """,
    subcommands: [
      ListCheckCommand.self, ListShowCommand.self, ListReferenceCommand.self,
    ]
  )
}

/// `vitrine list check`: every fault of lists, in a player's words.
struct ListCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check lists and print every fault with its line.",
    discussion: """
      Missing files are reported but are not faults: a player skips them.

      Exit status: 0 if all lists are good, 65 for a fault, 66 if a list cannot be read, 77 without \
      permission.

      Examples:
        vitrine list check menu.m3u
        vitrine list check week.yaml /srv/films
      """
  )

  @Argument(help: "Lists and folders.")
  var files: [String]

  func run() throws {
    let reader = ListReader(ListFilesOnDisk())
    var status = ExitStatus.success
    for file in files {
      do throws(ListFaults) {
        let list = try reader.read(file)
        for row in list.rows where isMissing(row.item, reader.files) {
          print("\(row.place): \(row.item.location): not found, will be skipped")
        }
        print("\(file): good, \(list.rows.count) \(list.rows.count == 1 ? "item" : "items")")
      } catch {
        error.lines.forEach { print($0) }
        if status == .success { status = error.exitStatus }
      }
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func isMissing(_ item: Item, _ files: ListFilesOnDisk) -> Bool {
    guard case .file(let path) = item.source else { return false }
    return files.kind(of: path) == nil
  }
}

/// `vitrine list show`: prints the items of a list.
struct ListShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a list plays, one item per line.",
    discussion: """
      Examples:
        vitrine list show menu.m3u
        vitrine list show --json /srv/films
      """
  )

  @Argument(help: "A list or folder.")
  var file: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let list: ExpandedList
    do throws(ListFaults) {
      list = try ListReader(ListFilesOnDisk()).read(file)
    } catch {
      error.lines.forEach(Log().error)
      throw ExitCode(error.exitStatus.rawValue)
    }
    guard json else { return list.rows.forEach { print($0.text) } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(ListReport(list)), as: UTF8.self))
  }
}

/// `vitrine list reference`: docs/use/playlists.md.
struct ListReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print the reference: formats, keys and limits.",
    discussion: """
      Examples:
        vitrine list reference > playlists.md
      """
  )

  func run() throws { print(ListReference.page, terminator: "") }
}
