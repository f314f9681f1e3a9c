import VitrineKit

/// Shows one film on each of two displays of one graphics card. The first has the sound and the controls; the
/// second is only looked at.
@main struct TwoScreens {
  static func main() async {
    let films = CommandLine.arguments.dropFirst().map(Item.init(path:))
    guard films.count == 2 else { Player.exit(usage: "FIRST SECOND") }

    // The kernel lets one program, by one way, drive a card: the two players share it.
    let displays = Displays()
    let there = await connected(of: displays)
    guard there.count >= 2 else {
      PlayerError(.display, "two displays are needed, and there is \(there.first?.id ?? "none")")
        .exit()
    }

    var options = PlayerOptions()
    options.loop = .queue
    let first = Player([films[0]], on: Screen(there[0].id, of: displays), options: options)
    (options.interface, options.sound) = (nil, .off)
    // There is one console, and the first covers it.
    options.coversConsole = false
    let second = Player([films[1]], on: Screen(there[1].id, of: displays), options: options)

    first.claimKeys(["KEY_PROG1"])
    let (events, inputs) = (first.events, first.inputs)
    async let told: Void = tell(events)
    async let obeyed: Void = obey(inputs, first, second)
    let failure = await run(first, second)
    _ = await (told, obeyed)
    failure?.exit()
  }

  /// Where one of them ends, or cannot play, the other ends in order. Why, where that was wrong.
  static func run(_ players: Player...) async -> PlayerError? {
    await withTaskGroup { group in
      for player in players {
        group.addTask { () async -> PlayerError? in
          do throws(PlayerError) { try await player.run() } catch { return error }
          return nil
        }
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return await group.reduce(first) { $0 ?? $1 }
    }
  }

  private static func connected(of displays: Displays) async -> [Displays.Display] {
    do throws(PlayerError) {
      return try await displays.all().filter(\.isConnected)
    } catch {
      error.exit()
    }
  }

  /// Until the first player has ended.
  private static func tell(_ events: AsyncStream<PlayerEvent>) async {
    for await event in events {
      switch event {
      case .displayLit(let light): print("lit: \(light.connector), \(light.width)x\(light.height)")
      case .displayDark(let why): print("dark: \(why)")
      case .soundOpened(let device): print("sound: \(device)")
      default: break
      }
    }
  }

  private static func obey(_ inputs: AsyncStream<Input>, _ first: Player, _ second: Player) async {
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
      print("not saved: \(error)")
    }
  }
}
