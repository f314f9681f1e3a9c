import VitrineControl

extension JSONValue {
  /// What the operator's log says of a command; nil for what changes nothing, and for the many places
  /// that a finger passes between the first and the last. Addresses may bear secrets: they are counted.
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
