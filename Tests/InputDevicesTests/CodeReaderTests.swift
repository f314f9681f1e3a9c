import Testing
import VitrineTiming

@testable import VitrineInputDevices

@Suite("Codes of barcode and NFC readers")
struct CodeReaderTests {
  private var time = HostTime(nanoseconds: 1_000_000_000)

  /// The codes after pressing these keys, 2 ms apart; a number is a pause in milliseconds, `^` holds Shift for the next.
  private func codes(_ keys: String) -> [String] {
    var (reader, now, codes) = (CodeReader(), time, [String]())
    func press(_ name: String, _ isDown: Bool) {
      now = now + .milliseconds(1)
      codes += [reader.record("KEY_\(name)", isDown: isDown, at: now)].compactMap(\.self)
    }
    for word in keys.split(separator: " ") {
      if word.hasPrefix("+"), let pause = Int(word.dropFirst()) {
        now = now + .milliseconds(pause)
        continue
      }
      let name = String(word.drop { $0 == "^" })
      if word.hasPrefix("^") { press("LEFTSHIFT", true) }
      press(name, true)
      press(name, false)
      if word.hasPrefix("^") { press("LEFTSHIFT", false) }
    }
    return codes
  }

  @Test(
    "Digits, letters and signs of the American layout, ended by Enter or Tab",
    arguments: [
      ("4 0 0 6 ENTER", ["4006"]), ("A ^B C TAB", ["aBc"]), ("KP1 KP2 KPENTER", ["12"]),
      ("^1 MINUS ^MINUS DOT SLASH ^SEMICOLON ENTER", ["!-_./:"]),
      ("1 ENTER 2 ENTER", ["1", "2"]), ("ENTER TAB", []), ("F1 VOLUMEUP ESC 7 ENTER", ["7"]),
    ])
  func signs(keys: String, expected: [String]) { #expect(codes(keys) == expected) }

  @Test("A pause discards what came before it")
  func pauses() { #expect(codes("1 2 +1500 3 ENTER 4 +1500 ENTER") == ["3"]) }

  @Test("An endless code is not used, and the next one is")
  func endless() {
    let long = Array(repeating: "1", count: 5000).joined(separator: " ")
    #expect(codes("\(long) ENTER 2 ENTER") == ["2"])
  }
}
