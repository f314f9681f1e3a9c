import Foundation
import Testing

/// The colours that a display scans out, read back through its writeback connector.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ColorTests {
  static let patches: [[Double]] = [
    [1, 1, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [0.5, 0.25, 0.75],
  ]
  static let (width, height) = (1024, 768)

  /// The pixel format of a chart.
  private struct Kind {
    let matrix, range: String
    let bits: Int
    var name: String { "\(matrix)-\(range)-\(bits)" }

    static let all = ["bt601", "bt709"].flatMap { matrix in
      ["limited", "full"].flatMap { range in
        [8, 10].map { Kind(matrix: matrix, range: range, bits: $0) }
      }
    }
  }

  @Test(
    "Each patch is within 3 of 255 of its colour",
    arguments: [("two-planes", ["--travel"]), ("rgb", ["--travel", "--planes", "1"])])
  func patches(mode: String, options: [String]) throws {
    let out = try Lab.folder("color-\(mode)")
    let visits = try Kind.all.map { kind in
      """
      $VITRINE play --audio none --render \(mode) --screenshot $OUT/\(kind.name).png --at 0.1 \
        '\(try chart(matrix: kind.matrix, range: kind.range, bits: kind.bits))' || exit
      """
    }
    let result = try Lab.guest(
      options + ["--display", "1024x768@60"], out: out, visits.joined(separator: "\n"))
    try #require(result.status == 0, "\(result.output)")
    let read = result.output.matches(of: /\(writeback\)/).count
    #expect(read == Kind.all.count, "\(result.output)")
    for kind in Kind.all {
      let screen = try Pixels(png: out.appending(path: "\(kind.name).png"))
      for (index, patch) in Self.patches.enumerated() {
        let seen = screen[index % 4 * 256 + 128, index / 4 * 384 + 192]
        let wanted = patch.map { Int(($0 * 255).rounded()) }
        let error = zip(seen, wanted).map { abs($0 - $1) }.max() ?? 255
        #expect(error <= 3, "\(kind.name) \(mode), patch \(wanted): got \(seen)")
      }
    }
  }

  /// A lossless clip of the chart, from samples computed here.
  private func chart(matrix: String, range: String, bits: Int) throws -> String {
    let (kr, kb) = matrix == "bt601" ? (0.299, 0.114) : (0.2126, 0.0722)
    let unit = Double(1 << (bits - 8))
    let isFull = range == "full"
    let top = Double(1 << bits) - 1
    let samples = Self.patches.map { patch -> [UInt16] in
      let y = kr * patch[0] + (1 - kr - kb) * patch[1] + kb * patch[2]
      let (u, v) = ((patch[2] - y) / (2 - 2 * kb), (patch[0] - y) / (2 - 2 * kr))
      let values =
        isFull
        ? [y * top, u * top + 128 * unit, v * top + 128 * unit]
        : [(16 + 219 * y) * unit, (128 + 224 * u) * unit, (128 + 224 * v) * unit]
      return values.map { UInt16(min(max($0.rounded(), 0), top)) }
    }
    var frame = Data()
    for plane in 0..<3 {
      let shift = plane == 0 ? 0 : 1
      // Two rows of four patches: all lines of a row are equal.
      for row in 0..<2 {
        let line = (0..<4).flatMap { column -> [UInt8] in
          let value = samples[column + row * 4][plane]
          let bytes = [UInt8(truncatingIfNeeded: value)] + (bits > 8 ? [UInt8(value >> 8)] : [])
          return Array(repeating: bytes, count: 256 >> shift).flatMap(\.self)
        }
        for _ in 0..<384 >> shift { frame.append(contentsOf: line) }
      }
    }
    let format = bits > 8 ? "yuv420p10le" : "yuv420p"
    let marks = [
      "-colorspace", matrix == "bt601" ? "smpte170m" : "bt709", "-color_range",
      isFull ? "pc" : "tv",
    ]
    return try Clips.make(
      "chart-\(matrix)-\(range)-\(bits).mkv",
      [
        "-f", "rawvideo", "-pix_fmt", format, "-s", "\(Self.width)x\(Self.height)", "-r", "5",
        "-i", "INPUT", "-c:v", "ffv1",
      ] + marks,
      input: frame + frame)
  }
}
