public import ArgumentParser
import VitrineDaemon
import VitrineMachine
import VitrinePlayback
public import VitrinePlaylists
import VitrineSettings
import VitrineTiming

/// What of the files is played, in which order and how.
struct SelectionOptions: ParsableArguments {
  @Option(help: "Begin here in each file: seconds, mm:ss or h:mm:ss.")
  var start: MediaTime?

  @Option(help: "End here in each file.")
  var end: MediaTime?

  @Option(help: "Speed, 0.25 to 4; the pitch of the sound is kept.")
  var rate: Double?

  @Option(help: "Volume, 0 to 1.")
  var volume: Double?

  @Flag(name: .customLong("paused"), help: "Begin paused, on the first picture.")
  var isPaused = false

  @Option(
    name: .customLong("loop"),
    help:
      "Start again at the end: none (as without it, and a list says nothing else), item or queue.")
  var loop: Queue.Loop?

  @Flag(name: .customLong("shuffle"), help: "Play in random order, each file once a round.")
  var isShuffled = false

  @Option(help: "The order of --shuffle: the same number gives the same order.")
  var seed: UInt64?

  @Option(
    name: .customLong("sub"),
    help: ArgumentHelp(
      "Subtitles: a file, a language (en), a track's number as ffprobe counts, or none; may be repeated.",
      valueName: "choice"))
  var subtitles: [String] = []

  @Option(
    name: .customLong("audio-track"),
    help: ArgumentHelp(
      "Sound: a language (en), a track's number as ffprobe counts, or none.", valueName: "choice"))
  var audioTrack: String?

  @Option(help: "A picture to show until the first one of a slow source is there.")
  var cover: String?

  @Option(
    name: .customLong("image-duration"),
    help: "How long a picture is shown, in seconds; 10 without it, where a list says nothing else.")
  var imageDuration: MediaTime?

  func validate() throws {
    if let rate, !(0.25...4).contains(rate) { throw ValidationError("--rate is 0.25 to 4") }
    if let volume, !(0...1).contains(volume) { throw ValidationError("--volume is 0 to 1") }
    if let imageDuration, imageDuration <= .zero {
      throw ValidationError("--image-duration is more than 0")
    }
    if let start, let end, end <= start { throw ValidationError("--end comes after --start") }
  }

  /// Has the configuration say what the command line does.
  func apply(to settings: inout Configuration) {
    settings.playback.rate = rate ?? settings.playback.rate
    settings.audio.volume = volume ?? settings.audio.volume
  }

  /// What is played: as the command line says, else the list, else the configuration.
  func queue(of sources: PlayedSources, _ settings: Configuration) -> Queue {
    let playback = settings.playback
    let whole = sources.items.map { completed($0.completed(by: playback)) }
    let isInDisorder = isShuffled || sources.isShuffled ?? playback.isShuffled
    let order = isInDisorder ? seed ?? UInt64.random(in: 0...UInt64.max) : nil
    return Queue(
      whole, loop: loop ?? sources.loop ?? playback.loop ?? .none, shuffleSeed: order)
  }

  private func completed(_ item: Item) -> Item {
    var item = item
    (item.start, item.end) = (start ?? item.start, end ?? item.end)
    if let first = item.start, let last = item.end, last <= first {
      // What the list says does not fit to what was said here.
      if start == nil { item.start = nil } else { item.end = nil }
    }
    item.imageDuration = imageDuration ?? item.imageDuration
    item.cover = cover ?? item.cover
    let files = subtitles.filter(isFile)
    if !files.isEmpty { item.subtitles = files.compactMap { Item(source: $0)?.source } }
    return item
  }

  func choices(_ settings: Configuration) -> TrackChoices {
    var choices = settings.trackChoices
    if let audioTrack {
      (choices.audio, choices.preferences.audioLanguages) = choice([audioTrack])
    }
    let wanted = subtitles.filter { !isFile($0) }
    if !wanted.isEmpty {
      (choices.subtitle, choices.preferences.subtitleLanguages) = choice(wanted)
    }
    return choices
  }

  private func isFile(_ choice: String) -> Bool { choice.contains(".") || choice.contains("/") }

  private func choice(_ words: [String]) -> (TrackSelection, [String]) {
    if words.contains("none") { return (.off, []) }
    if let index = words.compactMap({ Int($0) }).first { return (.index(index), []) }
    return (.automatic, words)
  }
}

extension Queue.Loop: ExpressibleByArgument {}

extension Item: ExpressibleByArgument {
  public init?(argument: String) { self.init(source: argument) }
}
