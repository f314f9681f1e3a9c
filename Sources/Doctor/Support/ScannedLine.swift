/// One line of text from which `SecretScrubber` removes secrets.
struct ScannedLine {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return bytes.indices.contains {
      bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
    }
  }

  /// Replaces a range, and returns the index behind the replacement.
  mutating func remove(_ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return range.upperBound }
    bytes.replaceSubrange(range, with: SecretScrubber.mark.utf8)
    return range.lowerBound + SecretScrubber.mark.utf8.count
  }

  func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  /// The first index from `start` on whose byte matches, or the end.
  func index(from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
    bytes[min(start, bytes.count)...].firstIndex(where: isEnd) ?? bytes.count
  }
}

extension UInt8 {
  var isDecimal: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isNameByte: Bool {
    isDecimal || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || "-_.".utf8.contains(self)
  }
}
