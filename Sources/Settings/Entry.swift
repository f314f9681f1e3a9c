internal import VitrinePlaylists

/// A value in a file, with the line it begins in.
struct Entry: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// `isPlain`: without quotes, so it can also be a number.
    case word(String, isPlain: Bool)
    case list([Entry])
    case map([Pair])
  }

  struct Pair: Hashable, Sendable {
    let name: String
    let line: Int
    let value: Entry
    /// The place of the name; empty if it is not from a YAML file.
    var key = 0..<0
  }

  let line: Int
  let content: Content
  /// Its place in a YAML file, in Unicode scalars; empty elsewhere.
  var range = 0..<0

  /// Whether the value is missing or one of YAML's words for null.
  var isNothing: Bool {
    guard case .word(let word, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(word)
  }

  /// How messages name it.
  var noun: String {
    switch content {
    case _ where isNothing: "no value"
    case .word(let word, _): quoted(word)
    case .list: "a list"
    case .map: "a section"
    }
  }

  /// The message about a value that must be a section with some of these keys.
  func expectedSection(_ names: [String]) -> String {
    "expected a section (\(names.joined(separator: ", "))), got \(noun)"
  }
}
