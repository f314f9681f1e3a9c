public import ArgumentParser
import VitrineDaemon
import VitrineMachine
import VitrinePlayback
public import VitrinePlaylists
import VitrineSettings
import VitrineTiming

/// What of the files is played, in which order and how.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Start position in each file: seconds, mm:ss or h:mm:ss. (default: 0)", valueName: "time"))
  var start: MediaTime?

  @Option(
    help: ArgumentHelp("Stop position in each file. (default: the end)", valueName: "time"))
  var end: MediaTime?

  @Option(help: "Playback speed (0.25-4); keeps the pitch. (default: 1)")
  var rate: Double?

  @Option(help: "Volume (0-1). (default: 1)")
  var volume: Double?

  @Flag(name: .customLong("paused"), help: "Start paused on the first frame.")
  var isPaused = false

  @Option(
    name: .customLong("loop"),
    help:
      "Repeat the item or the whole queue. (default: as the list says, else none)")
  var loop: Queue.Loop?

  @Flag(name: .customLong("shuffle"), help: "Play in random order, each file once per round.")
  var isShuffled = false

  @Option(
    help: "Seed of --shuffle (0 or more): the same seed gives the same order. (default: random)")
  var seed: UInt64?

  @Option(
    name: .customLong("sub"),
    help: ArgumentHelp(
      "Subtitles: a file, a language (en), a track number as in ffprobe, or none; repeatable. (default: automatic)",
      valueName: "choice"))
  var subtitles: [String] = []

  @Option(
    name: .customLong("audio-track"),
    help: ArgumentHelp(
      "Audio track: a language (en), a track number as in ffprobe, or none. (default: automatic)",
      valueName: "choice"))
  var audioTrack: String?

  @Option(
    help: ArgumentHelp(
      "Picture to show while a slow source loads. (default: black)", valueName: "file"))
  var cover: String?

  @Option(
    name: .customLong("image-duration"),
    help: ArgumentHelp(
      "How long to show a still picture. (default: as the list says, else 10)",
      valueName: "seconds"))
  var imageDuration: MediaTime?

  func validate() throws {
    if let rate, !(0.25...4).contains(rate) {
      throw ValidationError("invalid --rate \(rate): expected 0.25 to 4")
    }
    if let volume, !(0...1).contains(volume) {
      throw ValidationError("invalid --volume \(volume): expected 0 to 1")
    }
    if let imageDuration, imageDuration <= .zero {
      throw ValidationError("invalid --image-duration: expected more than 0 seconds")
    }
    if let start, let end, end <= start {
      throw ValidationError("--end must be later than --start")
    }
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
