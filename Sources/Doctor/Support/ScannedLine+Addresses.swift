extension ScannedLine {
  private static let longestCredentials = 512

  /// Removes user names and passwords before an `@`, and queries and fragments.
  mutating func removeFromAddresses() {
    // The end of the address at `index`, if it has a scheme.
    var (index, end) = (0, 0)
    while index < bytes.count {
      if let start = authority(at: index) {
        index = removeUserInfo(start)
        end = addressEnd(index)
      } else if bytes[index] == UInt8(ascii: "?"), index < end || isQuery(index + 1) {
        index = remove(index + 1..<addressEnd(index))
      } else if bytes[index] == UInt8(ascii: "#"), index < end {
        index = remove(index + 1..<addressEnd(index))
      } else if bytes[index] == UInt8(ascii: "@"), let start = credentials(before: index) {
        index = remove(start..<index) + 1
      } else {
        index += 1
      }
    }
  }

  /// The index behind `://`, also if JSON escapes its slashes.
  private func authority(at index: Int) -> Int? {
    guard bytes[index] == UInt8(ascii: ":") else { return nil }
    for sign in ["://", ":\\/\\/"] where bytes[index...].starts(with: sign.utf8) {
      return index + sign.utf8.count
    }
    return nil
  }

  private func addressEnd(_ start: Int) -> Int {
    index(from: start) { $0 <= 0x20 || "\"<>`".utf8.contains($0) }
  }

  /// Removes the user information of the authority at `start`; returns the index behind it.
  private mutating func removeUserInfo(_ start: Int) -> Int {
    let end = addressEnd(start)
    let hostEnd = min(end, index(from: start) { "/?#\\".utf8.contains($0) })
    let at = UInt8(ascii: "@")
    if let sign = bytes[start..<hostEnd].lastIndex(of: at) { return remove(start..<sign) + 1 }
    guard bytes[start..<hostEnd].first != UInt8(ascii: "["),
      let colon = bytes[start..<hostEnd].lastIndex(of: UInt8(ascii: ":"))
    else { return hostEnd }
    let port = bytes[colon + 1..<hostEnd]
    if port.count <= 5, port.allSatisfy(\.isDecimal) {
      // Probably a port, but a password of digits may be followed by a slash.
      guard let sign = bytes[hostEnd..<end].lastIndex(of: at) else { return hostEnd }
      return remove(start..<sign) + 1
    }
    // A password with characters that end an authority, such as spaces.
    let rest = bytes[hostEnd...]
    let limit = rest.indices.first { authority(at: $0) != nil } ?? rest.endIndex
    if let sign = bytes[hostEnd..<limit].lastIndex(of: at) { return remove(start..<sign) + 1 }
    return remove(colon + 1..<end)
  }

  /// Whether a query such as `token=…` begins at `start`.
  private func isQuery(_ start: Int) -> Bool {
    let end = index(from: start) { !$0.isNameByte }
    return end > start && byte(end) == UInt8(ascii: "=")
  }

  /// The start of `name:password` before an `@`, without a scheme.
  private func credentials(before sign: Int) -> Int? {
    let first = max(0, sign - Self.longestCredentials)
    let before = bytes[first..<sign].lastIndex { $0 <= 0x20 || "\"'<>`=,(/".utf8.contains($0) }
    let start = before.map { $0 + 1 } ?? first
    guard let colon = bytes[start..<sign].firstIndex(of: UInt8(ascii: ":")), colon > start,
      colon + 1 < sign, !bytes[start..<sign].elementsEqual(SecretScrubber.mark.utf8)
    else { return nil }
    return start
  }
}
