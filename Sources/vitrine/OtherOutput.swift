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

  /// Starts them on the device that `watch` watches. `request` and
  /// `arrangement` are those of the first output.
  init(
    _ outputs: [OtherOutput], like request: DisplayRequest, _ arrangement: Arrangement,
    _ watch: ConnectorWatch, _ log: Log
  ) throws(Errno) {
    for output in outputs {
      var wanted = request
      (wanted.connector, wanted.avoided, wanted.mirrors) = (output.connector, [], [])
      var configuration = PlayerConfiguration(
        queue: Queue(output.items, loop: .queue), display: .screen(wanted))
      configuration.sound = .none
      (configuration.fit, configuration.rotation) = (arrangement.fit, arrangement.rotation)
      let player = Player(configuration, watch: watch) { log.note($0, of: output.connector) }
      players.append(player)
      threads.append(
        try NamedThread(output.connector) {
          do throws(PlaybackError) {
            let outcome = try player.run()
            if let error = outcome.error { log.error("\(output.connector): \(error.message)") }
          } catch {
            log.error("\(output.connector): \(error.message)")
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
