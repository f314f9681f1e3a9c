internal import Pictures
public import Playback
internal import Playlists

/// What a running player can do about a configuration that was changed, and what has to wait for
/// its next start.
public struct ConfigurationChange: Hashable, Sendable {
  public var commands: [Command] = []
  /// Whether other lists are to be played.
  public var hasOtherPlaylist = false
  /// The sections of which something waits.
  public var waiting: [String] = []

  public init(from old: Configuration, to new: Configuration) {
    noteDisplay(old.display, new.display)
    notePlayback(old.playback, new.playback)
    noteSound(old.audio, new.audio)
    noteSubtitles(old.subtitles, new.subtitles)
    hasOtherPlaylist = old.playlist != new.playlist
    let others: [(String, Bool)] = [
      ("board", old.board == new.board), ("interface", old.interface == new.interface),
      ("interface", old.operation == new.operation), ("outputs", old.outputs == new.outputs),
      ("input", old.input == new.input), ("power", old.power == new.power),
      ("service", old.service == new.service), ("console", old.console == new.console),
    ]
    for (section, isSame) in others where !isSame && !waiting.contains(section) {
      waiting.append(section)
    }
  }

  private mutating func noteDisplay(_ old: DisplaySettings, _ new: DisplaySettings) {
    if old.fit != new.fit { commands.append(.setFit(new.fit)) }
    if old.rotation != new.rotation { commands.append(.setRotation(new.rotation)) }
    var rest = old
    (rest.fit, rest.rotation) = (new.fit, new.rotation)
    if rest != new { waiting.append("display") }
  }

  private mutating func notePlayback(_ old: PlaybackSettings, _ new: PlaybackSettings) {
    if old.rate != new.rate { commands.append(.setRate(new.rate)) }
    if old.loop != new.loop { commands.append(.edit(.loop(new.loop ?? .queue))) }
    var rest = old
    (rest.rate, rest.loop) = (new.rate, new.loop)
    if rest != new { waiting.append("playback") }
  }

  private mutating func noteSound(_ old: AudioSettings, _ new: AudioSettings) {
    if old.volume != new.volume { commands.append(.setVolume(new.volume)) }
    var rest = old
    rest.volume = new.volume
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
