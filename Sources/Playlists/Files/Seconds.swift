package import VitrineTiming

extension MediaTime {
  /// The longest duration in a list: a year.
  package static let longestInList = MediaTime(31_536_000, 1)

  /// Parses `12`, `12.5`, `1:30` or `1:02:03.5`, in ASCII digits. Returns nil for other texts, and
  /// above `longestInList`.
  package init?(listText text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard text.utf8.count <= 40, (1...3).contains(parts.count), let last = parts.last else {
      return nil
    }
    var whole: Int64 = 0
    for part in parts.dropLast() {
      guard part.count <= 9, let number = Self.number(part) else { return nil }
      whole = (whole +| number) *| 60
    }
    let ends = last.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = ends.first, first.count <= 9, let seconds = Self.number(first) else {
      return nil
    }
    guard let nanoseconds = ends.count < 2 ? 0 : Self.fraction(ends[1]) else { return nil }
    whole +|= seconds
    guard whole <= Self.longestInList.value else { return nil }
    self.init(nanoseconds: whole *| 1_000_000_000 +| nanoseconds)
  }

  /// Returns nil unless there are only digits.
  private static func number(_ digits: some Collection<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(Int64(0)) { $0 * 10 +| Int64($1 -| UInt8(ascii: "0")) }
  }

  /// In nanoseconds; further digits are ignored.
  private static func fraction(_ digits: some Collection<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    let nine = digits.prefix(9) + Array(repeating: UInt8(ascii: "0"), count: 9)
    return number(nine.prefix(9))
  }
}
