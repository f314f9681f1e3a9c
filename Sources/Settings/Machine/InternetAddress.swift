/// An IPv4 or IPv6 address, as in RFC 4291 but without the form that ends in an IPv4 address.
struct InternetAddress {
  /// The longest prefix length.
  private let bits: Int

  init?(_ word: String) {
    if Self.isFour(word) {
      bits = 32
    } else if Self.isSix(word) {
      bits = 128
    } else {
      return nil
    }
  }

  /// Parses an address with a prefix length after a slash.
  init?(withPrefix word: String) {
    let halves = word.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let address = InternetAddress(String(halves[0])),
      let length = Self.number(halves[1], most: address.bits), length > 0
    else { return nil }
    self = address
  }

  private static func isFour(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { number($0, most: 255) != nil }
  }

  /// Eight groups, of which `::` can replace one or more.
  private static func isSix(_ word: String) -> Bool {
    let halves = word.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    let groups = halves.flatMap {
      $0.isEmpty ? [] : $0.split(separator: ":", omittingEmptySubsequences: false)
    }
    guard groups.allSatisfy(isGroup) else { return false }
    return halves.count == 1 ? groups.count == 8 : halves.count == 2 && groups.count < 8
  }

  private static func isGroup(_ group: Substring) -> Bool {
    1...4 ~= group.utf8.count && group.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Digits without leading zeros, which some programs read as octal.
  private static func number(_ word: Substring, most: Int) -> Int? {
    guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      word == "0" || !word.hasPrefix("0"), let number = Int(word), number <= most
    else { return nil }
    return number
  }
}
