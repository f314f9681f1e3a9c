package import VitrineControl
import VitrinePlayback

/// A request to the player that makes a desired value effective.
package enum FleetChange: Hashable, Sendable {
  case request(Request)
  /// Replaces the queue once the current item ends.
  case load([String])
}

extension DesiredKey {
  /// Whether the change would disturb the picture, and waits until the current item ends.
  var waitsForEdge: Bool { self == .rotation }

  private static let mostSources = 256

  /// The change for a value, or for nil after it was removed; nil if none is needed.
  func change(to value: JSONValue?) throws(Refusal) -> FleetChange? {
    guard let value else {
      return switch self {
      case .list: .request(.programme)
      case .message: try parse("message", "")
      default: nil
      }
    }
    switch self {
    case .volume:
      // The command language reads a sign as a change.
      guard let volume = value.number, (0...1).contains(volume) else { throw expected("0 to 1") }
      return .request(.command(.setVolume(volume)))
    case .brightness: return try parse("display", "brightness", number(value))
    case .rotation: return try parse("rotate", number(value))
    case .muted:
      guard let isMuted = value.bool else { throw expected("true or false") }
      return try parse("mute", isMuted ? "on" : "off")
    case .fit: return try parse("fit", text(value))
    case .power:
      guard let word = value.text, ["on", "off"].contains(word) else { throw expected("on or off") }
      return try parse("display", word)
    case .message:
      let text = try text(value)
      return try parse("message", text.isEmpty ? "" : "for 7d " + text)
    case .content:
      guard value.integer != nil else { throw expected("the number of a release") }
      return .request(.checkForContent)
    case .list:
      guard let sources = value.array?.map(\.text), !sources.contains(nil),
        (1...Self.mostSources).contains(sources.count)
      else { throw expected("1 to \(Self.mostSources) paths or URLs") }
      return .load(sources.compactMap(\.self))
    case .schedule, .software:
      throw Refusal("not supported by version \(Release.version)")
    }
  }

  private func parse(_ words: String...) throws(Refusal) -> FleetChange {
    .request(try CommandLanguage.parse(words: words))
  }

  private func number(_ value: JSONValue) throws(Refusal) -> String {
    guard let number = value.number else { throw expected("a number") }
    return value.integer.map(String.init) ?? "\(number)"
  }

  private func text(_ value: JSONValue) throws(Refusal) -> String {
    guard let text = value.text else { throw expected("text") }
    return text
  }

  private func expected(_ what: String) -> Refusal {
    Refusal("invalid value for \(rawValue): expected \(what)", .invalid)
  }
}

extension JSONValue {
  /// Whether a value that a player reports is this one; a volume has few exact steps.
  func isMet(by actual: JSONValue) -> Bool {
    guard let wanted = number, let number = actual.number else { return self == actual }
    return (wanted - number).magnitude < 0.006
  }
}
