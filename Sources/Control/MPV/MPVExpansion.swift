/// Expands properties in text like `expand-text`: `${pause}`, `${=time-pos}` for the raw value,
/// `${path:default}`, `${?pause==yes:paused}`, `${!pause==yes:playing}`, `$${` for a literal `${`.
/// A value type.
///
/// The text comes from a client that is not trusted: one pass matches all braces, each property is
/// read once, and a result that is too long is dropped.
struct MPVExpansion {
  private let bytes: [UInt8]
  private let view: MPVView
  /// The closing brace for each `${`, by position.
  private let ends: [Int: Int]
  private var result: [UInt8] = []
  /// The raw and human-readable values of the properties read so far.
  private var known: [String: Shown] = [:]

  private struct Shown {
    let raw: String?
    let pretty: String?
  }

  private struct TooLong: Error {}

  /// The deepest nesting of expansions.
  private static let deepest = 8
  private static let longest = 256 << 10
  private static let (dollar, open, close) =
    (UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "}"))

  /// Returns nil if the result is too long.
  static func expand(_ text: String, _ view: MPVView) -> String? {
    var expansion = MPVExpansion(text, view)
    do throws(TooLong) {
      try expansion.expand(expansion.bytes.indices, 0)
      return String(decoding: expansion.result, as: UTF8.self)
    } catch {
      return nil
    }
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

  private mutating func write(_ more: some Collection<UInt8>) throws(TooLong) {
    result += more
    guard result.count <= Self.longest else { throw TooLong() }
  }

  private mutating func expand(_ range: Range<Int>, _ depth: Int) throws(TooLong) {
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = bytes[place]
      let next = place + 1 < range.upperBound ? bytes[place + 1] : nil
      if byte == Self.dollar, next == Self.dollar {
        try write(CollectionOfOne(byte))
        place += 2
      } else if byte == Self.dollar, next == UInt8(ascii: ">") {
        // The rest is literal.
        return try write(bytes[(place + 2)..<range.upperBound])
      } else if byte == Self.dollar, next == Self.open, depth < Self.deepest,
        let end = ends[place], end < range.upperBound
      {
        // bound: the end was searched after the position
        try expandProperty(in: place + 2..<end, depth)
        place = end + 1
      } else {
        try write(CollectionOfOne(byte))
        place += 1
      }
    }
  }

  private mutating func expandProperty(in inside: Range<Int>, _ depth: Int) throws(TooLong) {
    var start = inside.lowerBound
    let mark = inside.isEmpty ? nil : bytes[start]
    let isRaw = mark == UInt8(ascii: "=")
    let condition = mark == UInt8(ascii: "?") ? true : mark == UInt8(ascii: "!") ? false : nil
    if isRaw || condition != nil { start += 1 }
    let colon = bytes[start..<inside.upperBound].firstIndex(of: UInt8(ascii: ":"))
    let name = String(decoding: bytes[start..<(colon ?? inside.upperBound)], as: UTF8.self)
    let fallback = colon.map { $0 + 1..<inside.upperBound }
    guard let condition else {
      let shown = shown(name)
      if let value = isRaw ? shown.raw : shown.pretty { return try write(value.utf8) }
      if let fallback { return try expand(fallback, depth + 1) }
      return try write((MPVProperty.named(name) == nil ? "(error)" : "(unavailable)").utf8)
    }
    guard let fallback, holds(name) == condition else { return }
    try expand(fallback, depth + 1)
  }

  /// Whether a property is available, or equals the value after `==`.
  private mutating func holds(_ words: String) -> Bool {
    let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let value = shown(String(parts.first ?? "")).raw else { return false }
    return parts.count < 2 || String(parts[1].drop { $0 == "=" }) == value
  }

  private mutating func shown(_ name: String) -> Shown {
    if let shown = known[name] { return shown }
    var shown = Shown(raw: nil, pretty: nil)
    if let property = MPVProperty.named(name), let value = property.read(view) {
      let raw = value.plainText
      shown = Shown(raw: raw, pretty: property.pretty?(value) ?? raw)
    }
    known[name] = shown
    return shown
  }
}
