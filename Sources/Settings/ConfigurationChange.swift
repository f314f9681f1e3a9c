package import VitrineGestures
package import VitrineOverlay
internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
package import VitrineSchedules

/// The parts of a changed configuration that a running player can apply, and those that need a
/// restart.
package struct ConfigurationChange: Hashable, Sendable {
  /// For the first player.
  package var commands: [Command] = []
  /// For the players of all connectors.
  package var shared: [Command] = []
  /// The new idle timeout; nil if unchanged.
  package var idle: IdleTime?
  /// The new actions of keys; nil if unchanged.
  package var keys: [String: KeyAction]?
  /// Whether the playlists or the order of their items change.
  package var changesPlaylist = false
  /// The new power schedule; nil if unchanged.
  package var schedule: TimeTable?
  /// The new volume and its schedule; nil if unchanged.
  package var volume: AudioSettings?
  /// Whether the brightness or its schedule changes.
  package var changesBrightness = false
  /// The sections that need a restart.
  package var restartSections: [String] = []

  package init(from old: Configuration, to new: Configuration) {
    compareDisplay(old, new)
    comparePlayback(old.playback, new.playback)
    compareSound(old.audio, new.audio)
    compareSubtitles(old.subtitles, new.subtitles)
    changesPlaylist =
      old.playlist != new.playlist || changesPlaylist
      || old.outputs.compactMapValues(\.playlist) != new.outputs.compactMapValues(\.playlist)
    let others: [(String, Bool)] = [
      ("board", old.board == new.board),
      ("interface", old.interface.withChangeable(of: new.interface) == new.interface),
      ("interface", old.operation == new.operation),
      ("outputs", old.outputsNeedingRestart == new.outputsNeedingRestart),
      ("input", old.input == new.input), ("triggers", old.triggers == new.triggers),
      ("overlays", old.overlays == new.overlays), ("zones", old.zones == new.zones),
      ("service", old.service == new.service), ("control", old.control == new.control),
      ("fleet", old.fleet == new.fleet),
      ("cache", old.cache == new.cache),
      ("content", old.content == new.content),
      ("access", old.access == new.access), ("network", old.network == new.network),
      ("console", old.console == new.console),
    ]
    for (section, isSame) in others where !isSame && !restartSections.contains(section) {
      restartSections.append(section)
    }
    comparePower(old.power, new.power)
    if old.interface.idle != new.interface.idle { idle = new.interface.idle }
    if old.interface.keys != new.interface.keys { keys = new.interface.keys }
  }

  private mutating func compareDisplay(_ configuration: Configuration, _ other: Configuration) {
    let (old, new) = (configuration.display, other.display)
    var rest = old
    if old.fit != new.fit { shared.append(.setFit(new.fit)) }
    rest.fit = new.fit
    changesBrightness =
      old.brightness != new.brightness
      || configuration.outputs.compactMapValues(\.brightness)
        != other.outputs.compactMapValues(\.brightness)
    rest.brightness = new.brightness
    // The sensor is opened at the start.
    rest.brightness.light = old.brightness.light
    // Connectors with their own rotation were set up relative to the old one. The sensor is opened
    // at the start.
    if other.outputs.values.allSatisfy({ $0.rotation == nil }), old.turning != .sensor,
      new.turning != .sensor
    {
      if old.rotation != new.rotation { shared.append(.setRotation(new.rotation)) }
      rest.rotation = new.rotation
    }
    if rest != new { restartSections.append("display") }
  }

  private mutating func comparePlayback(_ old: PlaybackSettings, _ new: PlaybackSettings) {
    if old.rate != new.rate { commands.append(.setRate(new.rate)) }
    if old.quality != new.quality {
      shared.append(.setQuality(VariantPolicy.Preference(word: new.quality) ?? .automatic))
    }
    var rest = old
    (rest.rate, rest.quality) = (new.rate, new.quality)
    // A player reads these when it starts.
    rest.latency = new.latency
    (rest.fallback, rest.fallbackAfter) = (new.fallback, new.fallbackAfter)
    rest.decoder = new.decoder
    var streams = old
    (streams.latency, streams.decoder) = (rest.latency, rest.decoder)
    (streams.fallback, streams.fallbackAfter) = (rest.fallback, rest.fallbackAfter)
    if streams != old { restartSections.append("playback") }
    if rest != new { changesPlaylist = true }
  }

  private mutating func comparePower(_ old: PowerSettings, _ new: PowerSettings) {
    if old.schedule != new.schedule { schedule = new.schedule }
    var rest = old
    rest.schedule = new.schedule
    if rest != new { restartSections.append("power") }
  }

  private mutating func compareSound(_ old: AudioSettings, _ new: AudioSettings) {
    if !old.schedule.isEmpty || !new.schedule.isEmpty {
      if old.volume != new.volume || old.schedule != new.schedule { volume = new }
    } else if old.volume != new.volume {
      shared.append(.setVolume(new.volume))
    }
    var rest = old
    (rest.volume, rest.schedule) = (new.volume, new.schedule)
    if rest != new { restartSections.append("audio") }
  }

  private mutating func compareSubtitles(_ old: SubtitleSettings, _ new: SubtitleSettings) {
    if old.style != new.style { commands.append(.setSubtitleStyle(new.style)) }
    if old.isShown != new.isShown {
      commands.append(.select(.subtitle, new.isShown ? .automatic : .off))
    }
    if old.showsSignLanguage != new.showsSignLanguage {
      commands.append(.setSignLanguage(new.showsSignLanguage))
    }
    var rest = old
    (rest.style, rest.isShown) = (new.style, new.isShown)
    rest.showsSignLanguage = new.showsSignLanguage
    if rest != new { restartSections.append("subtitles") }
  }
}

extension Configuration {
  /// The settings of connectors except for playlists and brightness.
  fileprivate var outputsNeedingRestart: [String: OutputSettings] {
    outputs.compactMapValues { output in
      var output = output
      // Adding or removing a playlist adds or removes a player, which needs a restart.
      output.playlist = output.playlist == nil ? nil : ""
      output.brightness = nil
      return output == OutputSettings() ? nil : output
    }
  }
}

extension InterfaceOptions {
  /// With the options of `other` that a running interface can change.
  fileprivate func withChangeable(of other: InterfaceOptions) -> InterfaceOptions {
    var options = self
    (options.idle, options.keys) = (other.idle, other.keys)
    return options
  }
}
