import VitrineControl
import VitrineEngine
import VitrineOverlay
import VitrineScanout
import VitrineScenes

/// One line of `--commands`: a request, or simulated input at the display.
enum ScriptLine {
  case request(Request)
  case input(ScriptedInput)
  case hide(Theme.Part, Bool)

  /// Returns nil for an empty line or a comment; throws what is wrong with it.
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
    // Valid lines were parsed above.
    case "touch": expected = "down X Y, move X Y or up"
    case "key": expected = "a name and down or up, such as KEY_OK down"
    default: return try CommandLanguage.parse(text).map { .request($0) }
    }
    let given = words.dropFirst().joined(separator: " ")
    throw Refusal("invalid value \"\(given)\" for \(words[0]): expected \(expected)", .invalid)
  }
}
