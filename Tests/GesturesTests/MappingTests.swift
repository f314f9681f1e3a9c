import Pictures
import Testing

@Suite("Places of a turned panel")
struct MappingTests {
  @Test(
    "A finger on the panel is where the turned content has the same pixel",
    arguments: Rotation.allCases)
  func upright(rotation: Rotation) {
    let panel = PixelSize(640, 480)
    let content = rotation.upright(panel)
    for rect in [(10, 20), (300, 7), (content.width - 1, content.height - 1)] {
      let pixel = PixelRect(x: rect.0, y: rect.1, width: 1, height: 1)
      let seen = rotation.onPanel(pixel, of: panel)
      let middle = Point(Double(seen.x) + 0.5, Double(seen.y) + 0.5)
      let found = rotation.upright(middle, ofPanel: panel)
      #expect(found == Point(Double(rect.0) + 0.5, Double(rect.1) + 0.5))
    }
  }
}
