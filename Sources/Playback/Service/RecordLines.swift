/// The format of small files with one entry per line: a heading, the entries, and `end` to detect
/// truncation.
enum RecordLines {
  /// Returns the entries; nil for any deviation from the format, and for more than `most` bytes.
  static func entries(of bytes: [UInt8], heading: String, most: Int) -> [Substring]? {
    guard bytes.count <= most, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines.first == heading[...], lines.suffix(2) == ["end", ""] else {
      return nil
    }
    return Array(lines.dropFirst().dropLast(2))
  }

  static func bytes(heading: String, _ entries: [String]) -> [UInt8] {
    Array(([heading] + entries + ["end", ""]).joined(separator: "\n").utf8)
  }
}
