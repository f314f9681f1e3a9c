import VitrineKit

/// Plays songs in a loop with their covers on the display. A remote controls it, and events are
/// printed.
@main struct Jukebox {
  static func main() async {
    let songs = CommandLine.arguments.dropFirst().map(Item.init(path:))
    guard !songs.isEmpty else { Player.exit(usage: "SONG…") }

    let player = Player(songs, options: options)
    let handling = handleEvents(of: player)
    await player.runOrExit()
    // All sequences end with the player.
    await handling.value
  }

  static var options: PlayerOptions {
    var interface = Interface()
    // The other keys keep their usual functions, such as OK for pause.
    interface.keyBindings = [
      "KEY_RED": "previous", "KEY_GREEN": "play-pause", "KEY_YELLOW": "next",
    ]
    interface.theme.accent = Color(0xFFB000)
    var options = PlayerOptions()
    (options.interface, options.loop) = (interface, .queue)
    return options
  }

  /// Starts a task that handles events and keys until the player ends.
  static func handleEvents(of player: Player) -> Task<Void, Never> {
    // Only this program handles these two keys.
    player.claimKeys(["KEY_BLUE", "KEY_PROG1"])
    let (events, inputs, statuses) = (player.events, player.inputs, player.statuses)
    return Task {
      async let reported: Void = report(events)
      async let handled: Void = handle(inputs, player)
      await follow(statuses)
      _ = await (reported, handled)
    }
  }

  /// Prints the player's events.
  private static func report(_ events: AsyncStream<PlayerEvent>) async {
    var titles: [Item: String] = [:]
    for await event in events {
      switch event {
      // The player opens the next song while this one plays.
      case .opened(let song, let info): titles[song] = info.title
      case .playing(let song): print("playing: \(titles[song] ?? song.displayTitle)")
      case .failed(let song, let error): print("failed: \(song.displayTitle): \(error)")
      case .soundOpened(let device): print("sound: \(device)")
      case .soundUnavailable(let reason): print("no sound: \(reason)")
      case .warning(let message): print("warning: \(message)")
      case .inputAdded(let device): print("remote: \(device)")
      default: break
      }
    }
  }

  /// Handles the program's own keys.
  private static func handle(_ inputs: AsyncStream<Input>, _ player: Player) async {
    for await input in inputs {
      switch input.pressedKey {
      case "KEY_BLUE":
        player.setShuffled(!player.queue.isShuffled)
        await player.waitUntilApplied()
        print("shuffled: \(player.queue.isShuffled)")
      case "KEY_PROG1": await savePicture(of: player)
      default: break
      }
    }
  }

  /// Prints changes of pause and volume.
  private static func follow(_ statuses: AsyncStream<PlayerStatus>) async {
    var before = ""
    for await status in statuses where status.phase == .playing {
      let volume = status.isMuted ? "muted" : "volume \(Int((status.volume * 100).rounded()))"
      let now = "\(status.isPaused ? "paused" : "playing"), \(volume)"
      if now != before { print("status: \(now)") }
      before = now
    }
  }

  private static func savePicture(of player: Player) async {
    do throws(PlayerError) {
      let picture = try await player.screenshot()
      try await picture.write(to: "Jukebox.png", width: 640)
      print("saved: Jukebox.png\(picture.isFromHardware ? "" : ", composed")")
    } catch {
      print("cannot save a screenshot: \(error)")
    }
  }
}
