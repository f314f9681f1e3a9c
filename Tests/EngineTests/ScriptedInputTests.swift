import Testing
import VitrineInputDevices
import VitrinePictures
import VitrineTiming

@testable import VitrineEngine

@Suite("Touches and keys of a script")
struct ScriptedInputTests {
  @Test(
    "Each line gives its input",
    arguments: [
      ("touch down 0.5 0.25", .touchDown(Point(0.5, 0.25))),
      ("touch down 0 1", .touchDown(Point(0, 1))),
      ("touch move 1 0", .touchMove(Point(1, 0))),
      ("touch up", .touchUp),
      ("key KEY_OK down", .key("KEY_OK", isDown: true)),
      ("key BTN_0 up", .key("BTN_0", isDown: false)),
    ] as [(String, ScriptedInput)])
  func parses(line: String, input: ScriptedInput) {
    #expect(ScriptedInput(words: words(line)) == input)
  }

  @Test(
    "Invalid lines give no input",
    arguments: [
      "", "touch", "touch down", "touch down 0.5", "touch down 0.5 0.5 0.5", "touch up 0.5 0.5",
      "touch down 1.01 0.5", "touch down 0.5 -0.01", "touch down nan 0.5", "touch move 0 inf",
      "touch over 0.5 0.5", "touch down 0,5 0.5", "key", "key KEY_OK", "key KEY_OK left",
      "key OK down", "key KEY_ down", "key KEY_OK down up", "press KEY_OK down",
      "key KEY_\(String(repeating: "A", count: 100)) down",
    ])
  func refuses(line: String) {
    #expect(ScriptedInput(words: words(line)) == nil)
  }

  @Test("A touch is reported as a device would report it")
  func hand() {
    let time = HostTime(nanoseconds: 7)
    var hand = ScriptedInputDevice()
    func contacts(_ input: ScriptedInput) -> [NormalizedContact]? {
      guard case .touch(let frame)? = hand.event(input, at: time) else { return nil }
      #expect(frame.time == time && !frame.isCancelled)
      return frame.contacts
    }
    // There is no finger yet.
    #expect(contacts(.touchMove(Point(0.1, 0.1))) == nil && contacts(.touchUp) == nil)
    #expect(contacts(.touchDown(Point(0.1, 0.2))) == [NormalizedContact(id: 1, x: 0.1, y: 0.2)])
    #expect(contacts(.touchMove(Point(0.3, 0.4))) == [NormalizedContact(id: 1, x: 0.3, y: 0.4)])
    #expect(contacts(.touchUp) == [] && contacts(.touchUp) == nil)
    // Another finger has another number, even if the previous one was never lifted.
    #expect(contacts(.touchDown(Point(0, 0)))?.first?.id == 2)
    #expect(contacts(.touchDown(Point(0, 0)))?.map(\.id) == [3])
    let key = KeyChange("KEY_OK", isDown: true, at: time, on: ScriptedInputDevice.device)
    #expect(hand.event(.key("KEY_OK", isDown: true), at: time) == .key(key))
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
