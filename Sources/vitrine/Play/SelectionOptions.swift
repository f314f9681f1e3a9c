import ArgumentParser
import VitrineDaemon
import VitrineMachine
import VitrinePlayback
package import VitrinePlaylists
import VitrineSettings
import VitrineTiming

/// The part of each file to play, the order and the tracks.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Start at this position in each file: seconds, mm:ss or h:mm:ss. (default: 0)",
      valueName: "time"))
  var start: MediaTime?

  @Option(
    help: ArgumentHelp("Stop at this position in each file. (default: the end)", valueName: "time"))
  var end: MediaTime?

  @Option(help: "Set the speed (0.25-4), keeping the pitch. (default: 1)")
  var rate: Double?

  @Option(help: "Set the volume (0-1). (default: 1)")
  var volume: Double?

  @Flag(name: .customLong("paused"), help: "Start paused on the first frame.")
  var isPaused = false

  @Option(
    name: .customLong("loop"),
    help:
      "Repeat the item or the whole queue. (default: as the list says, otherwise none)")
  var loop: Queue.Loop?

  @Flag(name: .customLong("shuffle"), help: "Play in random order, each file once per round.")
  var isShuffled = false

  @Option(
    help: "Shuffle with this seed (0 or more), for the same order each time. (default: random)")
  var seed: UInt64?

  @Option(
    name: .customLong("sub"),
    help: ArgumentHelp(
      "Show these subtitles: a file, a language (en), a track number as in ffprobe, or none; repeatable. (default: automatic)",
      valueName: "choice"))
  var subtitles: [String] = []

  @Option(
    name: .customLong("audio-track"),
    help: ArgumentHelp(
      "Play this audio track: a language (en), a track number as in ffprobe, or none. (default: automatic)",
      valueName: "choice"))
  var audioTrack: String?

  @Option(
    help: ArgumentHelp(
      "Show this picture while a slow source loads. (default: black)", valueName: "file"))
  var cover: String?

  @Option(
    name: .customLong("image-duration"),
    help: ArgumentHelp(
      "Show still pictures for this long. (default: as the list says, otherwise 10)",
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

  /// Applies the options to the configuration.
  func apply(to settings: inout Configuration) {
    settings.playback.rate = rate ?? settings.playback.rate
    settings.audio.volume = volume ?? settings.audio.volume
  }

  /// The queue: the command line overrides the list, which overrides the configuration.
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
      // The list's other end contradicts the option.
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
  package init?(argument: String) { self.init(source: argument) }
}
