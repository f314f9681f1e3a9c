import Testing
import VitrinePictures

@testable import VitrineScanout

struct ScanoutPlanTests {
  @Test(
    "On a mirror of another size, the picture is centred with its aspect ratio",
    arguments: [
      (PixelSize(1280, 720), PixelRect(x: 160, y: 0, width: 960, height: 720)),
      (PixelSize(1080, 1920), PixelRect(x: 135, y: 656, width: 810, height: 608)),
      (PixelSize(1920, 1080), PixelRect(x: 240, y: 0, width: 1440, height: 1080)),
    ])
  func reflected(size: PixelSize, place: PixelRect) throws {
    let picture = PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(640, 480),
      color: ColorDescription(matrix: nil, range: nil, of: PixelSize(640, 480)))
    let panel = PixelSize(1920, 1080)
    let plan = try #require(
      ScanoutPlan.candidates(for: picture, Arrangement(), on: panel, format: .yuv420).first)
    #expect(plan.mirrored(from: panel, to: size).plane.destination == place)
  }

  private func video(_ width: Int, _ height: Int) -> PictureDescription {
    PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(width, height),
      color: ColorDescription(matrix: .bt709, range: .limited))
  }

  @Test("A picture of the display's size needs one plane and no copy")
  func same() {
    let plans = ScanoutPlan.candidates(
      for: video(1920, 1080), Arrangement(fit: .contain), on: PixelSize(1920, 1080), format: .yuv420
    )
    #expect(plans.count == 1)
    #expect(plans[0].isDirect(for: video(1920, 1080)))
  }

  private func allowed(
    _ picture: PictureDescription, _ rotation: Rotation = .none, by quirks: DisplayQuirks
  ) -> [ScanoutPlan] {
    ScanoutPlan.candidates(
      for: picture, Arrangement(fit: .contain, rotation: rotation), on: PixelSize(1920, 1080),
      format: .yuv420
    ).filter { $0.isAllowed(by: quirks) }
  }

  @Test("Pictures beyond the maximum buffer size are scaled by the pass")
  func largestBuffer() {
    var quirks = DisplayQuirks()
    #expect(allowed(video(3840, 2160), by: quirks).first?.bufferSize == PixelSize(3840, 2160))
    quirks.largestBuffer = PixelSize(2048, 2048)
    #expect(allowed(video(3840, 2160), by: quirks).first?.bufferSize == PixelSize(1920, 1080))
    #expect(allowed(video(1280, 720), by: quirks).first?.bufferSize == PixelSize(1280, 720))
  }

  @Test("The pass makes rotations that planes do not support")
  func avoidedRotations() {
    var quirks = DisplayQuirks()
    #expect(
      allowed(video(1920, 1080), .clockwise, by: quirks).first?.plane.rotation == .clockwise)
    quirks.avoidedRotations = [.clockwise, .counterclockwise]
    let first = allowed(video(1920, 1080), .clockwise, by: quirks).first
    #expect(first?.plane.rotation == Rotation.none && first?.rotation == .clockwise)
    #expect(
      allowed(video(1920, 1080), .upsideDown, by: quirks).first?.plane.rotation == .upsideDown)
  }

  @Test("A picture below the minimum size is shown in a buffer that covers it")
  func smallestPlane() {
    var quirks = DisplayQuirks()
    quirks.smallestPlane = PixelSize(4, 4)
    let thin = video(1920, 2)
    #expect(!allowed(thin, by: quirks).isEmpty)
    for plan in allowed(thin, by: quirks) {
      #expect(plan.plane.destination.size == PixelSize(1920, 1080))
    }
  }

  @Test("The plane or the pass scales a smaller picture, or it is shown with bars")
  func smaller() {
    let plans = ScanoutPlan.candidates(
      for: video(640, 480), Arrangement(fit: .contain), on: PixelSize(1920, 1080), format: .nv12)
    #expect(
      plans.map(\.bufferSize) == [
        PixelSize(640, 480), PixelSize(1440, 1080), PixelSize(1920, 1080),
      ])
    #expect(plans.map(\.plane.destination.width) == [1440, 1440, 1920])
    #expect(plans[2].bufferPart == PixelRect(x: 240, y: 0, width: 1440, height: 1080))
    #expect(plans.allSatisfy { !$0.isDirect(for: video(640, 480)) })
  }

  @Test("A cropped picture may be decoded in place: the plane shows a part of it")
  func cover() {
    let plans = ScanoutPlan.candidates(
      for: video(1920, 1200), Arrangement(fit: .cover), on: PixelSize(1920, 1080), format: .yuv420)
    #expect(plans[0].isDirect(for: video(1920, 1200)))
    #expect(plans[0].plane.source == PixelRect(x: 0, y: 60, width: 1920, height: 1080))
  }

  @Test(
    "In an area of the panel, a picture has its aspect ratio, whatever rotates it",
    arguments: [
      (Rotation.none, PixelRect(x: 140, y: 100, width: 320, height: 180)),
      (.clockwise, PixelRect(x: 250, y: 100, width: 101, height: 180)),
      (.upsideDown, PixelRect(x: 140, y: 100, width: 320, height: 180)),
      (.counterclockwise, PixelRect(x: 250, y: 100, width: 101, height: 180)),
    ], [true, false])
  func area(_ turned: (rotation: Rotation, place: PixelRect), byFile: Bool) {
    let display = PixelSize(1920, 1080)
    var picture = video(640, 360)
    if byFile { picture.rotation = turned.rotation }
    let arrangement = Arrangement(
      rotation: byFile ? .none : turned.rotation,
      area: PixelRect(x: 100, y: 100, width: 400, height: 180))
    let plans = ScanoutPlan.candidates(for: picture, arrangement, on: display, format: .nv12)
    let places = plans.dropLast().map(\.plane.destination)
    #expect(places.allSatisfy { $0.isWithin(1, of: turned.place) }, "\(places)")
    // The last one covers the display, and has the picture at the same position.
    #expect(plans.last?.plane.destination == PixelRect(display))
    // Subsampled chroma has no odd positions.
    #expect(plans.last?.bufferPart.isWithin(2, of: turned.place) == true)
  }

  @Test("An area that is not on the display counts as none, and one that leaves it is cut off")
  func areaBeyond() {
    func place(_ area: PixelRect) -> PixelRect {
      Arrangement(area: area).placement(
        of: PixelSize(640, 360), rotatedBy: .none, on: PixelSize(1280, 720)
      ).destination
    }
    #expect(
      place(PixelRect(x: 1280, y: 0, width: 320, height: 180))
        == PixelRect(PixelSize(1280, 720)))
    #expect(
      place(PixelRect(x: 960, y: 540, width: 640, height: 360))
        == PixelRect(x: 960, y: 540, width: 320, height: 180))
  }

  @Test(
    "The plane, otherwise the pass, rotates a picture upright",
    arguments: [Rotation.clockwise, .upsideDown, .counterclockwise])
  func turned(rotation: Rotation) {
    let display = PixelSize(1920, 1080)
    let plans = ScanoutPlan.candidates(
      for: video(640, 360), Arrangement(rotation: rotation), on: display, format: .nv12)
    let isSideways = rotation.isSideways
    let place =
      isSideways
      ? PixelRect(x: 656, y: 0, width: 608, height: 1080) : PixelRect(display)
    let firsts = plans.prefix(4)
    #expect(firsts.allSatisfy { $0.plane.destination == place })
    #expect(firsts.map(\.plane.rotation) == [rotation, rotation, .none, .none])
    #expect(firsts.map(\.rotation) == [.none, .none, rotation, rotation])
    #expect(plans[0].bufferSize == PixelSize(640, 360))
    #expect(plans[1].bufferSize == (isSideways ? PixelSize(1080, 608) : display))
    #expect(plans[2].bufferSize == (isSideways ? PixelSize(360, 640) : PixelSize(640, 360)))
    #expect(plans[3].bufferSize == place.size)
    #expect(plans.count == (isSideways ? 5 : 4))
    #expect(plans[2...].allSatisfy { !$0.isDirect(for: video(640, 360)) })
  }

  @Test("A format that cannot be rotated by sample is rotated by the plane or converted")
  func packed() {
    for format in [PixelFormat.yuyv, .nv16, .yuv422] {
      let plans = ScanoutPlan.candidates(
        for: video(640, 360), Arrangement(rotation: .clockwise), on: PixelSize(640, 480),
        format: format)
      #expect(!plans.isEmpty && plans.allSatisfy { $0.rotation == .none })
    }
  }

  @Test("A file on its side is upright on a display rotated the other way")
  func displayMatrix() {
    var file = video(640, 480)
    file.rotation = .clockwise
    let plans = ScanoutPlan.candidates(
      for: file, Arrangement(rotation: .counterclockwise), on: PixelSize(640, 480), format: .nv12)
    #expect(plans.count == 1 && plans[0].plane.rotation == .none && plans[0].rotation == .none)
  }
}

extension PixelRect {
  /// Whether no edge is further away than this from the same edge of another rectangle.
  fileprivate func isWithin(_ distance: Int, of other: PixelRect) -> Bool {
    max(
      abs(x - other.x), abs(y - other.y), abs(right - other.right), abs(bottom - other.bottom))
      <= distance
  }
}
