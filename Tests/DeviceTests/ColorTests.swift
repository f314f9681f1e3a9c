import Foundation
import Testing

/// The colours that a display really scans out, read back through its writeback connector.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ColorTests {
  static let patches: [[Double]] = [
    [1, 1, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [0.5, 0.25, 0.75],
  ]
  static let (width, height) = (1024, 768)

  @Test(
    "each patch is within 3 of 255 of its colour",
    arguments: ["bt601", "bt709"], ["limited", "full"])
  func patches(matrix: String, range: String) throws {
    for (bits, mode, options) in [
      (8, "two-planes", ["--travel"]), (10, "two-planes", ["--travel"]),
      (8, "rgb", ["--travel", "--planes", "1"]), (10, "rgb", ["--travel", "--planes", "1"]),
    ] {
      let clip = try chart(matrix: matrix, range: range, bits: bits)
      let out = try Lab.folder("color-\(matrix)-\(range)-\(bits)-\(mode)")
      let result = try Lab.guest(
        options + ["--display", "1024x768@60"], out: out,
        "$VITRINE play --audio none --render \(mode) --screenshot $OUT/s.png --at 0.1 '\(clip)'")
      #expect(result.status == 0 && result.output.contains("by writeback"), "\(result.output)")
      let screen = try Pixels(png: out.appending(path: "s.png"))
      for (index, patch) in Self.patches.enumerated() {
        let seen = screen[index % 4 * 256 + 128, index / 4 * 384 + 192]
        let wanted = patch.map { Int(($0 * 255).rounded()) }
        let error = zip(seen, wanted).map { abs($0 - $1) }.max() ?? 255
        #expect(
          error <= 3, "\(matrix) \(range) \(bits) bits \(mode), patch \(wanted): seen \(seen)")
      }
    }
  }

  /// The chart as a lossless clip, from numbers that are computed here.
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
      for y in 0..<Self.height >> shift {
        for x in 0..<Self.width >> shift {
          let patch = (x << shift) / 256 + (y << shift) / 384 * 4
          let value = samples[patch][plane]
          frame.append(UInt8(truncatingIfNeeded: value))
          if bits > 8 { frame.append(UInt8(value >> 8)) }
        }
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
