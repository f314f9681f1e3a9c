import Testing
import VitrineKit
import VitrineTesting

// What several suites look at on a screen of 640 by 360.
extension Stage {
  /// Whether anything but the film is seen at the bottom, where the slider is.
  func hasBar() throws -> Bool {
    let screen = try #require(screenshot())
    return (20..<620).contains { screen.color(x: $0, y: 325) != screen.color(x: 320, y: 90) }
  }
}
