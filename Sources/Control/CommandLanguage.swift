import VitrinePictures
internal import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// Requests in words, for people and scripts: `seek 12.5`, `next`, `volume +5%`.
public enum CommandLanguage {
  /// What a line asks for; nil for one that says nothing. Throws what is wrong with it.
  public static func parse(_ text: String) throws(Refusal) -> Request? {
    let text = text.split(separator: "\r").joined()
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    let override = OverrideChange.leadingWords(words)
    if verb == "override", words.count > override {
      let rest = Self.rest(of: text, after: override)
      return try parse(words: OverrideChange.words(line: Array(words.prefix(override)), rest: rest))
    }
    guard takesPaths.contains(verb), words.count > 1 else { return try parse(words: words) }
    // A path is all the rest of the line, with the blanks in it.
    return try parse(words: [verb, rest(of: text, after: 1)])
  }

  private static func rest(of line: String, after words: Int) -> String {
    var rest = line.drop { $0 == " " }
    // bound: a constant of the caller
    for _ in 0..<words { rest = rest.drop { $0 != " " }.drop { $0 == " " } }
    return String(rest)
  }

  /// The same, with each path a word of its own.
  public static func parse(words: [String]) throws(Refusal) -> Request {
    guard let verb = words.first else { throw Refusal("no command", .invalid) }
    let arguments = Array(words.dropFirst())
    if takesPaths.contains(verb) { return try parse(verb, paths: arguments) }
    if arguments.isEmpty, let request = plain[verb] { return request }
    if verb == "move" { return try move(arguments) }
    if verb == "display", arguments.first == "brightness" { return try brightness(arguments) }
    if verb == "override" {
      return arguments.isEmpty ? .standingOverride : .override(try OverrideChange(words: arguments))
    }
    guard let make = withArgument[verb] else {
      guard plain[verb] == nil else { throw Refusal("\(verb) takes nothing more", .invalid) }
      throw Refusal("unknown: \(quoted(verb))", .invalid)
    }
    guard arguments.count == 1, let request = make(arguments[0]) else {
      let given = quoted(arguments.joined(separator: " "))
      let range = ranges[verb].map { ": expected \(text($0.lowerBound)) to \(text($0.upperBound))" }
      throw Refusal(
        "\(verb) does not take \(given.isEmpty ? "nothing" : given)\(range ?? "")", .invalid)
    }
    return request
  }

  private static let takesPaths: Set = ["load", "append", "screenshot"]
  private static let longestPath = 4096

  private static func parse(_ verb: String, paths: [String]) throws(Refusal) -> Request {
    for path in paths {
      guard !path.isEmpty, path.utf8.count < longestPath, !path.utf8.contains(0) else {
        throw Refusal("\(verb): no path: \(quoted(path))", .invalid)
      }
    }
    if verb == "screenshot" {
      guard paths.count < 2 else { throw Refusal("screenshot takes one file", .invalid) }
      return .screenshot(paths.first.map { $0 == "base64" ? .base64 : .file($0) } ?? .descriptor)
    }
    guard !paths.isEmpty else { throw Refusal("\(verb) takes what is to be played", .invalid) }
    return verb == "load" ? .load(paths) : .append(paths)
  }

  /// An entry of the queue to the place of another one, both by their numbers.
  private static func move(_ arguments: [String]) throws(Refusal) -> Request {
    guard arguments.count == 2, let entry = Int(arguments[0]), let other = Int(arguments[1]) else {
      throw Refusal(
        "move takes two numbers of the list: the entry, and the one whose place it takes", .invalid)
    }
    return .adjust(.move(entry, toPlaceOf: other))
  }

  /// Of the display, in parts of a hundred.
  private static func brightness(_ arguments: [String]) throws(Refusal) -> Request {
    let word = arguments.dropFirst().first ?? ""
    guard arguments.count == 2,
      let percent = Int(word.hasSuffix("%") ? word.dropLast() : word[...]),
      (0...100).contains(percent)
    else { throw Refusal("display brightness takes a number from 0 to 100", .invalid) }
    return .command(.setBrightness(.percent(percent)))
  }

  /// What was written, as far as it is of use to read again.
  private static func quoted(_ text: String) -> String {
    text.count > 64 ? text.prefix(64) + "…" : text
  }

  private static let plain: [String: Request] = [
    "play": .command(.play), "pause": .command(.pause), "toggle": .command(.toggle),
    "stop": .command(.stop), "next": .command(.next), "previous": .command(.previous),
    "step": .command(.step(forward: true)), "step-back": .command(.step(forward: false)),
    "scrub-begin": .command(.beginScrubbing), "scrub-end": .command(.endScrubbing),
    "clear": .command(.edit(.clear)), "mute": .adjust(.toggleMute), "list": .list(from: 0),
    "status": .status, "statistics": .statistics, "version": .version,
    "observe": .observe, "unobserve": .unobserve, "reload": .reload, "quit": .quit,
    "content": .content, "programme": .programme,
  ]

  /// What lies beyond is refused, as on the command line and in the configuration, and not brought into it.
  private static let ranges = [
    "rate": PlaybackState.rates, "subtitle-scale": PlaybackState.subtitleScales,
  ]

  private static let withArgument: [String: @Sendable (String) -> Request?] = [
    "seek": seek,
    "seek-keyframe": { MediaTime(word: $0).map { .command(.seek(.init(to: $0, .keyFrame))) } },
    "skip": { time($0).map { .command(.skip(by: $0)) } },
    "scrub-move": { time($0).map { .command(.scrub(to: $0)) } },
    "rate": { inRange("rate", $0).map { .command(.setRate($0)) } },
    "volume": volume,
    "mute": { word in
      if word == "toggle" { return .adjust(.toggleMute) }
      return ["on": true, "off": false][word].map { .command(.setMuted($0)) }
    },
    "audio": { track(.audio, $0) },
    "sub": { track(.subtitle, $0) },
    "subtitle": { track(.subtitle, $0) },
    "subtitle-delay": { time($0).map { .command(.setSubtitleDelay($0)) } },
    "subtitle-scale": { inRange("subtitle-scale", $0).map { .command(.setSubtitleScale($0)) } },
    "fit": { Fit(rawValue: $0).map { .command(.setFit($0)) } },
    "gravity": { Fit(rawValue: $0).map { .command(.setFit($0)) } },
    "quality": { VariantPolicy.Wish(word: $0).map { .command(.setQuality($0)) } },
    "rotate": { Rotation(word: $0).map { .command(.setRotation($0)) } },
    "loop": { Queue.Loop(rawValue: $0).map { .command(.edit(.loop($0))) } },
    "display": { word in
      PowerOrder.spoken.first { $0.rawValue == word }.map { .command(.power($0)) }
    },
    // bound: the queue looks for it among its indices
    "remove": { Int($0).map { .command(.edit(.remove($0))) } },
    "shuffle": { word in ["on": true, "off": false][word].map { .adjust(.shuffle($0)) } },
    "jump": { Int($0).map { .command(.jump(to: $0)) } },
    "list": { Int($0).flatMap { $0 < 0 ? nil : .list(from: $0) } },
    "content": { $0 == "look" ? .lookForContent : nil },
  ]

  /// To a time, so much on or back, or to a part of the whole.
  @Sendable private static func seek(_ word: String) -> Request? {
    if word.hasSuffix("%") {
      return finite(String(word.dropLast())).flatMap {
        (0...100).contains($0) ? .adjust(.seek($0 / 100)) : nil
      }
    }
    if isSigned(word) { return time(word).map { .command(.skip(by: $0)) } }
    return MediaTime(word: word).map { .command(.seek(.init(to: $0))) }
  }

  /// A part of the whole, or a change of it; from 0 to 1 or in percents. What is beyond is refused:
  /// 50 does not mean as loud as can be.
  @Sendable private static func volume(_ word: String) -> Request? {
    let isPercent = word.hasSuffix("%")
    guard let number = finite(isPercent ? String(word.dropLast()) : word) else { return nil }
    let part = isPercent ? number / 100 : number
    guard part.magnitude <= 1 else { return nil }
    return isSigned(word) ? .adjust(.volume(by: part)) : .command(.setVolume(part))
  }

  private static func track(_ kind: TrackInfo.Kind, _ word: String) -> Request? {
    switch word {
    case "next": .adjust(.nextTrack(kind))
    case "auto": .command(.select(kind, .automatic))
    case "none": .command(.select(kind, .off))
    // bound: the player looks for it among its tracks
    default: Int(word).map { .command(.select(kind, .index($0))) }
    }
  }

  private static func time(_ word: String) -> MediaTime? {
    guard let time = MediaTime(word: isSigned(word) ? String(word.dropFirst()) : word) else {
      return nil
    }
    return word.hasPrefix("-") ? .zero - time : time
  }

  private static func isSigned(_ word: String) -> Bool {
    word.hasPrefix("-") || word.hasPrefix("+")
  }

  private static func inRange(_ verb: String, _ word: String) -> Double? {
    Double(word).flatMap { ranges[verb]?.contains($0) == true ? $0 : nil }
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func finite(_ word: String) -> Double? {
    Double(word).flatMap { $0.isFinite ? $0 : nil }
  }
}
