import VitrineKit

/// A wall of posters in a museum: visitors choose a film, and one of its languages by the colour keys. Words,
/// titles, sound and subtitles change at once; when a visitor has gone all is as it was.
@main struct Museum {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { return print("usage: Museum FOLDER") }
    let wall = try Wall(in: CommandLine.arguments[1])
    let keys = zip(["KEY_RED", "KEY_GREEN", "KEY_YELLOW", "KEY_BLUE"], wall.languages)

    var interface = Interface()
    interface.list = wall.items(in: wall.languages[0])
    interface.listTitle = wall.title(in: wall.languages[0])
    interface.wording = wall.languages[0].wording
    interface.programKeys = Set(keys.map(\.0) + ["KEY_PROG1"])
    interface.hidden = [.orientationButton]
    (interface.idleAfter, interface.attractAfter) = (.seconds(60), .seconds(180))
    var options = PlayerOptions()
    options.interface = interface
    options.audioLanguages = [wall.languages[0].code]
    // The list is there for what is asked for next.
    options.staysOpen = true

    let player = Player(options: options)
    let events = player.events
    async let guided: Void = guide(player, events, wall, Dictionary(uniqueKeysWithValues: keys))
    try await player.run()
    await guided
  }

  private static func guide(
    _ player: Player, _ events: AsyncStream<PlayerEvent>, _ wall: Wall, _ keys: [String: Language]
  ) async {
    for await event in events {
      switch event {
      case .key(let key):
        if let language = keys[key] {
          speak(language, player, wall)
        } else {
          await savePicture(of: player)
        }
      case .visitorLeft: speak(wall.languages[0], player, wall)
      case .playing(let film): print("playing: \(film.shownTitle)")
      case .failed(let film, let error): print("failed: \(film.shownTitle): \(error)")
      default: break
      }
    }
  }

  private static func speak(_ language: Language, _ player: Player, _ wall: Wall) {
    player.setWording(language.wording)
    player.setList(wall.items(in: language), title: wall.title(in: language))
    // What plays changes, too, and what is chosen after it.
    player.select(.audio, .language(language.code))
    player.select(.subtitle, .language(language.code))
    print("language: \(language.code)")
  }

  private static func savePicture(of player: Player) async {
    do throws(PlayerError) {
      try await player.screenshot().write(to: "Museum.png", width: 640)
      print("saved: Museum.png")
    } catch {
      print("not saved: \(error)")
    }
  }
}
