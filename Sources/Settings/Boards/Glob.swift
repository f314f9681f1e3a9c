/// A pattern in which `*` matches any text and `?` any byte.
struct Glob {
  private let pattern: [UInt8]

  init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  /// Takes time proportional to the product of both lengths at most.
  func matches(_ text: String) -> Bool {
    let text = Array(text.utf8)
    var (at, place) = (0, 0)
    // The position of the last star, and the text it has matched so far.
    var star: (pattern: Int, text: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, at)
        place += 1
      } else if place < pattern.count,
        pattern[place] == text[at] || pattern[place] == UInt8(ascii: "?")
      {
        (place, at) = (place + 1, at + 1)
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        (place, at) = (last.pattern + 1, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
