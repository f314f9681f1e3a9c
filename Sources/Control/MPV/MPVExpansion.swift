/// Text with properties in it, as `expand-text` has it: `${pause}`, `${=time-pos}` as programs read it,
/// `${path:nothing}`, `${?pause==yes:it stands}`, `${!pause==yes:it moves}`, `$${` for itself. A value.
///
/// A client's text is hostile: which brace closes which is found once, in one pass.
struct MPVExpansion {
  private let bytes: [UInt8]
  private let view: MPVView
  /// Where a `${` at a place is closed.
  private let ends: [Int: Int]

  /// As deep as texts within texts go.
  private static let deepest = 8
  private static let (dollar, open, close) =
    (UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "}"))

  static func expand(_ text: String, _ view: MPVView) -> String {
    let expansion = MPVExpansion(text, view)
    return String(decoding: expansion.expanded(expansion.bytes.indices, 0), as: UTF8.self)
  }

  private init(_ text: String, _ view: MPVView) {
    (bytes, self.view) = (Array(text.utf8), view)
    ends = Self.ends(in: bytes)
  }

  private static func ends(in bytes: [UInt8]) -> [Int: Int] {
    var (found, begun): ([Int: Int], [Int]) = ([:], [])
    for place in bytes.indices {
      if bytes[place] == open, place > 0, bytes[place - 1] == dollar { begun.append(place - 1) }
      if bytes[place] == close, let start = begun.popLast() { found[start] = place }
    }
    return found
  }

  private func expanded(_ range: Range<Int>, _ depth: Int) -> [UInt8] {
    var (result, place): ([UInt8], Int) = ([], range.lowerBound)
    while place < range.upperBound {
      let byte = bytes[place]
      let next = place + 1 < range.upperBound ? bytes[place + 1] : nil
      if byte == Self.dollar, next == Self.dollar {
        result.append(byte)
        place += 2
      } else if byte == Self.dollar, next == UInt8(ascii: ">") {
        // What follows is as it is.
        return result + bytes[(place + 2)..<range.upperBound]
      } else if byte == Self.dollar, next == Self.open, depth < Self.deepest,
        let end = ends[place], end < range.upperBound
      {
        result += value(of: place + 2..<end, depth)
        place = end + 1
      } else {
        result.append(byte)
        place += 1
      }
    }
    return result
  }

  private func value(of inside: Range<Int>, _ depth: Int) -> [UInt8] {
    var start = inside.lowerBound
    let mark = inside.isEmpty ? nil : bytes[start]
    let isRaw = mark == UInt8(ascii: "=")
    let condition = mark == UInt8(ascii: "?") ? true : mark == UInt8(ascii: "!") ? false : nil
    if isRaw || condition != nil { start += 1 }
    let colon = bytes[start..<inside.upperBound].firstIndex(of: UInt8(ascii: ":"))
    let name = String(decoding: bytes[start..<(colon ?? inside.upperBound)], as: UTF8.self)
    let fallback = colon.map { $0 + 1..<inside.upperBound }
    guard let condition else {
      if let value = shown(name, isRaw) { return Array(value.utf8) }
      if let fallback { return expanded(fallback, depth + 1) }
      return Array((MPVProperty.named(name) == nil ? "(error)" : "(unavailable)").utf8)
    }
    guard let fallback, holds(name) == condition else { return [] }
    return expanded(fallback, depth + 1)
  }

  /// Whether a property is there, or is what is said behind `==`.
  private func holds(_ words: String) -> Bool {
    let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let value = shown(String(parts.first ?? ""), true) else { return false }
    return parts.count < 2 || String(parts[1].drop { $0 == "=" }) == value
  }

  private func shown(_ name: String, _ isRaw: Bool) -> String? {
    guard let property = MPVProperty.named(name), let value = property.read(view) else {
      return nil
    }
    return isRaw ? value.plainText : property.pretty?(value) ?? value.plainText
  }
}
