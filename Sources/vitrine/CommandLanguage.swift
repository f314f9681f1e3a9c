import Engine
import Overlay
import Pictures
import Playback
import Playlists
import Timing

/// Commands as one line of text each, for scripts: `seek 12.5`, `next`, `rate 1.5`.
enum CommandLanguage {
  enum Line: Equatable {
    case command(Command)
    case input(ScriptedInput)
    case hide(Theme.Part, Bool)
    case status
    case screenshot(String)
    case quit
  }

  /// What a line asks for; nil for one that says nothing. Throws what is wrong with it.
  static func parse(_ text: String) throws(SyntaxError) -> Line? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    if let line = plain[verb] {
      guard words.count == 1 else { throw SyntaxError(text: "\(verb) takes nothing more") }
      return line
    }
    // A path is all the rest of the line, with the blanks in it.
    let rest = String(text.drop { $0 == " " }.drop { $0 != " " }.drop { $0 == " " })
    if verb == "screenshot", !rest.isEmpty { return .screenshot(rest) }
    if verb == "append", let item = Item(argument: rest), !rest.isEmpty {
      return .command(.edit(.append(item)))
    }
    if let input = ScriptedInput(words: words) { return .input(input) }
    if verb == "hide" || verb == "reveal", words.count == 2,
      let part = Theme.Part(rawValue: words[1])
    {
      return .hide(part, verb == "hide")
    }
    guard let make = withArgument[verb] else { throw SyntaxError(text: "unknown: \(verb)") }
    guard words.count == 2, let command = make(words[1]) else {
      throw SyntaxError(text: "\(verb) does not take \(words.dropFirst().joined(separator: " "))")
    }
    return .command(command)
  }

  struct SyntaxError: Error, Equatable {
    let text: String
  }

  private static var plain: [String: Line] {
    [
      "play": .command(.play), "pause": .command(.pause), "toggle": .command(.toggle),
      "stop": .command(.stop), "next": .command(.next), "previous": .command(.previous),
      "step": .command(.step(forward: true)), "step-back": .command(.step(forward: false)),
      "scrub-begin": .command(.beginScrubbing), "scrub-end": .command(.endScrubbing),
      "clear": .command(.edit(.clear)), "status": .status, "quit": .quit,
    ]
  }

  private static var withArgument: [String: (String) -> Command?] {
    [
      // Those of them that are right have been understood already.
      "touch": { _ in nil }, "key": { _ in nil }, "hide": { _ in nil }, "reveal": { _ in nil },
      "seek": { time($0).map { .seek(.init(to: $0)) } },
      "seek-keyframe": { time($0).map { .seek(.init(to: $0, .keyFrame)) } },
      "skip": { time($0).map { .skip(by: $0) } },
      "scrub-move": { time($0).map { .scrub(to: $0) } },
      "rate": { Double($0).map { .setRate($0) } },
      "volume": { Double($0).map { .setVolume($0) } },
      "mute": { flag($0).map { .setMuted($0) } },
      "audio": { selection($0).map { .select(.audio, $0) } },
      "subtitle": { selection($0).map { .select(.subtitle, $0) } },
      "subtitle-delay": { time($0).map { .setSubtitleDelay($0) } },
      "subtitle-scale": { Double($0).map { .setSubtitleScale($0) } },
      "fit": { Fit(rawValue: $0).map { .setFit($0) } },
      "rotate": { Rotation(word: $0).map { .setRotation($0) } },
      "loop": { Queue.Loop(rawValue: $0).map { .edit(.loop($0)) } },
      "display": { PowerOrder(rawValue: $0).map { .power($0) } },
      "jump": { Int($0).map { .jump(to: $0) } },
    ]
  }

  private static func time(_ word: String) -> MediaTime? {
    let isBack = word.hasPrefix("-")
    guard let time = MediaTime(argument: isBack ? String(word.dropFirst()) : word) else {
      return nil
    }
    return isBack ? .zero - time : time
  }

  private static func flag(_ word: String) -> Bool? { ["on": true, "off": false][word] }

  private static func selection(_ word: String) -> TrackSelection? {
    switch word {
    case "auto": .automatic
    case "none": .off
    default: Int(word).map { .index($0) }
    }
  }
}
