import Foundation
import Testing

/// A board, or a unit, with little memory: what does not fit is refused, and the rest plays.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct MemoryLimitTests {
  /// One colour, so that its file is small: 16000 rows of 16000 pixels.
  private func picture() throws -> String {
    try Clips.once("plain-16000.png") { draft in
      let result = try Lab.run(
        Lab.root.appending(path: "tools/test.d/plain-png").path, ["16000", draft])
      guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
    }
  }

  private func film() throws -> String {
    try Clips.make(
      "8k.mp4",
      [
        "-f", "lavfi", "-i", "color=red:s=7680x4320:r=25:d=0.4", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-preset", "ultrafast",
      ])
  }

  @Test(
    "in a control group of 512 MiB, 8K and 16000x16000 are refused by name, and the next item plays"
  )
  func controlGroup() throws {
    let out = try Lab.folder("memory-limit")
    let good = try Clips.motion("good.mp4", seconds: 1)
    let (film, picture) = (try film(), try picture())
    let result = try Lab.guest(
      ["--travel", "--memory", "2G"], out: out,
      """
      mkdir -p /tmp/groups; mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null
      echo +memory > /sys/fs/cgroup/cgroup.subtree_control; mkdir /sys/fs/cgroup/unit || exit 3
      echo 512M > /sys/fs/cgroup/unit/memory.max || exit 4
      echo $BASHPID > /sys/fs/cgroup/unit/cgroup.procs
      $VITRINE play --stats $OUT/s.json '\(film)' '\(picture)' '\(good)'
      status=$?; grep oom /sys/fs/cgroup/unit/memory.events; exit $status
      """)
    #expect(result.status == 0, "\(result.status): \(result.output)")
    let refused = result.output.split(separator: "\n").filter {
      $0.contains("MiB of memory have room")
    }
    #expect(
      refused.contains { $0.contains("8k.mp4: its pictures are 7680x4320") }, "\(result.output)")
    #expect(
      refused.contains { $0.contains("plain-16000.png: its pictures are 16000x16000") },
      "\(result.output)")
    #expect(refused.allSatisfy { $0.contains(" 512 MiB") })
    #expect(result.output.contains("oom_kill 0"), "\(result.output)")
    #expect(try Statistics(out.appending(path: "s.json")).frames.presented == 30)
  }
}
