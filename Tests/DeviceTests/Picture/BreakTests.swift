import Foundation
import Testing

/// MPEG transport streams with timestamp discontinuities: concatenated recordings, and the wraparound of the 33-bit
/// counter. All frames are shown, and A/V sync is kept.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct BreakTests {
  /// The wraparound of the 33-bit, 90 kHz counter, in seconds.
  private static let wrap = Double(1 << 33) / 90_000

  /// The start times of the parts, in seconds.
  static let orders: [[Double]] = [
    [0, 1000], [1000, 0], [0, 0, 0], [5000, wrap - 2, 30, wrap - 60],
  ]

  private static func name(_ order: [Double]) -> String {
    order.map { "\(Int($0))" }.joined(separator: "-")
  }

  /// The parts, concatenated.
  private static func joined(
    _ kind: String, _ order: [Double], _ part: (Double) throws -> String
  ) throws -> String {
    let parts = try order.map { try Data(contentsOf: URL(filePath: part($0))) }
    return try Clips.once("\(kind)-\(name(order)).ts") { draft in
      try Data(parts.joined()).write(to: URL(filePath: draft))
    }
  }

  /// Four seconds of motion with B-frames, and a tone.
  private static func motion(_ start: Double) throws -> String {
    try Clips.motion(
      "motion-\(Int(start)).ts", size: "160x90", rate: "25", seconds: 4,
      [
        "-c:v", "libx264", "-bf", "2", "-g", "25", "-c:a", "mp2", "-output_ts_offset", "\(start)",
      ])
  }

  /// Five seconds of flashes and clicks, as in `SyncTrace.clip`, with lossless sound.
  private static func flashes(_ start: Double) throws -> String {
    let clip = try SyncTrace.clip(seconds: 5)
    return try Clips.make(
      "flashes-\(Int(start)).ts",
      [
        "-i", clip, "-c:v", "copy", "-c:a", "s302m", "-strict", "-2", "-muxdelay", "0",
        "-muxpreload", "0", "-output_ts_offset", "\(start)",
      ])
  }

  @Test("Every frame of every part is shown, and none is late", arguments: Self.orders)
  func pictures(order: [Double]) throws {
    let clip = try Self.joined("motion", order, Self.motion)
    let out = try Lab.folder("breaks-\(Self.name(order))")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      "timeout 60 $VITRINE play --stats $OUT/stats.json '\(clip)'")
    #expect(result.status == 0, "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented == 100 * order.count && frames.dropped == 0, "\(frames)")
    #expect(frames.late == 0, "\(frames)")
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    // A part's sound may start slightly before its pictures.
    #expect(steps.allSatisfy { $0 < 0.16 }, "\(steps.filter { $0 > 0.051 })")
  }

  @Test("Sound and picture are within 20 ms after each discontinuity", arguments: Self.orders)
  func together(order: [Double]) throws {
    let clip = try Self.joined("flashes", order, Self.flashes)
    let out = try Lab.folder("breaks-sync-\(Self.name(order))")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--record"], out: out,
      "timeout 90 $VITRINE play --audio hw:CARD=Loopback,DEV=0 --stats $OUT/stats.json '\(clip)'")
    #expect(result.status == 0, "\(result.output)")
    let (sync, stats) = (
      try SyncTrace(out), try Statistics(out.appending(path: "stats.json"))
    )
    #expect(sync.offsets.count >= 4 * order.count, "\(sync.offsets.count) flashes")
    #expect(sync.percentile(1) <= 0.020, "\(sync.offsets.map { $0 * 1000 }) ms")
    #expect(stats.underruns == 0)
  }
}
