package import VitrineEngine
package import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
package import VitrineScanout

/// The players of other outputs. Each repeats its own files on its own thread; a
/// failure does not affect the others.
package struct OtherPlayers {
  struct Output {
    let connector: String
    let player: Player
  }

  private(set) var outputs: [Output] = []
  private var threads: [NamedThread] = []

  package var players: [Player] { outputs.map(\.player) }

  /// Starts a player for each connector in `wanted`, on the device that `watch` watches.
  package init(
    _ wanted: [(connector: String, PlayerConfiguration)], _ watch: ConnectorWatch, _ log: Log,
    onEvent: @escaping @Sendable (PlayerEvent, String) -> Void = { _, _ in }
  ) throws(Errno) {
    for (connector, configuration) in wanted {
      let player = Player(configuration, watch: watch) { event in
        log.write(event, of: connector)
        onEvent(event, connector)
      }
      outputs.append(Output(connector: connector, player: player))
      threads.append(
        try NamedThread(connector) {
          do throws(PlaybackError) {
            let outcome = try player.run()
            if let error = outcome.error { log.writeFailure(error.message, of: connector) }
          } catch {
            log.writeFailure(error.message, of: connector)
          }
        })
    }
  }

  /// Ends all players and waits for them.
  package func close() {
    for player in players { player.quit() }
    for thread in threads { thread.join() }
  }
}
