/// The host that a request is addressed to: the field `Host`, RFC 9110, 7.2.
///
/// With DNS rebinding, a page of another site points its name at this machine and makes the browser
/// send requests here. Only requests for this machine's own names are answered, which excludes the
/// page's name.
struct Host: Hashable {
  /// In lower case, without the port, and without the brackets of an IPv6 address.
  let name: String
  private let isLiteral: Bool

  /// Nil unless the text is a name or an address with an optional port.
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

  /// Whether this is the machine itself: an address, which cannot be the name of another site, or a
  /// name that no public name server can point here. `names` are the machine's own, in lower case.
  func isOurs(_ names: Set<String>) -> Bool {
    isLiteral || name == "localhost" || name.hasSuffix(".local") || names.contains(name)
  }
}
