import Foundation
import Testing

/// The brightness of a display, read back through its writeback connector.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct BrightnessTests {
  private static let screen = ["--travel", "--planes", "3", "--display", "320x240@60"]

  /// The colour in the middle of a screenshot.
  private func seen(_ out: URL, _ name: String) throws -> [Int] {
    let pixels = try Pixels(png: out.appending(path: "\(name).png"))
    return pixels[pixels.width / 2, pixels.height / 2]
  }

  private static let white = [255, 255, 255]

  private static func isHalf(_ seen: [Int]) -> Bool { seen.allSatisfy { (127...129).contains($0) } }

  @Test(
    "Brightness 50 halves white, even after a hot-plug and a power cycle"
  )
  func parts() throws {
    let out = try Lab.folder("brightness")
    let result = try Lab.guest(
      Self.screen, out: out,
      """
      cd /tmp; export VITRINE_SOCKET=/tmp/c.sock; plug=/sys/kernel/config/vkms/lab/connectors/o/status
      printf '%s\\n' 'playlist: "color:white"' 'audio: {device: none}' > a.yaml
      $VITRINE run --config a.yaml --socket /tmp/c.sock 2> $OUT/log & P=$!; sleep 2
      ctl() { $CTL "$@" || exit 9; }
      shot() { sleep 1; ctl screenshot $OUT/$1.png; }
      shot found; ctl --json status
      ctl display brightness 50; shot half; ctl --json status; ctl status
      echo 2 > $plug; sleep 2; echo 1 > $plug; sleep 2; shot replugged
      ctl display off; sleep 1; ctl display on; shot on
      ctl display brightness 0; shot none
      ctl display brightness 100%; shot whole
      printf '%s\\n' 'display: {brightness: 50}' >> a.yaml; ctl reload; shot reloaded
      sed -i '/display/d' a.yaml; ctl reload; shot again; ctl --json status
      kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    try #require(result.status == 0, "\(result.output) \(log)")
    for name in ["found", "whole", "again"] {
      #expect(try seen(out, name) == Self.white, "\(name)")
    }
    for name in ["half", "replugged", "on", "reloaded"] {
      let seen = try seen(out, name)
      #expect(Self.isHalf(seen), "\(name): \(seen)")
    }
    #expect(try seen(out, "none") == [0, 0, 0])
    let told = result.output.matches(of: /"brightness":([^,}]*)/).map { String($0.1) }
    #expect(told == ["null", "50", "null"], "\(result.output)")
    #expect(
      result.output.contains("\"by\":\"gamma-table\"") && result.output.contains("brightness 50%"))
    #expect(!log.contains("dimmed"), "\(log)")
  }

  @Test("The brightness schedule applies on time to every output, even at startup")
  func schedule() throws {
    let out = try Lab.folder("brightness-schedule")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "320x240@60"], out: out,
      """
      date -s '2026-06-03 19:59:50' > /dev/null; cd /tmp; export VITRINE_SOCKET=/tmp/c.sock
      printf '%s\\n' 'playlist: "color:white"' 'audio: {device: none}' \
        'outputs: {Virtual-2: {playlist: "color:white"}}' \
        'display: {brightness-schedule: ["mon-sun 20:00-20:01 50%"]}' > a.yaml
      run() { $VITRINE run --config a.yaml --socket /tmp/c.sock 2>> $OUT/log & P=$!; }
      at() {
        until [[ $(date +%T) > $1 ]]; do sleep 0.2; done
        for output in '' '--output Virtual-2'; do
          $CTL $output screenshot $OUT/$2${output:+-other}.png || exit 9
        done
      }
      run; at 19:59:58 before; at 20:00:01 inside; at 20:00:30 later
      kill $P; wait $P; run; sleep 3; at 20:00:40 restarted
      at 20:00:58 last; at 20:01:01 after; kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    try #require(result.status == 0, "\(result.output) \(log)")
    for suffix in ["", "-other"] {
      for name in ["before", "after"] {
        #expect(try seen(out, name + suffix) == Self.white, "\(name)\(suffix)")
      }
      for name in ["inside", "later", "restarted", "last"] {
        let seen = try seen(out, name + suffix)
        #expect(Self.isHalf(seen), "\(name)\(suffix): \(seen)")
      }
    }
  }

  @Test("Brightness changes delay no frame")
  func late() throws {
    let clip = try Clips.motion("brightness.mp4", size: "160x120", seconds: 8)
    let out = try Lab.folder("brightness-late")
    let result = try Lab.guest(
      ["--travel", "--display", "320x240@60"], out: out,
      """
      cd /tmp; export VITRINE_SOCKET=/tmp/c.sock
      $VITRINE play --audio none --socket /tmp/c.sock --stats $OUT/stats.json '\(clip)' 2> $OUT/log & P=$!
      sleep 2
      for percent in 90 80 70 60 50 40 30 20 10 0 100 1 99 2 98; do
        $CTL display brightness $percent || exit 9; sleep 0.217
      done
      sleep 6; $CTL quit; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    try #require(result.status == 0, "\(result.output) \(log)")
    let statistics = try Statistics(out.appending(path: "stats.json"))
    #expect(statistics.frames.late == 0 && statistics.frames.dropped == 0, "\(statistics)")
    #expect(
      statistics.frames.presented == 240 && statistics.display?.recoveries == 0, "\(statistics)")
  }
}
