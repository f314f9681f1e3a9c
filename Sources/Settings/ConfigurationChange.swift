public import VitrineOverlay
internal import VitrinePictures
public import VitrinePlayback
internal import VitrinePlaylists
public import VitrineSchedules

/// What a running player can do about a configuration that was changed, and what has to wait for
/// its next start.
public struct ConfigurationChange: Hashable, Sendable {
  /// For the player that people see first.
  public var commands: [Command] = []
  /// For the players of all connectors.
  public var shared: [Command] = []
  /// After how long without use all goes back from now on; nil where that is as it was.
  public var idle: IdleTime?
  /// Whether other lists are to be played, or the same ones otherwise.
  public var hasOtherPlaylist = false
  /// By which the displays are turned on and off from now on; nil where that is as it was.
  public var schedule: TimeTable?
  /// How loud it is, and when; nil where that is as it was.
  public var volume: AudioSettings?
  /// Whether displays are to be otherwise bright, now or at other times.
  public var hasOtherBrightness = false
  /// The sections of which something waits.
  public var waiting: [String] = []

  public init(from old: Configuration, to new: Configuration) {
    noteDisplay(old, new)
    notePlayback(old.playback, new.playback)
    noteSound(old.audio, new.audio)
    noteSubtitles(old.subtitles, new.subtitles)
    hasOtherPlaylist =
      old.playlist != new.playlist || hasOtherPlaylist
      || old.outputs.compactMapValues(\.playlist) != new.outputs.compactMapValues(\.playlist)
    let others: [(String, Bool)] = [
      ("board", old.board == new.board),
      ("interface", old.interface.withIdle(of: new.interface) == new.interface),
      ("interface", old.operation == new.operation),
      ("outputs", old.outputsAside == new.outputsAside),
      ("input", old.input == new.input),
      ("service", old.service == new.service), ("control", old.control == new.control),
      ("cache", old.cache == new.cache),
      ("content", old.content == new.content),
      ("access", old.access == new.access), ("network", old.network == new.network),
      ("console", old.console == new.console),
    ]
    for (section, isSame) in others where !isSame && !waiting.contains(section) {
      waiting.append(section)
    }
    notePower(old.power, new.power)
    if old.interface.idle != new.interface.idle { idle = new.interface.idle }
  }

  private mutating func noteDisplay(_ configuration: Configuration, _ other: Configuration) {
    let (old, new) = (configuration.display, other.display)
    var rest = old
    if old.fit != new.fit { shared.append(.setFit(new.fit)) }
    rest.fit = new.fit
    hasOtherBrightness =
      (old.brightness, old.brightnessSchedule) != (new.brightness, new.brightnessSchedule)
      || configuration.outputs.compactMapValues(\.brightness)
        != other.outputs.compactMapValues(\.brightness)
    (rest.brightness, rest.brightnessSchedule) = (new.brightness, new.brightnessSchedule)
    // Where connectors have rotations of their own, these were set up against the old one.
    if other.outputs.values.allSatisfy({ $0.rotation == nil }) {
      if old.rotation != new.rotation { shared.append(.setRotation(new.rotation)) }
      rest.rotation = new.rotation
    }
    if rest != new { waiting.append("display") }
  }

  private mutating func notePlayback(_ old: PlaybackSettings, _ new: PlaybackSettings) {
    if old.rate != new.rate { commands.append(.setRate(new.rate)) }
    if old.quality != new.quality {
      shared.append(.setQuality(VariantPolicy.Wish(word: new.quality) ?? .automatic))
    }
    var rest = old
    (rest.rate, rest.quality) = (new.rate, new.quality)
    // These hold for a player from its beginning on.
    rest.latency = new.latency
    (rest.fallback, rest.fallbackAfter) = (new.fallback, new.fallbackAfter)
    rest.decoder = new.decoder
    var streams = old
    (streams.latency, streams.decoder) = (rest.latency, rest.decoder)
    (streams.fallback, streams.fallbackAfter) = (rest.fallback, rest.fallbackAfter)
    if streams != old { waiting.append("playback") }
    if rest != new { hasOtherPlaylist = true }
  }

  private mutating func notePower(_ old: PowerOptions, _ new: PowerOptions) {
    if old.schedule != new.schedule { schedule = new.schedule }
    var rest = old
    rest.schedule = new.schedule
    if rest != new { waiting.append("power") }
  }

  private mutating func noteSound(_ old: AudioSettings, _ new: AudioSettings) {
    if !old.schedule.isEmpty || !new.schedule.isEmpty {
      if old.volume != new.volume || old.schedule != new.schedule { volume = new }
    } else if old.volume != new.volume {
      commands.append(.setVolume(new.volume))
    }
    var rest = old
    (rest.volume, rest.schedule) = (new.volume, new.schedule)
    if rest != new { waiting.append("audio") }
  }

  private mutating func noteSubtitles(_ old: SubtitleSettings, _ new: SubtitleSettings) {
    if old.scale != new.scale { commands.append(.setSubtitleScale(new.scale)) }
    if old.isShown != new.isShown {
      commands.append(.select(.subtitle, new.isShown ? .automatic : .off))
    }
    var rest = old
    (rest.scale, rest.isShown) = (new.scale, new.isShown)
    if rest != new { waiting.append("subtitles") }
  }
}

extension Configuration {
  /// What is said of connectors beside their lists and how bright they are.
  fileprivate var outputsAside: [String: OutputSettings] {
    outputs.compactMapValues { output in
      var output = output
      // Whether it has one at all decides whether it has a player.
      output.playlist = output.playlist == nil ? nil : ""
      output.brightness = nil
      return output == OutputSettings() ? nil : output
    }
  }
}

extension InterfaceOptions {
  fileprivate func withIdle(of other: InterfaceOptions) -> InterfaceOptions {
    var options = self
    options.idle = other.idle
    return options
  }
}
