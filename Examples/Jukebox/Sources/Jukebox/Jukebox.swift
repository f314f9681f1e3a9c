import VitrineKit
import VitrineRemoteControl
import VitrineWebRemote

/// Plays songs in a loop with their covers on the display. A remote, other programs and phones
/// control it, and events are printed.
@main struct Jukebox {
  static func main() async {
    guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
      Player.exit(usage: "[--socket PATH] [--http PORT] SONG…")
    }
    let player = Player(arguments.songs, options: options)
    let server = serve(player, arguments)
    let handling = handleEvents(of: player)
    await player.runOrExit()
    // All sequences end with the player.
    await handling.value
    server.close()
  }

  /// Opens the endpoints; prints an error and exits if one cannot be opened.
  private static func serve(_ player: Player, _ arguments: Arguments) -> RemoteServer {
    var endpoints: [RemoteEndpoint] = [.systemd]
    if let path = arguments.socket { endpoints.append(.socket(path)) }
    if let port = arguments.port { endpoints.append(.http(port: port)) }
    do throws(PlayerError) {
      let server = try player.serve(endpoints)
      for address in server.webAddresses { print("remote: \(address)") }
      return server
    } catch {
      error.exit()
    }
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
