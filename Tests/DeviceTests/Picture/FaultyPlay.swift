import Foundation
import Testing

/// A clip played on a display with injected faults.
struct FaultyPlay {
  /// Small, because the kernel composes each vblank.
  static let mode = "160x120@60"
  static let large = "640x480@60"
  /// The number of refreshes by which a fault may delay a picture.
  static let patience = 3

  let clip: NumberedClip
  let rate: Double
  let out: URL
  let status: Int32
  let output: String

  init(_ name: String, _ faults: String, rate: Double, seconds: Int, lab: [String] = []) throws {
    (clip, self.rate) = (try NumberedClip(seconds: seconds, rate: rate), rate)
    out = try Lab.folder("fault-\(name)")
    let shots = (0..<seconds).map { "--at \($0).5" }.joined(separator: " ")
    // Played twice, because the virtual display has no checksums after a screenshot.
    let result = try Lab.guest(
      ["--travel", "--display", Self.mode, "--time-limit", "120"] + lab, out: out,
      ScanoutSums.during(
        """
        $VITRINE play --inject \(faults) --stats $OUT/stats.json '\(clip.path)' || exit
        kill $sums; wait $sums; cp /sys/kernel/tracing/trace $OUT/first.trace
        $VITRINE play --inject \(faults) --screenshot $OUT/shot.png \(shots) '\(clip.path)'
        """))
    (status, output) = (result.status, result.output)
  }

  var stats: Statistics {
    get throws { try Statistics(out.appending(path: "stats.json")) }
  }

  /// The vblanks at which the kernel flipped the clip's frames. Also checks that the clip was visible at every vblank
  /// from the first one on.
  func vblanks() throws -> [Int] {
    let all = try FlipTrace(out.appending(path: "first.trace"), withBlocking: true).flips
      .map(\.sequence)
    let sums = try ScanoutSums(out)
    let last = try #require(all.last)
    let (first, missing, black) = try #require(sums.blanks(through: last))
    #expect(black == [], "black at these vblanks")
    #expect(missing == 0, "vblanks without a checksum")
    return all.filter { $0 >= first }
  }

  /// Checks that the clip played to its end in time with the right pictures, none black and none late for long.
  func check() throws {
    try #require(status == 0, "\(output.suffix(2000))")
    let (vblanks, stats) = (try vblanks(), try stats)
    let display = try #require(stats.display)
    let recoveries = display.recoveries
    let ideal = 1000 / (display.vblankPeriod * rate)  // in refreshes
    let gaps = zip(vblanks.dropFirst(), vblanks).map { $0 - $1 }
    // The first picture is shown as soon as it is decoded.
    let longest = gaps.dropFirst().max() ?? .max
    #expect(longest <= Int(ideal.rounded(.up)) + Self.patience, "refreshes between pictures")
    let odd = gaps.dropFirst().filter { abs(Double($0) - ideal) >= 1 }.count
    #expect(odd <= 3 * recoveries, "\(recoveries) faults")
    let length = Double((vblanks.last ?? 0) - (vblanks.first ?? 0))
    let wanted = Double(clip.seconds) * rate * ideal
    #expect(abs(length - wanted) <= Double(Self.patience + 4), "\(length) refreshes for \(wanted)")
    let count = Int(Double(clip.seconds) * rate)
    #expect(stats.frames.presented >= count - Self.patience * recoveries)
    try checkPictures()
    print(
      "\(out.lastPathComponent): \(recoveries) faults, \(stats.frames.presented) of \(count) "
        + "frames, at most \(longest) refreshes apart")
  }

  /// Checks that the screenshots show the requested frames.
  private func checkPictures() throws {
    let numbers = try NumberedClip.numbers(in: out, count: clip.seconds)
    for (second, number) in numbers.enumerated() {
      let wanted = (Double(second) + 0.5) * rate
      let found = number.map(Double.init) ?? -1
      #expect(abs(found - wanted) <= Double(Self.patience), "at \(second).5 s")
    }
  }
}
