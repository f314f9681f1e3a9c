import ArgumentParser
import Engine
import Linux
import Pictures
import Playback
import Playlists
import Scanout

/// Another connector and what it plays, as `--also` spells it: `HDMI-A-2=menu.mp4,offers.mp4`.
struct OtherOutput: ExpressibleByArgument {
  let connector: String
  var items: [Item]

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    connector = String(parts[0])
    items = parts[1].split(separator: ",").compactMap { Item(argument: String($0)) }
    guard !items.isEmpty else { return nil }
  }
}

/// The players of other outputs: each plays its own files round and round, without sound, on a
/// thread of its own. One that fails leaves the others alone.
struct OtherPlayers {
  struct Output {
    let connector: String
    let player: Player
    let captures: CaptureOrders
  }

  private(set) var outputs: [Output] = []
  private var threads: [NamedThread] = []

  var players: [Player] { outputs.map(\.player) }

  /// Starts them, by connector, on the device that `watch` watches.
  init(
    _ wanted: [(connector: String, PlayerConfiguration)], _ watch: ConnectorWatch, _ log: Log
  ) throws(Errno) {
    for (connector, configuration) in wanted {
      let captures = try CaptureOrders()
      let player = Player(configuration, watch: watch) { event in
        log.note(event, of: connector)
        captures.note(event)
      }
      outputs.append(Output(connector: connector, player: player, captures: captures))
      threads.append(
        try NamedThread(connector) {
          do throws(PlaybackError) {
            let outcome = try player.run()
            if let error = outcome.error { log.error("\(connector): \(error.message)") }
          } catch {
            log.error("\(connector): \(error.message)")
          }
        })
    }
  }

  /// Ends them all and waits.
  func close() {
    for player in players { player.quit() }
    for thread in threads { thread.join() }
  }
}

extension OtherOutput {
  /// How it is played: on the device and in the way of the first output. One that is controlled
  /// stays when its queue is cleared.
  func configuration(
    like request: DisplayRequest, _ arrangement: Arrangement, isControlled: Bool
  ) -> PlayerConfiguration {
    var wanted = request
    (wanted.connector, wanted.avoided, wanted.mirrors) = (connector, [], [])
    var configuration = PlayerConfiguration(
      queue: Queue(items, loop: .queue), display: .screen(wanted))
    configuration.sound = .none
    configuration.staysOpen = isControlled
    (configuration.fit, configuration.rotation) = (arrangement.fit, arrangement.rotation)
    return configuration
  }
}
