import Foundation
import Testing

/// The placement of pictures of every shape, read back through writeback.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct GeometryTests {
  static let (width, height) = (1280, 720)

  @Test(
    "Edges of the picture are within a pixel of their computed positions",
    arguments: [
      ("4-3", 640, 480, "1/1"), ("16-9", 854, 480, "1/1"), ("scope", 956, 400, "1/1"),
      ("anamorphic", 720, 576, "64/45"),
    ])
  func edges(source: (String, Int, Int, String)) throws {
    let (name, width, height, aspect) = source
    let clip = try clip(name, width, height, aspect)
    let parts = aspect.split(separator: "/").compactMap { Double($0) }
    let shape = Double(width) * parts[0] / parts[1] / Double(height)
    for (mode, options) in [("two-planes", ["--travel"]), ("rgb", ["--travel", "--planes", "1"])] {
      let (fits, out) = (
        ["contain", "cover", "stretch"], try Lab.folder("geometry-\(name)-\(mode)")
      )
      let visits = fits.map { fit in
        """
        $VITRINE play --audio none --render \(mode) --fit \(fit) --screenshot $OUT/\(fit).png \
          --at 0.1 '\(clip)' || exit
        """
      }
      let result = try Lab.guest(
        options + ["--display", "1280x720@60"], out: out, visits.joined(separator: "\n"))
      #expect(result.status == 0, "\(result.output)")
      for fit in fits {
        let screen = try Pixels(png: out.appending(path: "\(fit).png"))
        try check(screen, (width, height), shape, fit, "\(name) \(fit) \(mode)")
      }
    }
  }

  private func check(
    _ screen: Pixels, _ source: (width: Int, height: Int), _ shape: Double, _ fit: String,
    _ label: String
  ) throws {
    let (w, h) = (Double(Self.width), Double(Self.height))
    let (shownWidth, shownHeight) =
      switch fit {
      case "contain": (min(w, h * shape), min(h, w / shape))
      case "cover": (max(w, h * shape), max(h, w / shape))
      default: (w, h)
      }
    // The white block covers the middle half of the picture in each direction, in whole source pixels.
    func edges(_ side: Int, _ shown: Double, _ display: Double) -> [Double] {
      let scale = shown / Double(side)
      let offset = (display - shown) / 2
      return [side / 4, side / 4 + side / 2].map { offset + Double($0) * scale }
    }
    let across = edges(source.width, shownWidth, w)
    let down = edges(source.height, shownHeight, h)
    expect(screen.crossings(of: 180, row: Self.height / 2), across, "\(label): block across")
    expect(screen.crossings(of: 180, column: Self.width / 2), down, "\(label): block down")
    let left = shownWidth < w - 1 ? [(w - shownWidth) / 2, (w + shownWidth) / 2] : []
    let top = shownHeight < h - 1 ? [(h - shownHeight) / 2, (h + shownHeight) / 2] : []
    expect(screen.crossings(of: 60, row: Self.height / 2), left, "\(label): bars across")
    expect(screen.crossings(of: 60, column: Self.width / 2), top, "\(label): bars down")
    if fit == "contain", shownWidth < w - 4 { #expect(screen[1, 1].max() ?? 255 <= 1) }
  }

  private func expect(_ seen: [Int], _ wanted: [Double], _ label: String) {
    let isRight =
      seen.count == wanted.count && zip(seen, wanted).allSatisfy { abs(Double($0) - $1) <= 1.01 }
    #expect(isRight, "\(label): got \(seen), expected \(wanted)")
  }

  /// A white block on grey.
  private func clip(
    _ name: String, _ width: Int, _ height: Int, _ aspect: String
  ) throws -> String {
    try Clips.make(
      "block-\(name).mkv",
      [
        "-f", "lavfi", "-i",
        "color=c=0x808080:s=\(width)x\(height):r=5:d=0.6,drawbox=x=iw/4:y=ih/4:w=iw/2:h=ih/2:c=white:t=fill,setsar=\(aspect)",
        "-c:v", "ffv1", "-pix_fmt", "yuv420p",
      ])
  }
}
