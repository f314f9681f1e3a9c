/// What people can operate it with, by name.
public struct InputFacts: Hashable, Sendable {
  public var touchscreens: [String] = []
  public var keys: [String] = []
  /// Nodes that may not be read.
  public var refused: [String] = []

  public init() {}
}

extension Facts {
  /// What it can be operated with; nothing is no failure.
  var inputFindings: [Finding] {
    input.findings(.input) { input in
      var words: [String] = []
      if !input.touchscreens.isEmpty { words.append("touch: \(input.touchscreens.abridged)") }
      if !input.keys.isEmpty { words.append("keys: \(input.keys.abridged)") }
      guard words.isEmpty else { return [Finding(.input, .good, words.joined(separator: "; "))] }
      guard input.refused.isEmpty else {
        return [
          Finding(
            .input, .advice, "\(input.refused.abridged): cannot be read",
            cure: "see permission above")
        ]
      }
      return [Finding(.input, .good, "no touchscreen, keyboard or remote: playback only")]
    }
  }
}
