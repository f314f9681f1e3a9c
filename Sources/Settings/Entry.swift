internal import VitrinePlaylists

/// A value in a file, with the line it begins in. What it means is the schema's business.
struct Entry: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// `isPlain`: without quotes, so that it may be a number, too.
    case word(String, isPlain: Bool)
    case list([Entry])
    case map([Pair])
  }

  struct Pair: Hashable, Sendable {
    let name: String
    let line: Int
    let value: Entry
  }

  let line: Int
  let content: Content

  /// What follows a colon that nothing follows; YAML has words for it, too.
  var isNothing: Bool {
    guard case .word(let word, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(word)
  }

  /// As a message calls it.
  var noun: String {
    switch content {
    case _ where isNothing: "no value"
    case .word(let word, _): quoted(word)
    case .list: "a list"
    case .map: "a section"
    }
  }
}
