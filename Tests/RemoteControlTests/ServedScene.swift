import Testing
import VitrineControl
import VitrineFakes
import VitrineKit
import VitrineLinux
import VitrineRemoteControl

/// A program with a player on a display in memory, and a folder for its sockets.
final class ServedScene {
  private let files: TestFolder
  let player: Player

  init(_ items: [Item] = [.color(0x3060C0, for: .seconds(600)), .color(0, for: .seconds(600))])
    throws
  {
    files = try TestFolder("served")
    player = Self.player(items)
  }

  static func player(_ items: [Item]) -> Player {
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
    return Player(items, on: .headless(width: 160, height: 90), options: options)
  }

  func path(of name: String) -> String { files.folder.path(of: name) }

  /// The names of the folder's sockets, without their lock files.
  var sockets: [String] { files.folder.names.filter { !$0.hasPrefix(".") }.sorted() }

  /// Waits until the player plays.
  func begin() async {
    for await status in player.statuses where status.phase == .playing { break }
  }

  /// Sends a request on its own connection. Not async, because a client belongs to one thread.
  @discardableResult
  func ask(_ name: String, _ words: String...) throws -> JSONValue? {
    var client = try ControlClient(path: path(of: name))
    return try client.request(words).data
  }
}
