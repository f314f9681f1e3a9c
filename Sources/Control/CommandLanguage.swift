import VitrinePictures
internal import VitrinePlayback
import VitrinePlaylists
internal import VitrineScenes
internal import VitrineSchedules
import VitrineTiming

/// The text form of requests: `seek 12.5`, `next`, `volume +5%`.
package enum CommandLanguage {
  /// Returns the request of a line, or nil for an empty line or a comment.
  package static func parse(_ text: String) throws(Refusal) -> Request? {
    let text = text.split(separator: "\r").joined()
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    let override = OverrideChange.leadingWords(words)
    if verb == "override", words.count > override {
      let rest = Self.rest(of: text, after: override)
      return try parse(words: OverrideChange.words(line: Array(words.prefix(override)), rest: rest))
    }
    guard takesPaths.contains(verb) || takesRest.contains(verb), words.count > 1 else {
      return try parse(words: words)
    }
    // A path, a title or a name is the rest of the line, including spaces.
    return try parse(words: [verb, rest(of: text, after: 1)])
  }

  private static func rest(of line: String, after words: Int) -> String {
    var rest = line.drop { $0 == " " }
    // bound: a constant of the caller
    for _ in 0..<words { rest = rest.drop { $0 != " " }.drop { $0 == " " } }
    return String(rest)
  }

  /// Returns the request for separate words, with one word per path.
  package static func parse(words: [String]) throws(Refusal) -> Request {
    guard let verb = words.first else { throw Refusal("no command given", .invalid) }
    let arguments = Array(words.dropFirst())
    if takesPaths.contains(verb) { return try parse(verb, paths: arguments) }
    if arguments.isEmpty, let request = plain[verb] { return request }
    if verb == "move" { return try move(arguments) }
    if verb == "title" { return try title(arguments.joined(separator: " ")) }
    if verb == "message" { return try message(arguments.joined(separator: " ")) }
    if verb == "overlay" {
      return arguments.isEmpty
        ? .overlays : .overlay(try OverlayChange(text: arguments.joined(separator: " ")))
    }
    if verb == "hand-over" { return try handOver(to: arguments.joined(separator: " ")) }
    if verb == "display", arguments.first == "brightness" { return try brightness(arguments) }
    if verb == "subtitle-style" { return try subtitleStyle(arguments) }
    if verb == "override" {
      return arguments.isEmpty ? .currentOverride : .override(try OverrideChange(words: arguments))
    }
    guard let argument = withArgument[verb] else {
      guard plain[verb] == nil else { throw Refusal("\(verb) takes no arguments", .invalid) }
      let hint = suggestion(for: verb, of: names)
      throw Refusal("unknown command \(quoted(verb))\(hint)", .invalid)
    }
    guard !arguments.isEmpty else {
      throw Refusal("\(verb) needs an argument: \(argument.expected)", .invalid)
    }
    guard arguments.count == 1, let request = argument.request(arguments[0]) else {
      let given = quoted(arguments.joined(separator: " "))
      throw Refusal(
        "\(argument.isWord ? "unknown" : "invalid") value \(given) for \(verb): expected "
          + argument.expected, .invalid)
    }
    return request
  }

  /// All commands, for suggestions.
  private static let names =
    Set(plain.keys).union(withArgument.keys).union(takesPaths).union([
      "move", "override", "subtitle-style",
    ]).union(takesRest)
    .sorted()

  private static let takesPaths: Set = ["load", "append", "insert", "screenshot"]
  private static let takesRest: Set = ["title", "hand-over", "message", "overlay"]
  static let longestPath = 4096
  /// As in a list.
  private static let longestTitle = 300

  private static func parse(_ verb: String, paths: [String]) throws(Refusal) -> Request {
    for path in paths {
      guard !path.isEmpty, path.utf8.count < longestPath, !path.utf8.contains(0) else {
        throw Refusal("\(verb): invalid path \(quoted(path))", .invalid)
      }
    }
    if verb == "screenshot" {
      guard paths.count < 2 else { throw Refusal("screenshot takes one file name", .invalid) }
      return .screenshot(paths.first.map { $0 == "base64" ? .base64 : .file($0) } ?? .descriptor)
    }
    guard !paths.isEmpty else {
      throw Refusal("\(verb) needs a file, folder, list or URL", .invalid)
    }
    return switch verb {
    case "load": .load(paths)
    case "insert": .insert(paths)
    default: .append(paths)
    }
  }

  /// Sets the title of the current item; an empty one restores that of the file.
  private static func title(_ text: String) throws(Refusal) -> Request {
    guard text.count <= longestTitle, !text.unicodeScalars.contains(where: { $0.value < 32 }) else {
      throw Refusal(
        "invalid title \(quoted(text)): expected at most \(longestTitle) characters, none of them a control character",
        .invalid)
    }
    return .command(.update(.title(text.isEmpty ? nil : text), of: nil))
  }

  /// Shows a message for ten seconds, or `for 5m`, with a severity if `as` begins one; an empty one removes
  /// it.
  private static func message(_ text: String) throws(Refusal) -> Request {
    var (text, severity, time) = (text, Severity?.none, Duration?.none)
    // Each option at most once, so that a text may begin with its word.
    while let option = text.split(separator: " ").first {
      let words = text.split(separator: " ", maxSplits: 2)
      if option == "as", severity == nil {
        severity = words.dropFirst().first.flatMap { Severity(rawValue: String($0)) }
        guard severity != nil, words.count == 3 else { throw unclearMessage }
      } else if option == "for", time == nil {
        guard words.count == 3, let end = OverrideRequest.End(length: String(words[1])),
          case .after(let seconds) = end, seconds <= longestMessageTime
        else { throw unclearMessage }
        time = .seconds(seconds)
      } else {
        break
      }
      text = String(words[2])
    }
    let isPlain = !text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" }
    guard text.count <= longestMessage, isPlain else {
      throw Refusal(
        "invalid message \(quoted(text)): expected at most \(longestMessage) characters, none of them a control character",
        .invalid)
    }
    return .message(text.isEmpty ? nil : text, as: severity, for: time ?? usualMessageTime)
  }

  private static let unclearMessage = Refusal(
    "message: expected [as SEVERITY] [for TIME] TEXT; SEVERITY is information, warning or emergency, "
      + "TIME up to 7d: message as warning for 5m The lift is out of order", .invalid)

  private static let usualMessageTime = Duration.seconds(10)
  /// In seconds.
  static let longestMessageTime = 604_800.0
  /// As a card on screen can hold.
  private static let longestMessage = 400

  /// Hands the current item over to a player, by its name or address.
  private static func handOver(to target: String) throws(Refusal) -> Request {
    guard !target.isEmpty else { return .handOver(to: nil) }
    guard target.utf8.count < longestPath, !target.unicodeScalars.contains(where: { $0.value < 32 })
    else { throw Refusal("hand-over: invalid name or address \(quoted(target))", .invalid) }
    return .handOver(to: target)
  }

  /// Moves an entry of the queue to the position of another.
  private static func move(_ arguments: [String]) throws(Refusal) -> Request {
    guard arguments.count == 2, let entry = Int(arguments[0]), let other = Int(arguments[1]) else {
      throw Refusal(
        "move needs two entry numbers: the entry, and the one whose place it takes",
        .invalid)
    }
    return .adjust(.move(entry, toPlaceOf: other))
  }

  /// Sets the display's brightness, in per cent.
  private static func brightness(_ arguments: [String]) throws(Refusal) -> Request {
    let word = arguments.dropFirst().first ?? ""
    guard arguments.count == 2,
      let percent = Int(word.hasSuffix("%") ? word.dropLast() : word[...]),
      (0...100).contains(percent)
    else {
      let given = quoted(arguments.dropFirst().joined(separator: " "))
      throw Refusal(
        "invalid value \(given) for display brightness: expected 0 to 100", .invalid)
    }
    return .command(.setBrightness(.percent(percent)))
  }

  /// The user's input for a message, cut after 64 characters.
  private static func quoted(_ text: String) -> String {
    "\"" + (text.count > 64 ? text.prefix(64) + "…" : text) + "\""
  }

  private static let plain: [String: Request] = [
    "play": .command(.play), "pause": .command(.pause), "toggle": .command(.toggle),
    "stop": .command(.stop), "next": .command(.next), "previous": .command(.previous),
    "step": .command(.step(forward: true)), "step-back": .command(.step(forward: false)),
    "scrub-begin": .command(.beginScrubbing), "scrub-end": .command(.endScrubbing),
    "clear": .command(.edit(.clear)), "mute": .adjust(.toggleMute), "list": .list(from: 0),
    "status": .status, "health": .health, "statistics": .statistics, "version": .version,
    "observe": .observe, "unobserve": .unobserve, "reload": .reload, "quit": .quit,
    "content": .content, "programme": .programme, "audio-device": .soundDevices,
  ]

  /// A command's only argument.
  private struct Argument: Sendable {
    /// For messages: `0 to 100`.
    let expected: String
    /// Whether it is one of a few fixed words.
    let isWord: Bool
    let request: @Sendable (String) -> Request?

    init(_ expected: String, _ request: @escaping @Sendable (String) -> Request?) {
      (self.expected, isWord, self.request) = (expected, false, request)
    }

    init(words: [String], _ request: @escaping @Sendable (String) -> Request?) {
      expected = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
      (isWord, self.request) = (true, request)
    }

    /// Rejects a number outside the range instead of clamping it, like the command line and the
    /// configuration.
    init(_ range: ClosedRange<Double>, _ request: @escaping @Sendable (Double) -> Request) {
      self.init("\(text(range.lowerBound)) to \(text(range.upperBound))") { word in
        Double(word).flatMap { range.contains($0) ? request($0) : nil }
      }
    }
  }

  private static let fit = Argument(words: Fit.allCases.map(\.rawValue)) { word in
    Fit(rawValue: word).map { .command(.setFit($0)) }
  }

  private static let subtitle = Argument("next, auto, none or a track's number") {
    track(.subtitle, $0)
  }

  private static func subtitleStyle(_ words: [String]) throws(Refusal) -> Request {
    if words == ["reset"] { return .command(.setSubtitleStyle(SubtitleStyle())) }
    guard words.count > 1, let property = SubtitleStyle.Property(rawValue: words[0]) else {
      let names = SubtitleStyle.Property.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal("subtitle-style needs a property and its value, or reset: \(names)", .invalid)
    }
    let word = words.dropFirst().joined(separator: " ")
    var style = SubtitleStyle()
    guard style.set(property, to: word) else {
      throw Refusal(
        "invalid value \(quoted(word)) for \(property.rawValue): expected "
          + SubtitleStyle.expected(property), .invalid)
    }
    return .command(.setSubtitleProperty(property, word))
  }

  private static func part(isHidden: Bool) -> Argument {
    Argument(words: Theme.Part.allCases.map(\.rawValue)) { word in
      Theme.Part(rawValue: word).map { .setHidden($0, isHidden) }
    }
  }

  private static let withArgument: [String: Argument] = [
    "hide": part(isHidden: true), "show": part(isHidden: false),
    "seek": Argument("12.5, 1:30, +10, -10 or 50%", seek),
    "seek-keyframe": Argument("12.5 or 1:30") { word in
      MediaTime(word: word).map { .command(.seek(.init(to: $0, .keyFrame))) }
    },
    "skip": Argument("10, -10 or 1:30") { time($0).map { .command(.skip(by: $0)) } },
    "scrub-move": Argument("12.5 or 1:30") { time($0).map { .command(.scrub(to: $0)) } },
    "rate": Argument(PlaybackState.rates) { .command(.setRate($0)) },
    "volume": Argument("0 to 1, 0% to 100%, or a change such as +5%", volume),
    "mute": Argument(words: ["on", "off", "toggle"]) { word in
      if word == "toggle" { return .adjust(.toggleMute) }
      return ["on": true, "off": false][word].map { .command(.setMuted($0)) }
    },
    "audio": Argument("next, auto, none or a track's number") { track(.audio, $0) },
    "audio-device": Argument("auto, none or a device that audio-device lists") { name in
      (1...256).contains(name.utf8.count) ? .chooseSound(name) : nil
    },
    "sub": subtitle, "subtitle": subtitle,
    "subtitle-delay": Argument("seconds, such as 0.5 or -0.5") {
      time($0).map { .command(.setSubtitleDelay($0)) }
    },
    "subtitle-scale": Argument(SubtitleStyle.scales) { .command(.setSubtitleScale($0)) },
    "sign-language": Argument(words: ["on", "off"]) { word in
      ["on": true, "off": false][word].map { .command(.setSignLanguage($0)) }
    },
    "fit": fit, "gravity": fit,
    "quality": Argument("auto, lowest, highest, a height such as 720p, or Mbit/s such as 2.5") {
      VariantPolicy.Preference(word: $0).map { .command(.setQuality($0)) }
    },
    "rotate": Argument(words: Rotation.words) { word in
      Rotation(word: word).map { .command(.setRotation($0)) }
    },
    "loop": Argument(words: Queue.Loop.allCases.map(\.rawValue)) { word in
      Queue.Loop(rawValue: word).map { .command(.edit(.loop($0))) }
    },
    "display": Argument(words: PowerRequest.clientValues.map(\.rawValue) + ["brightness"]) { word in
      PowerRequest.clientValues.first { $0.rawValue == word }.map { .command(.power($0)) }
    },
    // bound: the queue compares it with its entries
    "remove": Argument("an entry's number") { Int($0).map { .command(.edit(.remove($0))) } },
    "shuffle": Argument(words: ["on", "off"]) { word in
      ["on": true, "off": false][word].map { .adjust(.shuffle($0)) }
    },
    "jump": Argument("an entry's number") { Int($0).map { .command(.jump(to: $0)) } },
    "list": Argument("a number from 0") { Int($0).flatMap { $0 < 0 ? nil : .list(from: $0) } },
    "content": Argument("check") { $0 == "check" ? .checkForContent : nil },
  ]

  /// A time, a signed change, or a percentage of the duration.
  @Sendable private static func seek(_ word: String) -> Request? {
    if word.hasSuffix("%") {
      return finite(String(word.dropLast())).flatMap {
        (0...100).contains($0) ? .adjust(.seek($0 / 100)) : nil
      }
    }
    if isSigned(word) { return time(word).map { .command(.skip(by: $0)) } }
    return MediaTime(word: word).map { .command(.seek(.init(to: $0))) }
  }

  /// A volume or a signed change, from 0 to 1 or in per cent. Rejects anything beyond: 50 must not
  /// mean full volume.
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
    // bound: the player compares it with its tracks
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

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func finite(_ word: String) -> Double? {
    Double(word).flatMap { $0.isFinite ? $0 : nil }
  }
}
