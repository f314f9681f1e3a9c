public import ArgumentParser
import Playback
public import Playlists
import Timing

/// What of the files is played, in which order and how.
struct SelectionOptions: ParsableArguments {
  @Option(help: "Begin here in each file: seconds, mm:ss or h:mm:ss.")
  var start: MediaTime?

  @Option(help: "End here in each file.")
  var end: MediaTime?

  @Option(help: "Speed, 0.25 to 4; the pitch of the sound is kept.")
  var rate = 1.0

  @Option(help: "Volume, 0 to 1.")
  var volume = 1.0

  @Flag(name: .customLong("paused"), help: "Begin paused, on the first picture.")
  var isPaused = false

  @Option(
    name: .customLong("loop"), help: "Start again at the end: none, item or queue.")
  var loop = Queue.Loop.none

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
    name: .customLong("image-duration"), help: "How long a picture is shown, in seconds.")
  var imageDuration = MediaTime(10, 1)

  func validate() throws {
    if !(0.25...4).contains(rate) { throw ValidationError("--rate is 0.25 to 4") }
    if !(0...1).contains(volume) { throw ValidationError("--volume is 0 to 1") }
    if imageDuration <= .zero { throw ValidationError("--image-duration is more than 0") }
    if let start, let end, end <= start { throw ValidationError("--end comes after --start") }
  }

  /// The items with what was said of all of them.
  func queue(of items: [Item]) -> Queue {
    let whole = items.map { item in
      var item = item
      (item.start, item.end, item.imageDuration) = (start, end, imageDuration)
      item.subtitles = subtitles.filter(isFile)
      item.cover = cover
      return item
    }
    let order = isShuffled ? seed ?? UInt64.random(in: 0...UInt64.max) : nil
    return Queue(whole, loop: loop, shuffleSeed: order)
  }

  var choices: TrackChoices {
    var choices = TrackChoices()
    (choices.audio, choices.preferences.audioLanguages) = choice(audioTrack.map { [$0] } ?? [])
    (choices.subtitle, choices.preferences.subtitleLanguages) = choice(
      subtitles.filter { !isFile($0) })
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
  /// A path, or `color:` with a name or #RRGGBB.
  public init?(argument: String) {
    guard argument.hasPrefix("color:") else {
      self.init(path: argument)
      return
    }
    let word = argument.dropFirst(6)
    let names: [Substring: UInt32] = ["black": 0, "white": 0xFF_FFFF]
    if let known = names[word] {
      self.init(.color(known))
      return
    }
    let digits = word.hasPrefix("#") ? word.dropFirst() : word
    guard digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
    self.init(.color(value))
  }
}
