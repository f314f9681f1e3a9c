import ArgumentParser
import Engine
import Linux
import Pictures
import Playback
import Playlists

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
  private(set) var players: [Player] = []
  private var threads: [NamedThread] = []

  /// Starts them, by connector, on the device that `watch` watches.
  init(
    _ outputs: [(connector: String, PlayerConfiguration)], _ watch: ConnectorWatch, _ log: Log
  ) throws(Errno) {
    for (connector, configuration) in outputs {
      let player = Player(configuration, watch: watch) { log.note($0, of: connector) }
      players.append(player)
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
  /// How it is played: on the device and in the way of the first output.
  func configuration(
    like request: DisplayRequest, _ arrangement: Arrangement
  ) -> PlayerConfiguration {
    var wanted = request
    (wanted.connector, wanted.avoided, wanted.mirrors) = (connector, [], [])
    var configuration = PlayerConfiguration(
      queue: Queue(items, loop: .queue), display: .screen(wanted))
    configuration.sound = .none
    (configuration.fit, configuration.rotation) = (arrangement.fit, arrangement.rotation)
    return configuration
  }
}
