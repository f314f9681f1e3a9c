/// The input devices, by name.
public struct InputFacts: Hashable, Sendable {
  public var touchscreens: [String] = []
  public var keys: [String] = []
  /// Nodes that cannot be read.
  public var refused: [String] = []

  public init() {}
}

extension Facts {
  /// The available input devices. Having none is fine.
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
