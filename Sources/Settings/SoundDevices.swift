internal import VitrinePlayback
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
    var users: [(path: String, device: String)] = []
    var conflicts: [(path: String, cause: String)] = []
    let players =
      [(nil, "audio.device")] + soundConnectors.map { (Optional($0), "outputs.\($0).audio") }
    let places =
      players.map { (soundDevice(at: $0.0), $0.1) }
      + audio.companions.map { (Optional($0.device), "audio.also") }
    for (name, path) in places {
      guard let name else { continue }
      let causes = users.compactMap { user in
        SoundHardware.conflict(name, usedBy: user.path, as: user.device)
      }
      if let cause = causes.first { conflicts.append((path, cause)) }
      users.append((path, name))
    }
    return conflicts
  }
}
