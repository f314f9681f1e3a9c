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

  /// The commands of a line, word by word; none if a quotation mark has no other. By bytes: to find the
  /// characters of a long line would take longer than all else.
  static func commands(_ line: String) -> [[String]] {
    var (commands, words): ([[String]], [String]) = ([], [])
    var rest = Array(line.utf8)[...]
    while true {
      rest = rest.drop { " \t\r".utf8.contains($0) }
      guard let first = rest.first, first != UInt8(ascii: "#") else { break }
      if first == UInt8(ascii: ";") {
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

  private static func word(_ rest: inout ArraySlice<UInt8>) -> String? {
    switch rest.first {
    case UInt8(ascii: "'"): return quoted(&rest)
    case UInt8(ascii: "\""): return escaped(&rest)
    default:
      let word = rest.prefix { !" \t\r;#".utf8.contains($0) }
      rest = rest[word.endIndex...]
      return String(decoding: word, as: UTF8.self)
    }
  }

  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String? {
    let inside = rest.dropFirst()
    guard let end = inside.firstIndex(of: UInt8(ascii: "'")) else { return nil }
    rest = inside[end...].dropFirst()
    return String(decoding: inside[..<end], as: UTF8.self)
  }

  /// As a text of JSON.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> String? {
    var isEscaped = false
    let end = rest.dropFirst().firstIndex { byte in
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      return !isEscaped && byte == UInt8(ascii: "\"")
    }
    guard let end else { return nil }
    var reader = MPVReader(Array(rest[...end]))
    rest = rest[end...].dropFirst()
    guard case .text(let text)? = try? reader.value() else { return nil }
    return text
  }
}

extension String {
  /// `_` counts as `-` in names of commands.
  var hyphened: String {
    String(decoding: utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
  }
}
