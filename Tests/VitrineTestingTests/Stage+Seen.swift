import Testing
import VitrineKit
import VitrineTesting

// Helpers for several suites on a screen of 640 by 360.
extension Stage {
  /// Whether anything but the film is visible at the bottom, at the slider's position.
  func hasBar() throws -> Bool {
    let screen = try #require(screenshot())
    return (20..<620).contains { screen.color(x: $0, y: 325) != screen.color(x: 320, y: 90) }
  }
}
