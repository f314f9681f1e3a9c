import Testing
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

@Suite("Plans that other threads read")
struct PublishedPlansTests {
  private static let start = HostTime(nanoseconds: 1_000_000_000)

  private static func description(width: Int) -> PictureDescription {
    let size = PixelSize(width, 720)
    return PictureDescription(
      format: .xrgb8888, depth: 8, chroma: .rgb, size: size,
      color: ColorDescription(matrix: nil, range: .full, of: size))
  }

  private static func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws -> ScanoutPlan {
    try #require(
      ScanoutPlan.candidates(
        for: description, arrangement, on: PixelSize(1280, 720), format: .xrgb8888
      ).first)
  }

  @Test("A plan is found for the same pictures in the same arrangement")
  func found() throws {
    let plans = PublishedPlans()
    let (description, arrangement) = (Self.description(width: 1280), Arrangement())
    let plan = try Self.plan(for: description, arrangement)
    #expect(plans.plan(for: description, arrangement) == nil)
    plans.insert(plan, for: description, arrangement)
    #expect(plans.plan(for: description, arrangement) == plan)
    #expect(plans.plan(for: description, Arrangement(rotation: .clockwise)) == nil)
    #expect(plans.plan(for: Self.description(width: 640), arrangement) == nil)
    plans.removeAll()
    #expect(plans.plan(for: description, arrangement) == nil)
  }

  @Test("All plans expire with the latest", arguments: [-1, 0, 1])
  func expired(seconds: Int) throws {
    let plans = PublishedPlans()
    let end = Self.start + .seconds(5)
    for width in [640, 1280] {
      let description = Self.description(width: width)
      let plan = try Self.plan(for: description, Arrangement())
      plans.insert(plan, for: description, Arrangement(), until: width == 640 ? nil : end)
    }
    for width in [640, 1280] {
      let found = plans.plan(
        for: Self.description(width: width), Arrangement(), at: end + .seconds(seconds))
      #expect((found != nil) == (seconds < 0))
    }
  }

  @Test("At most 64 plans are published")
  func limit() throws {
    let plans = PublishedPlans()
    let all = (1...300).map { Self.description(width: $0 * 4) }
    for description in all {
      let plan = try Self.plan(for: description, Arrangement())
      plans.insert(plan, for: description, Arrangement())
      #expect(plans.plan(for: description, Arrangement()) == plan)
    }
    #expect(all.count { plans.plan(for: $0, Arrangement()) != nil } <= 64)
  }
}
