import Foundation
import Testing

/// The service for hours in time travel, with a fault in each: kills, hangs, pulled cables, full disks, wrong clocks,
/// damaged lists and state.
@Suite(.enabled(if: Lab.isThere))
struct ServiceFaultTests {
  @Test("After every kind of fault the picture is back within 5 s, and nothing grows")
  func faults() throws {
    // The short form has each fault once, every 45 s.
    let (hours, period) = Lab.isSoak ? (720, 3600) : (19, 45)
    let seed = Lab.isSoak ? Int.random(in: 1...99_999) : 1
    let clip = try Clips.motion("long.mp4", size: "160x120", rate: "2", seconds: 10)
    let picture = Lab.root.appending(path: ".build/lab-media/long.png").path
    _ = try Lab.run("ffmpeg", ["-v", "error", "-y", "-i", clip, "-frames:v", "1", picture])
    let out = try Lab.folder("service-faults")
    // Small and slow, because the kernel composes each vblank while checksums are read.
    let mode = "320x240@10"
    let result = try Lab.guest(
      [
        "--travel", "--planes", "4", "--audio", "dummy", "--time-limit",
        Lab.isSoak ? "10000" : "300",
      ], out: out,
      """
      ip link set lo up; mkdir -p /tmp/www /tmp/cache; cp '\(clip)' /tmp/www/remote.mp4
      python3 -m http.server -b 127.0.0.1 -d /tmp/www 8000 > /dev/null 2>&1 &
      date -s '2026-06-03 12:00' > /dev/null
      \(ScanoutSums.afterBlack("--custom-mode \(mode) --mode \(mode)"))
      export PERIOD=\(period) LIST=/tmp/menu.m3u BLACK=$OUT/black CACHE=/tmp/cache SWIFT_BACKTRACE=enable=no
      printf '%s\\n' '\(clip)' '\(picture)' http://127.0.0.1:8000/remote.mp4 > $LIST
      tools/lab.d/service-faults \(hours) \(seed) $OUT/log $VITRINE run --playlist $LIST \
        --set cache.folder=/tmp/cache --set playback.image-duration=600 --set display.custom-modes=\(mode) --set display.mode=\(mode)
      """)
    #expect(result.status == 0, "seed \(seed): \(result.output.suffix(2000))")
    let log = try ServiceLog(out)
    let faults = log.lines.compactMap { line in line.fault.map { ($0, line.dark ?? .infinity) } }
    let worst = Dictionary(faults, uniquingKeysWith: max).sorted { $0.key < $1.key }
    print("seed \(seed), \(faults.count) faults; the longest times without a picture, in seconds:")
    for (name, dark) in worst { print("  \(name): \((dark * 100).rounded() / 100)") }
    #expect(faults.count == hours)
    for (name, dark) in faults { #expect(dark <= 5, "seed \(seed): \(name)") }
    #expect(!log.said.contains("is not recorded"), "a damaged proof-of-play log is replaced")
    let disk = log.lines.compactMap(\.disk)
    try check(faults.map(\.0), out)
    print("memory \(log.lines.compactMap(\.rss)) KiB, disk \(disk) bytes")
    guard Lab.isSoak else { return }
    #expect(log.peak(\.disk, quarter: 3) <= log.peak(\.disk, quarter: 1) + (64 << 10))
    #expect(log.peak(\.rss, quarter: 3) <= log.peak(\.rss, quarter: 1) + 1024)
    #expect(log.peak(\.descriptors, quarter: 3) <= log.peak(\.descriptors, quarter: 1) + 2)
  }

  /// Checks that the log has the cause of each fault that the black box records.
  private func check(_ faults: [String], _ out: URL) throws {
    let said = try ServiceLog(out).said
    let causes = [
      "stop_display": "fault: watchdog-late: ",
      "stop_decoder": "fault: decoder-hung: ",
      "unplug": "fault: display-lost: Virtual-1",
      "remove_sound": "no sound: ",
      "damage_list": "menu.m3u: continuing with the previous version",
      "remove_list": "menu.m3u: cannot be read: No such file",
      "damage_state": "damaged",
    ]
    for (fault, cause) in causes where faults.contains(fault) {
      #expect(said.contains(cause), "\(fault)")
    }
  }
}
