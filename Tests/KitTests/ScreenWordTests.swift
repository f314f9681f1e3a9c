import Testing
import VitrinePictures

@testable import VitrineKit

struct ScreenWordTests {
  @Test(
    "a word is a screen in memory, or a connector",
    arguments: [
      ("headless", "memory 1280x720@60.0"), ("headless:640x360", "memory 640x360@60.0"),
      ("headless:640x360@59.94", "memory 640x360@59.94"), ("headless:1x1", "memory 16x16@60.0"),
      ("HDMI-A-1", "connector HDMI-A-1"),
      // There is none of such a name, and that is told.
      ("headless:640", "connector headless:640"), ("headless:0x9", "connector headless:0x9"),
      ("headless:640x360@", "connector headless:640x360@"),
      ("headless:640x360@1e9", "connector headless:640x360@1e9"),
      ("headless:640x360@nan", "connector headless:640x360@nan"),
    ])
  func words(word: String, screen: String) {
    let made = Screen(word: word)
    switch made.place {
    case .memory(let size, let refresh):
      #expect("memory \(size.width)x\(size.height)@\(refresh)" == screen)
    case .display: #expect("connector \(made.connector ?? "any")" == screen)
    }
  }

  @Test("an empty word says nothing, and its first display is taken")
  func nothing() { #expect(Screen(word: "").connector == nil) }
}
