import VitrineKit

/// A wall of posters in a museum. Visitors select a film, and a language by its flag or a colour
/// key, which changes texts, titles, sound and subtitles immediately. Everything resets when a
/// visitor leaves.
@main struct Museum {
  static func main() async {
    guard 2...3 ~= CommandLine.arguments.count,
      let degrees = Int(CommandLine.arguments.dropFirst(2).first ?? "0"),
      let rotation = Rotation(rawValue: degrees)
    else { Player.exit(usage: "FOLDER [0|90|180|270]") }
    var screen = Screen.automatic
    screen.rotation = rotation
    let wall = read(CommandLine.arguments[1])
    let player = Player(on: screen, options: options(wall))
    let handling = await handleEvents(of: player, wall)
    await player.runOrExit()
    await handling.value
  }

  static func options(_ wall: Wall) -> PlayerOptions {
    let own = wall.languages[0]
    var interface = Interface()
    (interface.gallery, interface.galleryTitle) = (wall.items(in: own), wall.title(in: own))
    interface.wording = own.wording
    interface.hiddenParts = [.orientationButton]
    (interface.idleTimeout, interface.attractTimeout) = (.seconds(60), .seconds(180))
    var options = PlayerOptions()
    options.interface = interface
    options.audioLanguages = [own.code]
    // The gallery stays open for the next film.
    options.staysOpen = true
    return options
  }

  /// Starts a task that handles events and input until the player ends.
  static func handleEvents(of player: Player, _ wall: Wall) async -> Task<Void, Never> {
    player.claimKeys(["KEY_RED", "KEY_GREEN", "KEY_YELLOW", "KEY_BLUE", "KEY_PROG1"])
    let (events, inputs) = (player.events, player.inputs)
    let guide = Guide(player, wall)
    await guide.showFlags()
    return Task {
      async let followed: Void = guide.follow(events)
      await guide.handle(inputs)
      await followed
    }
  }

  /// Reads the wall; prints an error and exits if it is invalid.
  private static func read(_ folder: String) -> Wall {
    do throws(PlayerError) { return try Wall(in: folder) } catch { error.exit() }
  }
}
