import Foundation
import Testing

/// Control groups limit the share of a processor. Only root can create them.
private enum ControlGroups {
  static let areOurs =
    getuid() == 0
    && ["/sys/fs/cgroup/cpu/cgroup.procs", "/sys/fs/cgroup/cgroup.procs"].contains {
      FileManager.default.isWritableFile(atPath: $0)
    }
}

/// A very slow board, in real time: the player gets a share of one processor.
@Suite(.serialized, .enabled(if: Lab.isThere && ControlGroups.areOurs))
struct SlowMachineTests {
  @Test("A slow start on a slow machine is not treated as a hang")
  func slowInRealTime() throws {
    let clip = try Clips.motion("slow.mp4", size: "320x180", seconds: 3)
    let out = try Lab.folder("slow-machine")
    let result = try Lab.guest(
      ["--cpu", "15", "--time-limit", "400"], out: out,
      """
      $VITRINE play --audio hw:CARD=Loopback,DEV=0 --stats $OUT/stats.json '\(clip)' \
        2> $OUT/log
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.status == 0, "\(log) \(result.output.suffix(2000))")
    for stall in ["nothing was read or decoded", "no frame after"] {
      #expect(!log.contains(stall), "\(log)")
    }
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    print("with 15 % of a CPU: \(frames.presented) of \(frames.decoded) pictures shown")
    #expect(frames.decoded == 90 && frames.presented > 0)
  }
}
