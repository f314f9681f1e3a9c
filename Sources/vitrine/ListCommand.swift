import ArgumentParser
import FoundationEssentials
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings

/// `vitrine list`: whether lists are good, and what is in them.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Check lists (M3U, PLS, XSPF, YAML, folders), or show what they play.",
    subcommands: [
      ListCheckCommand.self, ListShowCommand.self, ListReferenceCommand.self,
    ]
  )
}

/// `vitrine list check`: every fault of lists, as a player would tell it.
struct ListCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say whether lists are good; every fault with its line, and status 65.",
    discussion: """
      Files that are not there are told, and no fault: a player skips them. Status 66 where a list \
      cannot be read, 77 where it may not be.
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
          print("\(row.place): \(row.item.location) is not there, and would be skipped")
        }
        print("\(file): good, \(list.rows.count) to play")
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

/// `vitrine list show`: what would be played.
struct ListShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a list plays, an item a line."
  )

  @Argument(help: "A list or a folder.")
  var file: String

  @Flag(help: "Print JSON for other programs.")
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
    abstract: "Print the page of reference: formats, keys and limits."
  )

  func run() throws { print(ListReference.page, terminator: "") }
}
