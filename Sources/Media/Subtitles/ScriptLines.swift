/// The known lines of a script and their times, in milliseconds.
struct ScriptLines {
  struct Line {
    let start: Int64
    fileprivate(set) var end: Int64
    let readOrder: Int
    let isAnimated: Bool
    /// Whether there is anything besides tags and spaces.
    let isVisible: Bool
    let text: [UInt8]

    /// Returns nil if the text is not a dialogue line, or too long.
    init?(_ text: [UInt8], start: Int64, end: Int64) {
      guard text.count <= ScriptLines.longestLine, end > start else { return nil }
      let fields = text.split(separator: comma, maxSplits: 8, omittingEmptySubsequences: false)
      guard fields.count == 9, !fields[8].isEmpty,
        let readOrder = Int(String(decoding: fields[0], as: UTF8.self))
      else { return nil }
      self.start = start
      self.end = end
      self.text = text
      self.readOrder = readOrder
      isVisible = hasText(fields[8])
      isAnimated = fields[7].contains { $0 != space } || hasAnimation(fields[8])
    }
  }

  private(set) var lines: [Line] = []
  private var readOrders: Set<Int> = []
  private var weight = 0

  static let longestLine = 64 << 10
  static let mostLines = 10_000
  static let greatestWeight = 16 << 20

  var isEmpty: Bool { lines.isEmpty }

  /// Whether there is no room for another line.
  func isFull(for line: Line) -> Bool {
    lines.count >= Self.mostLines || weight + line.text.count > Self.greatestWeight
  }

  /// Adds a line. Returns false if it is already known, such as after a short seek.
  mutating func insert(_ line: Line) -> Bool {
    guard readOrders.insert(line.readOrder).inserted else { return false }
    lines.append(line)
    weight += line.text.count
    return true
  }

  /// Ends all lines at `time`, and removes those that would begin then or later. Returns false if that changes nothing.
  mutating func end(at time: Int64) -> Bool {
    guard lines.contains(where: { $0.end > time }) else { return false }
    lines.removeAll { $0.start >= time }
    for index in lines.indices { lines[index].end = min(lines[index].end, time) }
    readOrders = Set(lines.map(\.readOrder))
    weight = lines.reduce(0) { $0 + $1.text.count }
    return true
  }

  /// Removes lines that ended before `time`.
  mutating func removeAll(endingBefore time: Int64) {
    lines.removeAll { $0.end < time }
    readOrders = Set(lines.map(\.readOrder))
    weight = lines.reduce(0) { $0 + $1.text.count }
  }

  func isShowing(at time: Int64) -> Bool {
    lines.contains { $0.start <= time && time < $0.end }
  }

  /// Adds the text at `time` to `words`, in the order of appearance.
  func appendText(at time: Int64, to words: inout SubtitleWords) {
    let shown = lines.filter { $0.start <= time && time < $0.end }
    for line in shown.sorted(by: { ($0.start, $0.readOrder) < ($1.start, $1.readOrder) }) {
      let fields = line.text.split(separator: comma, maxSplits: 8, omittingEmptySubsequences: false)
      words.append(script: fields[8])
    }
  }

  func isAnimated(at time: Int64) -> Bool {
    lines.contains { $0.isAnimated && $0.start <= time && time < $0.end }
  }

  /// Returns the next start or end of a line.
  func nextChange(after time: Int64) -> Int64? {
    var next = Int64.max
    for line in lines {
      if line.start > time { next = min(next, line.start) }
      if line.end > time { next = min(next, line.end) }
    }
    return next == .max ? nil : next
  }
}

private let comma = UInt8(ascii: ",")
private let space = UInt8(ascii: " ")

/// Whether a text has anything besides override blocks, line breaks and spaces.
private func hasText(_ text: ArraySlice<UInt8>) -> Bool {
  var (isInBlock, isEscaped) = (false, false)
  for byte in text {
    switch byte {
    case UInt8(ascii: "{") where !isEscaped: isInBlock = true
    case UInt8(ascii: "}") where isInBlock: isInBlock = false
    case UInt8(ascii: "\\") where !isInBlock: isEscaped = true
    case space: isEscaped = false
    case _ where isInBlock: break
    case UInt8(ascii: "N") where isEscaped, UInt8(ascii: "n") where isEscaped,
      UInt8(ascii: "h") where isEscaped:
      isEscaped = false
    default: return true
    }
  }
  return false
}

/// Whether an override block has an animation tag.
private func hasAnimation(_ text: ArraySlice<UInt8>) -> Bool {
  var isInBlock = false
  for index in text.indices {
    switch text[index] {
    case UInt8(ascii: "{"): isInBlock = true
    case UInt8(ascii: "}"): isInBlock = false
    case UInt8(ascii: "\\") where isInBlock:
      let tag = text[(index + 1)...].prefix(5)
      if animatedTags.contains(where: tag.starts(with:)) { return true }
    default: break
    }
  }
  return false
}

/// All karaoke tags start with a k, and no other does.
private let animatedTags = ["t(", "move(", "fad(", "fade(", "k", "K"].map { Array($0.utf8) }
