import VitrineControl
import VitrineEngine
import VitrineOverlay
import VitrineScanout
import VitrineScenes

/// One line of `--commands`: a request, or what a person at the display could do.
enum ScriptLine {
  case request(Request)
  case input(ScriptedInput)
  case hide(Theme.Part, Bool)

  /// Nil for a line that says nothing. Throws what is wrong with it.
  static func parse(_ text: String) throws(Refusal) -> ScriptLine? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    if let input = ScriptedInput(words: words) { return .input(input) }
    let expected: String
    switch words.first {
    case "hide", "reveal":
      if words.count == 2, let part = Theme.Part(rawValue: words[1]) {
        return .hide(part, words[0] == "hide")
      }
      expected = Theme.Part.allCases.map(\.rawValue).joined(separator: ", ")
    // The valid ones were parsed above.
    case "touch": expected = "down X Y, move X Y or up"
    case "key": expected = "a name and down or up, such as KEY_OK down"
    default: return try CommandLanguage.parse(text).map { .request($0) }
    }
    let given = words.dropFirst().joined(separator: " ")
    throw Refusal("invalid value \"\(given)\" for \(words[0]): expected \(expected)", .invalid)
  }
}
