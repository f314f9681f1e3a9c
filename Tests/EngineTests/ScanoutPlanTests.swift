import Pictures
import Testing

@testable import Engine

struct ScanoutPlanTests {
  private func video(_ width: Int, _ height: Int) -> PictureDescription {
    PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(width, height),
      color: ColorDescription(matrix: .bt709, range: .limited))
  }

  @Test("a picture of the display's size needs one plan, and no copy")
  func same() {
    let plans = ScanoutPlan.candidates(
      for: video(1920, 1080), fit: .contain, on: PixelSize(1920, 1080), format: .yuv420)
    #expect(plans.count == 1)
    #expect(plans[0].isDirect(for: video(1920, 1080)))
  }

  @Test("a smaller picture is scaled by the plane, else by the pass, else with its bars")
  func smaller() {
    let plans = ScanoutPlan.candidates(
      for: video(640, 480), fit: .contain, on: PixelSize(1920, 1080), format: .nv12)
    #expect(
      plans.map(\.bufferSize) == [
        PixelSize(640, 480), PixelSize(1440, 1080), PixelSize(1920, 1080),
      ])
    #expect(plans.map(\.planeDestination.width) == [1440, 1440, 1920])
    #expect(plans[2].bufferPart == PixelRect(x: 240, y: 0, width: 1440, height: 1080))
    #expect(plans.allSatisfy { !$0.isDirect(for: video(640, 480)) })
  }

  @Test("a cut picture may still be decoded in place: the plane shows a part of it")
  func cover() {
    let plans = ScanoutPlan.candidates(
      for: video(1920, 1200), fit: .cover, on: PixelSize(1920, 1080), format: .yuv420)
    #expect(plans[0].isDirect(for: video(1920, 1200)))
    #expect(plans[0].planeSource == PixelRect(x: 0, y: 60, width: 1920, height: 1080))
  }
}
