import Foundation
import Testing

/// A clip that was played on a display whose faults are made on purpose.
struct FaultyPlay {
  /// Small, since each vblank is composed.
  static let mode = "160x120@60"
  static let large = "640x480@60"
  /// A picture may be so many refreshes late for a fault.
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
    // Twice the same, since the virtual display gives no checksums after a screenshot.
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

  /// The vblanks at which the clip's pictures came, by the kernel; whether every vblank from the
  /// first of them on showed the clip, too.
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

  /// Played to its end in its time, the right pictures, none black and none late for long.
  func check() throws {
    try #require(status == 0, "\(output.suffix(2000))")
    let (vblanks, stats) = (try vblanks(), try stats)
    let display = try #require(stats.display)
    let recoveries = display.recoveries
    let ideal = 1000 / (display.vblankPeriod * rate)  // in refreshes
    let gaps = zip(vblanks.dropFirst(), vblanks).map { $0 - $1 }
    // The very first picture is shown as soon as it is there.
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

  /// The frames that were asked for are those that were scanned out.
  private func checkPictures() throws {
    let numbers = try NumberedClip.numbers(in: out, count: clip.seconds)
    for (second, number) in numbers.enumerated() {
      let wanted = (Double(second) + 0.5) * rate
      let found = number.map(Double.init) ?? -1
      #expect(abs(found - wanted) <= Double(Self.patience), "at \(second).5 s")
    }
  }
}
