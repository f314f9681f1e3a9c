import Testing
import VitrinePictures

@testable import VitrineKit

struct ScreenWordTests {
  @Test(
    "A screen name is a screen in memory or a connector",
    arguments: [
      ("headless", "memory 1280x720@60.0"), ("headless:640x360", "memory 640x360@60.0"),
      ("headless:640x360@59.94", "memory 640x360@59.94"), ("headless:1x1", "memory 16x16@60.0"),
      ("HDMI-A-1", "connector HDMI-A-1"),
      ("headless:640", "refused"), ("headless:", "refused"), ("headless:0x9", "refused"),
      ("headless:640*360", "refused"), ("headless:640x360@", "refused"),
      ("headless:640x360@1e9", "refused"), ("headless:640x360@nan", "refused"),
    ])
  func words(word: String, screen: String) {
    let made = Screen(word: word)
    switch made.place {
    case .memory(let size, let refresh):
      #expect("memory \(size.width)x\(size.height)@\(refresh)" == screen)
    case .unknown: #expect(screen == "refused")
    case .display: #expect("connector \(made.connector ?? "any")" == screen)
    }
  }

  @Test("An invalid screen name is reported before anything plays")
  func received() async {
    let player = Player([.color(0)], on: Screen(word: "headless:640*360"))
    let error = await #expect(throws: PlayerError.self) { try await player.run() }
    #expect(error?.category == .configuration)
    #expect(error?.message.contains("headless:640*360") == true, "\(error?.message ?? "")")
  }

  @Test("An empty screen name selects the first display")
  func nothing() { #expect(Screen(word: "").connector == nil) }
}
