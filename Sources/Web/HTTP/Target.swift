import VitrineAddresses

/// The target of a request: path components and query parameters, decoded; RFC 3986.
struct Target: Hashable {
  var path: [String] = []
  var query: [String: String] = [:]
  /// The authority of an absolute target, which overrides the field `Host`.
  var authority: String?

  /// Returns nil for an invalid target.
  init?(_ text: String) {
    guard text.utf8.count <= 8192 else { return nil }
    var rest = text[...]
    for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
      if rest.first != "/" { rest = "/" + rest }
    }
    guard rest.first == "/", !rest.contains("#") else { return nil }
    let parts = rest.dropFirst().split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    for part in parts[0].split(separator: "/", omittingEmptySubsequences: false) {
      guard let part = Self.decoded(part, isQuery: false) else { return nil }
      path.append(part)
    }
    guard parts.count == 2 else { return }
    for question in parts[1].split(separator: "&") {
      let sides = question.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0], isQuery: true),
        let value = Self.decoded(sides.count == 2 ? sides[1] : "", isQuery: true)
      else { return nil }
      query[name] = value
    }
  }

  /// Returns nil for an incomplete escape, invalid UTF-8 or a NUL.
  private static func decoded(_ part: some StringProtocol, isQuery: Bool) -> String? {
    guard let bytes = PercentCoding.bytes(of: part, isQuery: isQuery) else { return nil }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
