internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// A command of mpv: its arguments and its outcome. A value type.
struct MPVCommand: Sendable {
  struct Argument: Sendable {
    let name: String
    let kind: Kind
    var isOptional = false
  }

  enum Kind: Sendable {
    case text, integer, double, time
    /// A number, or one of these words.
    case place([String])
    /// Words, joined with `+` or in a list; at most one of each group.
    case flags([[String]])
    /// Per-file options of mpv: `name=value,…`, or a map; since 0.38 possibly preceded by a number.
    case options
  }

  let arguments: [Argument]
  /// Whether further strings may follow.
  var isVariadic = false
  let run: @Sendable (MPVArguments, MPVView) -> MPVOutcome

  /// The time of a text on screen, from milliseconds; mpv's default for none and for -1.
  static func textTime(_ milliseconds: Double?) -> Duration {
    guard let milliseconds, milliseconds >= 0 else { return .seconds(1) }
    return .seconds(min(milliseconds / 1000, CommandLanguage.longestMessageTime))
  }
}

/// The outcome of a command.
enum MPVOutcome: Hashable, Sendable {
  /// Nothing, or nothing more.
  case done(MPVValue)
  case failed
  case invalid
  case actions([MPVAction])
  case load(String, MPVLoad)
  /// A message for all clients.
  case message([String])
  /// A text on screen; nil removes it.
  case show(String?, for: Duration)
  case overlay(OverlayChange)
  case quit
}

/// Where to add the loaded items.
struct MPVLoad: Hashable, Sendable {
  enum Place: Hashable, Sendable { case replacing, atEnd, next }
  var place = Place.replacing
  /// Whether to start playback if nothing plays.
  var plays = false
  var isList = false
}

/// The arguments of a command, converted to their types. A value type.
struct MPVArguments: Sendable {
  private(set) var values: [String: MPVValue] = [:]
  private(set) var rest: [String] = []

  /// Positional arguments. Nil if they do not match the command.
  init?(_ words: [MPVValue], for command: MPVCommand) {
    let wanted = command.arguments
    guard words.count <= wanted.count || command.isVariadic else { return nil }
    for (index, argument) in wanted.enumerated() {
      guard index < words.count else {
        guard argument.isOptional else { return nil }
        continue
      }
      guard let value = argument.kind.value(words[index]) else { return nil }
      values[argument.name] = value
    }
    for word in words.dropFirst(wanted.count) {
      guard let text = word.wordText else { return nil }
      rest.append(text)
    }
  }

  /// Named arguments.
  init?(_ fields: [MPVField], for command: MPVCommand) {
    for field in fields where field.name != "name" {
      guard let argument = command.arguments.first(where: { $0.name == field.name.hyphened }),
        let value = argument.kind.value(field.value)
      else { return nil }
      values[argument.name] = value
    }
    guard command.arguments.allSatisfy({ $0.isOptional || values[$0.name] != nil }) else {
      return nil
    }
  }

  func text(_ name: String) -> String? {
    guard case .text(let text)? = values[name] else { return nil }
    return text
  }

  func number(_ name: String) -> Double? { values[name]?.number }

  /// A position in the queue, clamped to the range of `Int`.
  func index(_ name: String) -> Int? {
    number(name).map { Int(Int64(saturating: $0)) }
  }

  func flags(_ name: String) -> Set<String> {
    Set(text(name)?.split(separator: "+").map(String.init) ?? [])
  }
}

extension MPVCommand.Kind {
  /// Accepts numbers as numbers or strings; strings only as strings.
  func value(_ given: MPVValue) -> MPVValue? {
    switch (self, given) {
    case (.text, .text): return given
    case (.flags(let groups), .text(let text)):
      return Self.flags(text.split(separator: "+").map(String.init), groups)
    case (.flags(let groups), .list(let values)):
      return Self.flags(values.compactMap(\.wordText), groups)
    case (.options, .map), (.options, .integer): return given
    case (.options, .text(let text)):
      let parts = text.split(separator: ",")
      return parts.allSatisfy({ $0.contains("=") }) || Int64(text) != nil ? given : nil
    case (.place(let words), .text(let text)):
      return words.contains(text) ? given : Int64(text).map(MPVValue.integer)
    case (.integer, .integer), (.place, .integer), (.double, .integer), (.double, .double),
      (.time, .integer),
      (.time, .double):
      return given
    // bound: the command's kind has a range
    case (.integer, .text(let text)): return Int64(text).map(MPVValue.integer)
    case (.double, .text(let text)):
      return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case (.time, .text(let text)): return MPVKind.seconds(text).map(MPVValue.double)
    default: return nil
    }
  }

  private static func flags(_ words: [String], _ groups: [[String]]) -> MPVValue? {
    let isKnown = words.allSatisfy { word in groups.contains { $0.contains(word) } }
    let isOne = groups.allSatisfy { group in words.count { group.contains($0) } <= 1 }
    return isKnown && isOne ? .text(words.joined(separator: "+")) : nil
  }

  /// The name of the type in mpv.
  var name: String {
    switch self {
    case .text: "String"
    case .integer: "Integer"
    case .place: "Choice"
    case .double: "Double"
    case .time: "Time"
    case .flags: "Flags"
    case .options: "Key/value list"
    }
  }
}

extension MPVValue {
  var wordText: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .double(let number): number.sixDecimals
    case .flag(let isSet): isSet ? "yes" : "no"
    default: nil
    }
  }
}

extension MPVCommand {
  /// The property `command-list`.
  static var list: MPVValue {
    .list(
      all.sorted { $0.key < $1.key }.map { name, command in
        .fields([
          "name": .text(name),
          "args": .list(
            command.arguments.map {
              .fields([
                "name": .text($0.name), "type": .text($0.kind.name),
                "optional": .flag($0.isOptional),
              ])
            }),
          "vararg": .flag(command.isVariadic),
        ])
      })
  }

  /// Jumps to a position in the queue; stops playback if there is no such entry.
  static func jump(to index: Int, _ view: MPVView) -> [MPVAction] {
    guard view.queue.entries.indices.contains(index) else { return [.command(.stop)] }
    return [.command(.jump(to: view.queue.entries[index].id))]
  }
}
