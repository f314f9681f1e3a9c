/// A text that is corrupted in steps, as by faulty programs or connections: in bytes, lines and
/// numbers.
package struct DamagedText: Sendable {
  package private(set) var bytes: [UInt8]
  private let words: [String]

  /// `words` are inserted occasionally.
  package init(_ text: String, words: [String]) { (bytes, self.words) = (Array(text.utf8), words) }

  package mutating func change(_ dice: inout some RandomNumberGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &dice)
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
    case 1: bytes.removeSubrange(place..<min(place + 20, bytes.count))
    case 2: exchangeLines(&dice)
    case 3: bytes.insert(contentsOf: "9999999999999999999".utf8, at: place)
    case 4: changeNumber(near: place, &dice)
    default: bytes.insert(contentsOf: (words.randomElement(using: &dice) ?? "").utf8, at: place)
    }
  }

  private mutating func exchangeLines(_ dice: inout some RandomNumberGenerator) {
    var lines = bytes.split(separator: 10)
    guard lines.count > 1 else { return }
    lines.swapAt(
      Int.random(in: 0..<lines.count, using: &dice), Int.random(in: 0..<lines.count, using: &dice))
    bytes = Array(lines.joined(separator: [10]))
  }

  /// Replaces one number and keeps the structure.
  private mutating func changeNumber(near place: Int, _ dice: inout some RandomNumberGenerator) {
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
    let numbers = [
      "0", "1", "-1", "65536", "2147483648", "9007199254740991", "9223372036854775807",
      "-9223372036854775808", "18446744073709551616",
    ]
    bytes.replaceSubrange(start..<end, with: (numbers.randomElement(using: &dice) ?? "").utf8)
  }
}
