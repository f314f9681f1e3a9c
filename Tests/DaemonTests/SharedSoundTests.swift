import Testing
import VitrineControl
import VitrineEngine
import VitrinePlayback

@testable import VitrineDaemon

/// The sound device of a player beside other players.
struct SharedSoundTests {
  private static let busy = [
    (player: "HDMI-A-2", sound: SoundStatus(choice: "auto", device: "hw:CARD=B,DEV=0"))
  ]
  private static let requested = [
    (player: "HDMI-A-2", sound: SoundStatus(choice: "hw:CARD=B", device: nil))
  ]
  private static let silent = [(player: "HDMI-A-2", sound: SoundStatus(choice: "none"))]

  @Test("Hardware of another player is refused, and auto stays with the player's own display")
  func choices() throws {
    let table: [(String, [(player: String, sound: SoundStatus)], SoundChoice?)] = [
      ("hw:CARD=A,DEV=0", Self.busy, .named("hw:CARD=A,DEV=0")),
      ("hw:CARD=B,DEV=0", Self.busy, nil), ("plughw:B", Self.busy, nil),
      ("plughw:B", Self.requested, nil), ("dmix:CARD=B", Self.busy, .named("dmix:CARD=B")),
      ("hw:CARD=B,DEV=0", Self.silent, .named("hw:CARD=B,DEV=0")),
      ("auto", Self.busy, .display), ("auto", Self.silent, .automatic), ("auto", [], .automatic),
      ("none", Self.busy, SoundChoice.none),
    ]
    for (word, others, expected) in table {
      let choice = try #require(SoundChoice(word: word))
      do {
        #expect(try choice.shared(with: others) == expected, "\(word)")
      } catch {
        #expect(expected == nil, "\(word): \(error)")
        #expect("\(error)".contains("is also the device of HDMI-A-2"), "\(error)")
      }
    }
  }
}
