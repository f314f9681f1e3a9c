/// The machine that a client believes to speak to: what its `Host` says; RFC 9110, 7.2.
///
/// A page from elsewhere whose name leads to this machine (DNS rebinding) has the browser ask us as if we
/// were that page's server. Its name gives it away: so only names that are ours are answered.
struct Host: Hashable {
  /// In lower case, without its port; of an address of IPv6 what is between its brackets.
  let name: String
  private let isLiteral: Bool

  /// Nil for what is no name or address with at most a port behind it.
  init?(_ text: String) {
    var rest = text[...]
    guard !rest.isEmpty, rest.utf8.count <= 255 else { return nil }
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      let address = rest[rest.index(after: rest.startIndex)..<end]
      guard address.contains(":"), address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return nil }
      (name, isLiteral) = (address.lowercased(), true)
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      let word = rest[..<end].lowercased()
      let isName = word.utf8.allSatisfy { byte in
        (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d
          || byte == 0x2e || byte == 0x5f
      }
      guard !word.isEmpty, isName else { return nil }
      (name, isLiteral) = (word, Self.isAddress(word))
      rest = rest[end...]
    }
    guard rest.isEmpty || Self.isPort(rest) else { return nil }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && text.dropFirst().utf8.count <= 5
      && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isAddress(_ word: String) -> Bool {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether it is the machine itself. No name server has these names, and addresses no page's name can
  /// stand for. `names` are the machine's own, in lower case.
  func isOurs(_ names: Set<String>) -> Bool {
    isLiteral || name == "localhost" || name.hasSuffix(".local") || names.contains(name)
  }
}
