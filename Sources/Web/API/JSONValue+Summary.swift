import VitrineControl

extension JSONValue {
  /// The text for the audit log; nil for commands that change nothing, and for the positions
  /// between the start and the end of a scrub. URLs may contain secrets, so they are only counted.
  var summary: String? {
    let words = (array ?? []).map { word in
      word.text ?? word.integer.map { "\($0)" } ?? word.number.map { "\($0)" } ?? ""
    }
    switch words.first {
    case nil, "status", "statistics", "version", "list", "screenshot", "scrub-move": return nil
    case "content",
      "override" where words.count == 1:
      return nil
    case "load", "append": return "\(words[0]), \(words.count - 1) of them"
    default: return String(words.prefix(4).joined(separator: " ").prefix(64))
    }
  }
}
