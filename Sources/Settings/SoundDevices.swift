internal import VitrinePlaylists

extension Configuration {
  /// The sound device of a connector's player; nil is the main player. Returns nil for a silent one.
  package func soundDevice(at connector: String?) -> String? {
    guard let connector else {
      return display.connector.flatMap { outputs[$0]?.audio } ?? audio.device
    }
    return outputs[connector]?.audio
  }

  /// The delay of the sound of a connector's player; nil is the main player.
  package func soundDelay(at connector: String?) -> Duration {
    (connector ?? display.connector).flatMap { outputs[$0]?.audioDelay } ?? audio.delay
  }

  /// The connectors whose own playlists have sound.
  private var soundConnectors: [String] {
    outputs.filter { $0.value.playlist != nil && !["none", nil].contains($0.value.audio) }
      .keys.filter { $0 != display.connector }.sorted()
  }

  /// Whether a player other than the main one has sound.
  package var hasSoundElsewhere: Bool { !soundConnectors.isEmpty }

  /// The keys of devices that another player uses, with messages: hardware plays for one player
  /// only. Names of other devices, such as `dmix:…`, may be used by several.
  var soundConflicts: [(path: String, cause: String)] {
    var users: [SoundHardware: String] = [:]
    var conflicts: [(path: String, cause: String)] = []
    let places =
      [(nil, "audio.device")] + soundConnectors.map { (Optional($0), "outputs.\($0).audio") }
    for (connector, path) in places {
      guard let name = soundDevice(at: connector), let device = SoundHardware(name) else {
        continue
      }
      guard let user = users.updateValue(path, forKey: device) else { continue }
      conflicts.append(
        (
          path,
          "\(quoted(name)) is also the device of \(user), and hardware plays for one output only: choose another "
            + "device, or one that mixes, such as dmix:CARD=\(device.card)"
        ))
    }
    return conflicts
  }
}

/// The hardware behind ALSA's name of a device.
private struct SoundHardware: Hashable {
  let card: String
  /// The kinds that count the devices of a card in the same way.
  let kind: String
  let device: String

  /// Nil for names of other devices.
  init?(_ name: String) {
    let parts = name.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, ["hw", "plughw", "hdmi", "iec958"].contains(parts[0]) else {
      return nil
    }
    kind = parts[0] == "plughw" ? "hw" : String(parts[0])
    var (card, device) = ("", "0")
    for (place, argument) in parts[1].split(separator: ",").enumerated() {
      let words = argument.split(separator: "=", maxSplits: 1)
      let value = String(words.last ?? "")
      switch words.count == 2 ? words[0] : place == 0 ? "CARD" : place == 1 ? "DEV" : "" {
      case "CARD": card = value
      case "DEV": device = value
      default: break
      }
    }
    (self.card, self.device) = (card, device)
  }
}
