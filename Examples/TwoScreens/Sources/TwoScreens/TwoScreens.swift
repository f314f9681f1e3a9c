import VitrineKit

/// Plays a film on each of two displays of a graphics card. The first has the sound and the
/// controls.
@main struct TwoScreens {
  static func main() async {
    let films = CommandLine.arguments.dropFirst().map(Item.init(path:))
    guard films.count == 2 else { Player.exit(usage: "FIRST SECOND") }

    // Only one open device can drive a card, so the players share it.
    let displays = Displays()
    let connected = await connectedDisplays(of: displays)
    guard connected.count >= 2 else {
      let found = connected.first.map { "only \($0.id)" } ?? "none"
      PlayerError(.display, "two connected displays are required; found \(found)").exit()
    }

    let screens = connected.map { Screen($0.id, of: displays) }
    let first = Player([films[0]], on: screens[0], options: options(isFirst: true))
    let second = Player([films[1]], on: screens[1], options: options(isFirst: false))
    first.claimKeys(["KEY_PROG1"])
    let inputs = first.inputs
    async let handled: Void = handle(inputs, first, second)
    let failure = await run(first, second)
    await handled
    failure?.exit()
  }

  static func options(isFirst: Bool) -> PlayerOptions {
    var options = PlayerOptions()
    options.loop = .queue
    // The first player also covers the console, since there is only one.
    if !isFirst { (options.interface, options.sound, options.hidesConsole) = (nil, .off, false) }
    return options
  }

  /// Runs the players until one of them ends, then closes the others. Returns the first error.
  static func run(_ players: Player...) async -> PlayerError? {
    await withTaskGroup { group in
      for player in players { group.addTask { await run(player) } }
      let first = await group.next() ?? nil
      group.cancelAll()
      return await group.reduce(first) { $0 ?? $1 }
    }
  }

  private static func run(_ player: Player) async -> PlayerError? {
    let events = player.events
    async let reported = report(events, player)
    do throws(PlayerError) { try await player.run() } catch { return error }
    return await reported
  }

  private static func connectedDisplays(of displays: Displays) async -> [Displays.Display] {
    do throws(PlayerError) {
      return try await displays.all().filter(\.isConnected)
    } catch {
      error.exit()
    }
  }

  /// Prints events until the player ends. A looping player retries a film that cannot be played;
  /// this one ends instead and returns the error.
  private static func report(
    _ events: AsyncStream<PlayerEvent>, _ player: Player
  ) async -> PlayerError? {
    var failure: PlayerError?
    for await event in events {
      switch event {
      case .displayOn(let display):
        print("display on: \(display.connector), \(display.width)x\(display.height)")
      case .displayOff(let reason): print("display off: \(reason)")
      case .soundOpened(let device): print("sound: \(device)")
      case .failed(let film, let error):
        failure = PlayerError(error.category, "\(film.displayTitle): \(error)")
      case .nothingPlayable: player.close()
      default: break
      }
    }
    return failure
  }

  private static func handle(_ inputs: AsyncStream<Input>, _ first: Player, _ second: Player) async
  {
    for await input in inputs where input.pressedKey == "KEY_PROG1" {
      await savePictures(of: first, second)
    }
  }

  private static func savePictures(of first: Player, _ second: Player) async {
    do throws(PlayerError) {
      for (name, player) in [("First.png", first), ("Second.png", second)] {
        let picture = try await player.screenshot()
        try await picture.write(to: name, width: 640)
        print("saved: \(name)\(picture.isFromHardware ? "" : ", composed")")
      }
    } catch {
      print("cannot save a screenshot: \(error)")
    }
  }
}
