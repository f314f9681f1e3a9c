import Foundation
import Testing

/// `vitrine check` predicts how a file plays.
@Suite("vitrine check", .enabled(if: Lab.isThere))
struct CheckTests {
  private struct Line: Decodable {
    let file, verdict, reason: String
    let cure: String?
  }

  private static let seconds = 2

  /// The verdict expected from the page flips and the findings of FFmpeg's programs.
  private static func verdict(_ flips: Int, _ probed: ProbedFile) -> String {
    if flips == 0 { return "fails" }
    let isShort = flips < (probed.frames ?? 1)
    return isShort || !probed.costs.isEmpty ? "costs" : "plays"
  }

  @Test("The verdicts on forty unusual files match their playback")
  func edge() throws {
    #expect(CheckedClip.all.count == 40)
    // The short form has every fourth.
    let paths = try CheckedClip.all.enumerated().filter { Lab.isSoak || $0.offset % 4 == 0 }
      .map { try $0.element.path() }
    let out = try Lab.folder("check")
    let files = paths.map { "'\($0)'" }.joined(separator: " ")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      $VITRINE check --json \(files) > $OUT/said 2> $OUT/said.log; echo $? > $OUT/status
      N=0; for FILE in \(files); do
        echo "clip $N" > /sys/kernel/tracing/trace_marker; N=$((N+1))
        $VITRINE play --image-duration 0.5 --end \(Self.seconds) "$FILE" >> $OUT/played.log 2>&1
      done; echo "clip $N" > /sys/kernel/tracing/trace_marker
      """)
    #expect(result.status == 0, "\(result.output)")
    let said = try String(contentsOf: out.appending(path: "said"), encoding: .utf8)
      .split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    try #require(said.map(\.file) == paths)
    let status = try String(contentsOf: out.appending(path: "status"), encoding: .utf8)
    #expect(status == "65\n")
    let flips = try flips(out.appending(path: "flips.trace"), count: paths.count)
    var right = 0
    for (line, flips) in zip(said, flips) {
      let probed = try ProbedFile(line.file, seconds: Self.seconds, width: 640, height: 480)
      let expected = Self.verdict(flips, probed)
      let name = line.file.split(separator: "/").last ?? ""
      right += line.verdict == expected ? 1 : 0
      print(
        "\(line.verdict == expected ? "right" : "WRONG"): \(name): \(line.verdict), \(flips) flips, "
          + "\(expected) for \(probed.frames ?? 0) pictures, \(probed.costs); reason: \(line.reason)"
      )
    }
    print("check: \(right) of \(paths.count)")
    #expect(right * 40 >= 38 * paths.count)
  }

  /// One file for each kind of fix: another container, other audio, another pixel format or size, fewer frames.
  private static let curable = [
    "no-index.mkv", "surround.mkv", "422-10.mkv", "interlaced.ts", "fast.mp4", "long-gop.mp4",
    "beyond.mkv", "huge.jpg",
  ]

  @Test("Files play without findings after the suggested fix")
  func cures() throws {
    let out = try Lab.folder("check-cures")
    for name in Self.curable {
      let clip = try #require(CheckedClip.all.first { $0.name == name })
      try FileManager.default.copyItem(
        atPath: clip.path(), toPath: out.appending(path: name).path)
    }
    let files = Self.curable.map { "$OUT/\($0)" }.joined(separator: " ")
    let before = try checked(files, out, endingWith: 65)
    #expect(before.count == Self.curable.count)
    #expect(before.allSatisfy { $0.verdict != "plays" }, "\(before)")
    let cures = before.compactMap(\.cure).map {
      $0.replacing(/^ffmpeg/, with: "ffmpeg -v error -nostdin")
    }
    try #require(cures.count == Self.curable.count)
    for cure in cures {
      let result = try Lab.run("bash", ["-c", cure])
      #expect(result.status == 0, "\(cure): \(result.output)")
    }
    let after = try checked("$OUT/*.vitrine.*", out, endingWith: 0)
    #expect(after.count == cures.count)
    #expect(after.allSatisfy { $0.verdict == "plays" }, "\(after)")
    print("check: \(after.count { $0.verdict == "plays" }) of \(cures.count) fixed")
  }

  /// Checks files in the lab, where no machine is too slow.
  private func checked(
    _ files: String, _ out: URL, endingWith status: Int32
  ) throws -> [Line] {
    let result = try Lab.guest(
      ["--travel", "--display", "1280x720@60"], out: out,
      "$VITRINE check --json \(files) > $OUT/said 2> $OUT/said.log")
    #expect(result.status == status, "\(result.output)")
    return try String(contentsOf: out.appending(path: "said"), encoding: .utf8)
      .split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// The number of page flips that the kernel traced while each file was played.
  private func flips(_ trace: URL, count: Int) throws -> [Int] {
    var (flips, current) = ([Int](repeating: 0, count: count), -1)
    for line in try String(contentsOf: trace, encoding: .utf8).split(separator: "\n") {
      if let mark = line.firstRange(of: "clip "), line.contains("tracing_mark_write") {
        current = Int(line[mark.upperBound...]) ?? current
      } else if line.contains("drm_vblank_event_delivered: "),
        !line.contains("file=0000000000000000"), flips.indices.contains(current)
      {
        flips[current] += 1
      }
    }
    return flips
  }
}
