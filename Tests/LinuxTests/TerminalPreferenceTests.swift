import Testing

@testable import VitrineLinux

struct TerminalPreferenceTests {
  private static func status(_ device: Int, name: String = "vitrine") -> String {
    "812 (\(name)) S 1 812 812 \(device) 812 4194560 5432 0"
  }

  @Test(
    "Options are terminal names or numbers",
    arguments: [
      ("auto", .automatic), ("none", TerminalPreference.none), ("1", .number(1)),
      ("tty2", .number(2)),
      ("/dev/tty63", .number(63)), ("0", nil), ("64", nil), ("tty0", nil), ("-1", nil), ("", nil),
      ("ttyS0", nil), ("/dev/pts/1", nil), ("99999999999999999999", nil), ("tty", nil),
    ] as [(String, TerminalPreference?)])
  func options(_ text: String, _ wish: TerminalPreference?) {
    #expect(TerminalPreference(text) == wish)
  }

  @Test(
    "The controlling terminal is used if it is a virtual one",
    arguments: [
      (status(4 << 8 | 1), 1), (status(4 << 8 | 63), 63),
      // A serial line, a pseudo-terminal, none.
      (status(4 << 8 | 64), nil), (status(136 << 8 | 1), nil), (status(0), nil),
      (status(4 << 8 | 2, name: "a) S 1 2 3 (b"), 2), (status(-1), nil), ("", nil), ("1 (x)", nil),
      ("1 (x) S 1 2 3 1025999999999999999999", nil),
    ] as [(String, Int?)])
  func controlling(_ status: String, _ number: Int?) {
    #expect(TerminalPreference.controllingTerminal(inStatus: status) == number)
  }

  @Test("Otherwise the active virtual terminal is used, if there is one")
  func guess() {
    let none = Self.status(0)
    #expect(
      TerminalPreference.place(status: Self.status(4 << 8 | 2), active: "tty1")
        == TerminalPreference.Place(number: 2, isGuess: false))
    #expect(
      TerminalPreference.place(status: none, active: "tty1")
        == TerminalPreference.Place(number: 1, isGuess: true))
    #expect(TerminalPreference.place(status: none, active: "") == nil)
    #expect(TerminalPreference.place(status: none, active: "ttyS0") == nil)
  }
}
