/// The input devices, by name.
package struct InputFacts: Hashable, Sendable {
  package var touchscreens: [String] = []
  package var keys: [String] = []
  /// Nodes that cannot be read.
  package var refused: [String] = []

  package init() {}
}

extension InputFacts {
  /// The available input devices. Having none is fine.
  var findings: [Finding] {
    var words: [String] = []
    if !touchscreens.isEmpty { words.append("touch: \(touchscreens.abridged)") }
    if !keys.isEmpty { words.append("keys: \(keys.abridged)") }
    guard words.isEmpty else { return [Finding(.input, .good, words.joined(separator: "; "))] }
    guard refused.isEmpty else {
      return [
        Finding(
          .input, .advice, "\(refused.abridged): cannot be read",
          cure: "see permission above")
      ]
    }
    return [Finding(.input, .good, "no touchscreen, keyboard or remote: playback only")]
  }
}
