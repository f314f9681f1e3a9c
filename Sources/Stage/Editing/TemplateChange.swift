/// A change of a template, as an editor makes it.
package enum TemplateChange: Hashable, Sendable {
  /// Moves and resizes a zone. On a display in portrait, this is the zone's frame for portrait if it has one.
  case move(String, StageTemplate.Frame)
  case rename(String, to: String)
  /// Sets a key of a zone; nil removes it.
  case set(String, Key, String?)
  /// Adds a zone in front of the others; the value is its text, pattern, file or colour.
  case add(String, Kind, value: String, StageTemplate.Frame)
  case remove(String)
  /// Sets the colour between the zones.
  case background(String)

  /// The keys of a zone that editors set. Others, such as the columns of a table, are written by hand.
  package enum Key: String, CaseIterable, Sendable {
    case text, clock, image, code, page, table, data, turn, touch, language
    case timeZone = "time-zone"
    case size, weight, color, background, align, vertical, lines
  }

  /// The zones that editors add.
  package enum Kind: String, CaseIterable, Sendable { case film, text, clock, image, code, box }

  /// The name of the zone; nil for the whole template.
  package var zone: String? {
    switch self {
    case .move(let zone, _), .rename(let zone, _), .set(let zone, _, _), .add(let zone, _, _, _),
      .remove(let zone):
      zone
    case .background: nil
    }
  }
}

/// Why a change is impossible.
package struct TemplateChangeFailure: Error, Hashable, Sendable {
  /// The place of the change in the list.
  package let change: Int
  /// An error each.
  package let lines: [String]

  package init(_ change: Int, _ lines: [String]) { (self.change, self.lines) = (change, lines) }
}
