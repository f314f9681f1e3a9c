import Testing
import VitrineOverlay
import VitrinePictures
import VitrineScenes

@Suite("Sizes on a display")
struct MetricsTests {
  @Test(
    "A touch target is at least 9 mm if the display reports its size",
    arguments: [3.6, 8.7, 15.0])
  func finger(pixelsPerMillimetre: Double) {
    let metrics = Metrics(
      size: PixelSize(1920, 1080), pixelsPerMillimetre: pixelsPerMillimetre, theme: Theme())
    let limit = 1080.0 / 240 * 44
    #expect(metrics.points(44) >= min(9 * pixelsPerMillimetre, limit) - 1e-9)
  }
}
