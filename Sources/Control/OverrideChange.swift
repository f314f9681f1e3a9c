import VitrinePlaylists
package import VitrineSchedules

/// A request to begin or end an override.
package enum OverrideChange: Hashable, Sendable {
  case begin(OverrideRequest)
  /// Ends the override of this name; nil ends the current one.
  case end(id: String?)

  /// The sources that it names.
  var sources: [String] {
    guard case .begin(let order) = self, case .source(let source) = order.content else { return [] }
    return [source]
  }

  /// Parses the words after `override`: `begin fire for 30m card Fire | Please leave the house`,
  /// `end`.
  init(words: [String]) throws(Refusal) {
    switch words.first {
    case "end" where words.count <= 2: self = .end(id: words.dropFirst().first)
    case "begin" where words.count >= 6: self = .begin(try Self.order(Array(words.dropFirst())))
    default:
      throw Refusal(
        "override: expected begin NAME (for TIME | until TIME) (file SOURCE | [information | warning | emergency] card TITLE TEXT), or end NAME",
        .invalid)
    }
  }

  private static func order(_ words: [String]) throws(Refusal) -> OverrideRequest {
    let end: OverrideRequest.End? =
      switch words[1] {
      case "for": OverrideRequest.End(length: words[2])
      case "until": OverrideRequest.End(moment: words[2])
      default: nil
      }
    guard let end else {
      throw Refusal(
        "invalid time for override: expected, for example, for 90s, 10m, 2h or 3d, or until 2026-12-24T18:00+01:00",
        .invalid)
    }
    let severity = Severity(rawValue: words[3])
    let content = Array(words.dropFirst(severity == nil ? 3 : 4))
    switch (content.first, content.count) {
    case ("file", 2) where severity == nil: return try order(words[0], .source(content[1]), end)
    case ("card", 2...3):
      let text = content.dropFirst(2).first ?? ""
      return try order(
        words[0], .card(title: content[1], text: text, severity ?? .information), end)
    default:
      throw Refusal(
        "override: expected file SOURCE, or [information | warning | emergency] card TITLE TEXT",
        .invalid)
    }
  }

  /// Validates the values, and requires an absolute source.
  package static func order(
    _ id: String, _ content: OverrideRequest.Content, _ end: OverrideRequest.End
  ) throws(Refusal) -> OverrideRequest {
    do throws(OverrideRequest.Fault) { return try OverrideRequest(id: id, content, end) } catch {
      throw Refusal(error.cause, .invalid)
    }
  }

  /// The number of words in a line before a path or a card's title.
  static func leadingWords(_ words: [String]) -> Int {
    words.dropFirst(5).first.flatMap(Severity.init(rawValue:)) == nil ? 6 : 7
  }

  /// Splits the rest of a line after `begin NAME for TIME file` or `card`: a path with its spaces,
  /// or a title and a text separated by a bar.
  static func words(line words: [String], rest: String) -> [String] {
    guard words.last == "card", let bar = rest.firstIndex(of: "|") else { return words + [rest] }
    let parts = [rest[..<bar], rest[rest.index(after: bar)...]]
    return words + parts.map { String($0.drop { $0 == " " }).trimmingEnd }
  }
}

extension String {
  /// Without trailing spaces.
  fileprivate var trimmingEnd: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
