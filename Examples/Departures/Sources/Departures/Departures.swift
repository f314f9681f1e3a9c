import FoundationEssentials
import VitrineKit

/// A departure board over a looping film. Reads the departures from a file that may change at any
/// time.
@main struct Departures {
  static func main() async {
    guard CommandLine.arguments.count == 3 else { Player.exit(usage: "FILE FILM") }
    let file = CommandLine.arguments[1]
    let player = Player([Item(path: CommandLine.arguments[2])], options: options)
    player.claimKeys(["KEY_PROG1"])
    let inputs = player.inputs
    async let saved: Void = savePictures(inputs, of: player)
    let board = Task { await follow(file, player, by: ContinuousClock()) }
    defer { board.cancel() }
    await player.runOrExit()
    await saved
  }

  static var options: PlayerOptions {
    var options = PlayerOptions()
    (options.interface, options.loop, options.fit) = (nil, .queue, .cover)
    return options
  }

  private static func savePictures(_ inputs: AsyncStream<Input>, of player: Player) async {
    for await input in inputs where input.pressedKey == "KEY_PROG1" {
      do throws(PlayerError) {
        let picture = try await player.screenshot()
        try await picture.write(to: "Departures.png", width: 640)
        print("saved: Departures.png\(picture.isFromHardware ? "" : ", composed")")
      } catch {
        print("cannot save a screenshot: \(error)")
      }
    }
  }

  /// Checks the file every second and redraws the board when it has changed.
  static func follow(
    _ file: String, _ player: Player, by clock: some Clock<Duration>
  ) async {
    var before: String?
    while !Task.isCancelled {
      // Keeps the board while the file is being replaced.
      if let text = try? String(contentsOfFile: file, encoding: .utf8), text != before {
        before = text
        let board = Board(text)
        player.draw { canvas in board.draw(on: &canvas) }
        print("departures: \(board.rows.count)")
      }
      try? await Task.sleep(for: .seconds(1), clock: clock)
    }
  }
}
