/// The format of a list file.
package enum ListFormat: String, Hashable, Sendable, CaseIterable {
  case m3u, m3u8, pls, xspf, yaml

  /// The format by file extension, ignoring case; nil for other extensions.
  package init?(ending path: String) {
    switch fileEnding(path) {
    // JSON is a subset of YAML.
    case "yml", "json": self = .yaml
    case let ending?:
      guard let format = ListFormat(rawValue: ending) else { return nil }
      self = format
    case nil: return nil
    }
  }

  /// The format by the beginning of a file; nil for other files.
  package init?(beginning bytes: [UInt8]) {
    let text = String(decoding: withoutMark(bytes).prefix(4096), as: UTF8.self).lowercased()
    let lines = text.split(whereSeparator: \.isNewline).lazy
      .map { $0.drop { $0 == " " || $0 == "\t" } }.filter { !$0.isEmpty }
    switch lines.first {
    case let line? where line.hasPrefix("#extm3u"): self = .m3u
    case let line? where line.hasPrefix("[playlist]"): self = .pls
    case let line? where line.hasPrefix("<?xml") || line.hasPrefix("<playlist"): self = .xspf
    default:
      let isList = lines.contains { $0.hasPrefix("items:") || $0.hasPrefix("\"items\"") }
      guard isList || lines.first.map(isJSONList) ?? false else { return nil }
      self = .yaml
    }
  }
}

/// Whether a JSON object on one line may be a list.
private func isJSONList(_ line: Substring) -> Bool {
  line.hasPrefix("{") && line.contains("\"items\"")
}

/// Returns the extension in lower case; nil for names without one, and for hidden files without a
/// second dot.
func fileEnding(_ path: String) -> String? {
  let name = path.utf8[
    (path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
      ?? path.utf8.startIndex)...]
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
  let ending = name[name.index(after: dot)...]
  return ending.isEmpty || ending.count > 8 ? nil : String(Substring(ending)).lowercased()
}
