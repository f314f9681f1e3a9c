/// mpv's error messages, verbatim, because clients compare them.
enum MPVError: String, Error, Sendable {
  case invalid = "invalid parameter"
  case failed = "error running command"
  case unknownProperty = "property not found"
  case unavailable = "property unavailable"
  case badFormat = "unsupported format for accessing property"
  case noAccess = "error accessing property"
}

/// One line of JSON from a client. A value type.
struct MPVRequest: Hashable, Sendable {
  /// The ID to repeat in the answer.
  var id: MPVValue
  /// Whether the answer may come later, in which case its fields have another order.
  var isAsync: Bool
  var command: Arguments

  enum Arguments: Hashable, Sendable {
    case list([MPVValue])
    /// Named arguments, one of which is `name`.
    case named([MPVField])
  }

  /// Why a line is not a request; the answer still contains `id`.
  struct ParseError: Error {
    let id: MPVValue
  }

  init(_ line: [UInt8]) throws(ParseError) {
    var reader = MPVReader(line)
    let read: MPVValue
    do throws(MPVReader.Malformed) {
      read = try reader.value()
    } catch {
      throw ParseError(id: .integer(0))
    }
    guard case .map = read else { throw ParseError(id: .integer(0)) }
    id = read["request_id"] ?? .integer(0)
    switch read["async"] {
    case nil: isAsync = false
    case .flag(let isAsync): self.isAsync = isAsync
    // The ID has not been read yet: mpv parses in this order.
    default: throw ParseError(id: .integer(0))
    }
    switch read["command"] {
    case .list(let words): command = .list(words)
    case .map(let fields): command = .named(fields)
    default: throw ParseError(id: id)
    }
    // mpv requires an integer ID for asynchronous commands.
    if isAsync, !id.isInteger { throw ParseError(id: id) }
  }
}

extension MPVValue {
  fileprivate var isInteger: Bool {
    if case .integer = self { true } else { false }
  }
}

/// A line that is not JSON: commands in the format of mpv's `input.conf`, which get no answer.
enum MPVText {
  private static let prefixes: Set<String> = [
    "no-osd", "osd-bar", "osd-msg", "osd-msg-bar", "osd-auto", "raw", "expand-properties",
    "repeatable", "async", "sync", "nonscalable",
  ]

  static func isPrefix(_ word: String) -> Bool { prefixes.contains(word.hyphened) }

  /// mpv has no limit; lines written by hand are far shorter.
  private static let mostCommands = 256

  /// Splits a line into commands and words; returns none if a quotation mark is unmatched. Works on
  /// bytes, because finding the characters of a long line would dominate the cost.
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

  /// With the escapes of a JSON string.
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
  /// Command names may use `_` instead of `-`.
  var hyphened: String {
    String(decoding: utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
  }
}
