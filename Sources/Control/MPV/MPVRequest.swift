/// What mpv answers where something is not done: the very words, which clients compare.
enum MPVError: String, Error, Sendable {
  case invalid = "invalid parameter"
  case failed = "error running command"
  case unknownProperty = "property not found"
  case unavailable = "property unavailable"
  case badFormat = "unsupported format for accessing property"
  case noAccess = "error accessing property"
}

/// One line of JSON from a client. A value.
struct MPVRequest: Hashable, Sendable {
  /// What its answer is to bear.
  var id: MPVValue
  /// Whether the answer may come late, and has another order of its fields then.
  var isAsync: Bool
  var command: Words

  enum Words: Hashable, Sendable {
    case list([MPVValue])
    /// Arguments by their names, one of which is `name`.
    case named([MPVField])
  }

  /// Why a line is no request, and what the answer bears all the same.
  struct Fault: Error {
    let id: MPVValue
  }

  init(_ line: [UInt8]) throws(Fault) {
    var reader = MPVReader(line)
    let read: MPVValue
    do throws(MPVReader.Malformed) {
      read = try reader.value()
    } catch {
      throw Fault(id: .integer(0))
    }
    guard case .map = read else { throw Fault(id: .integer(0)) }
    id = read["request_id"] ?? .integer(0)
    switch read["async"] {
    case nil: isAsync = false
    case .flag(let isAsync): self.isAsync = isAsync
    // What follows is not read any more: mpv's own order.
    default: throw Fault(id: .integer(0))
    }
    switch read["command"] {
    case .list(let words): command = .list(words)
    case .map(let fields): command = .named(fields)
    default: throw Fault(id: id)
    }
    // mpv has no other numbers for what comes late.
    if isAsync, !id.isWhole { throw Fault(id: id) }
  }
}

extension MPVValue {
  fileprivate var isWhole: Bool {
    if case .integer = self { true } else { false }
  }
}

/// A line that is no JSON: commands as in mpv's `input.conf`, which are not answered.
enum MPVText {
  private static let prefixes: Set<String> = [
    "no-osd", "osd-bar", "osd-msg", "osd-msg-bar", "osd-auto", "raw", "expand-properties",
    "repeatable", "async", "sync", "nonscalable",
  ]

  static func isPrefix(_ word: String) -> Bool { prefixes.contains(word.hyphened) }

  /// mpv has no limit; a line with more is none of a person's.
  private static let mostCommands = 256

  /// The commands of a line, word by word; none where one is torn.
  static func commands(_ line: String) -> [[String]] {
    var (commands, words): ([[String]], [String]) = ([], [])
    var rest = line[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = rest.first, first != "#" else { break }
      if first == ";" {
        guard commands.count < mostCommands else { return [] }
        commands.append(words)
        words = []
        rest = rest.dropFirst()
        continue
      }
      guard let word = word(&rest) else { return [] }
      words.append(word)
    }
    return (commands + [words]).filter { !$0.isEmpty }
  }

  private static func word(_ rest: inout Substring) -> String? {
    if rest.first == "'" { return quoted(&rest) }
    guard rest.first == "\"" else {
      let word = rest.prefix { !" \t\r;#".contains($0) }
      rest = rest.dropFirst(word.count)
      return String(word)
    }
    return escaped(&rest)
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    let inside = rest.dropFirst()
    guard let end = inside.firstIndex(of: "'") else { return nil }
    rest = inside[inside.index(after: end)...]
    return String(inside[..<end])
  }

  /// As a text of JSON.
  private static func escaped(_ rest: inout Substring) -> String? {
    var (end, isEscaped) = (rest.index(after: rest.startIndex), false)
    while end < rest.endIndex, isEscaped || rest[end] != "\"" {
      isEscaped = !isEscaped && rest[end] == "\\"
      end = rest.index(after: end)
    }
    guard end < rest.endIndex else { return nil }
    var reader = MPVReader(Array(rest[...end].utf8))
    rest = rest[rest.index(after: end)...]
    guard case .text(let text)? = try? reader.value() else { return nil }
    return text
  }
}

extension String {
  /// `_` counts as `-` in names of commands.
  var hyphened: String { String(map { $0 == "_" ? "-" : $0 }) }
}
