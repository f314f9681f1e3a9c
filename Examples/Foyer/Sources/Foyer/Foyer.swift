import VitrineKit
import VitrineProgramme
import VitrineRemoteControl

/// Plays a list with its schedule, and follows its changes. systemd supervises the program.
@main struct Foyer {
  static func main() async {
    guard CommandLine.arguments.count == 2 else { Player.exit(usage: "LIST") }
    do throws(PlayerError) {
      let player = try Player(list: CommandLine.arguments[1], options: options)
      let server = try player.serve(.systemd)
      let reporting = Task { [events = player.events] in await report(events) }
      try await player.run()
      server.close()
      await reporting.value
    } catch {
      error.exit()
    }
  }

  static var options: PlayerOptions {
    var options = PlayerOptions()
    // The display is unattended.
    options.interface = nil
    return options
  }

  /// Prints what plays, and the errors of the list.
  private static func report(_ events: AsyncStream<PlayerEvent>) async {
    for await event in events {
      switch event {
      case .playing(let item): print("playing: \(item.displayTitle)")
      case .failed(let item, let error): print("failed: \(item.displayTitle): \(error)")
      case .warning(let message): print("warning: \(message)")
      default: break
      }
    }
  }
}
