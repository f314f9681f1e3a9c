import ArgumentParser
import Daemon
import Engine
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
