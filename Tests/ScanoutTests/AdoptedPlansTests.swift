import Testing
import VitrinePictures
import VitrinePlayback

@testable import VitrineScanout

/// A mirror's record of its adopted plans.
struct AdoptedPlansTests {
  private static func plan(width: Int) throws -> ScanoutPlan {
    let size = PixelSize(width, 720)
    let description = PictureDescription(
      format: .xrgb8888, depth: 8, chroma: .rgb, size: size,
      color: ColorDescription(matrix: nil, range: .full, of: size))
    return try #require(
      ScanoutPlan.candidates(
        for: description, Arrangement(), on: PixelSize(1280, 720), format: .xrgb8888
      ).first)
  }

  @Test("A new epoch of the first display is not a change")
  func epochs() throws {
    var (adopted, plan) = (AdoptedPlans(), try Self.plan(width: 1280))
    for _ in 0..<100 {
      plan.epoch = Epoch()
      if adopted[plan] == nil { adopted[plan] = plan }
    }
    #expect(adopted.count == 1)
  }

  @Test("At most 64 plans are cached")
  func limit() throws {
    var adopted = AdoptedPlans()
    for width in 1...300 {
      let plan = try Self.plan(width: width * 4)
      adopted[plan] = plan
      #expect(adopted[plan] == plan && adopted.count <= 64)
    }
  }
}
