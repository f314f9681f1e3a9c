import Foundation
import Testing

/// A board or a unit with little memory: items that do not fit are refused, and the others play.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct MemoryLimitTests {
  /// In one colour, so that the file is small: 16000x16000 pixels.
  fileprivate static func picture() throws -> String {
    try Clips.once("plain-16000.png") { draft in
      let result = try Lab.run(
        Lab.root.appending(path: "tools/test.d/plain-png").path, ["16000", draft])
      guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
    }
  }

  fileprivate static func film() throws -> String {
    try Clips.make(
      "8k.mp4",
      [
        "-f", "lavfi", "-i", "color=red:s=7680x4320:r=25:d=0.4", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-preset", "ultrafast",
      ])
  }

  @Test(
    "Items too large for a control group of 512 MiB are refused by name"
  )
  func controlGroup() throws {
    let out = try Lab.folder("memory-limit")
    let good = try Clips.motion("good.mp4", seconds: 1)
    let (film, picture) = (try Self.film(), try Self.picture())
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
      $0.contains("MiB of memory only allow")
    }
    #expect(
      refused.contains { $0.contains("8k.mp4: too large: 7680x4320") }, "\(result.output)")
    #expect(
      refused.contains { $0.contains("plain-16000.png: too large: 16000x16000") },
      "\(result.output)")
    #expect(refused.allSatisfy { $0.contains(" 512 MiB") })
    #expect(result.output.contains("oom_kill 0"), "\(result.output)")
    #expect(try Statistics(out.appending(path: "s.json")).frames.presented == 30)
  }
}

extension BootTests {
  @Test(
    "A unit limited to 512 MiB refuses large items and plays on",
    .enabled(if: Lab.isSoak))
  func memoryLimit() throws {
    let machine = try Booted("memory")
    let (film, picture) = (try MemoryLimitTests.film(), try MemoryLimitTests.picture())
    let report = try machine.run(
      """
      seen "boot until picture"
      cp /host\(film) /var/lib/vitrine/videos/1.mp4; cp /host\(picture) /var/lib/vitrine/videos/2.png
      unit=/run/systemd/system/vitrine.service.d; mkdir -p $unit
      printf '[Service]\\nMemoryMax=512M\\n' > $unit/99-memory.conf
      systemctl daemon-reload; systemctl restart vitrine
      # It resumes at its last position, and reaches both.
      until_true 180 'journalctl -b -u vitrine | grep -q "2.png: too large"'
      # Longer than the good one, during which both may have been looked at already.
      sleep 30; begin
      seen "picture behind both"
      journalctl -b -u vitrine -o cat
      echo "limit $(property vitrine MemoryMax)"
      echo "restarts $(property vitrine NRestarts), $(systemctl is-active vitrine)"
      grep oom_kill\\  /sys/fs/cgroup$(property vitrine ControlGroup)/memory.events
      """)
    print("a unit with 512 MiB:\n\(report.text)")
    #expect(report.status == 0)
    #expect(report["limit"] == "536870912")
    for name in ["1.mp4: too large: 7680x4320", "2.png: too large: 16000x16000"] {
      let refusal = report.text.split(separator: "\n").first { $0.contains(name) }
      #expect(refusal?.contains("512 MiB of memory only allow") == true, "\(report.text)")
    }
    #expect(report.seconds("picture behind both") != nil)
    #expect(report["restarts"] == "0, active" && report["oom_kill"] == "0", "\(report.text)")
  }
}
