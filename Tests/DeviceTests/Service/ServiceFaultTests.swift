import Foundation
import Testing

/// The service for hours in time travel, with a fault in each: kills, hangs, pulled cables, full disks, wrong clocks,
/// damaged lists and state.
@Suite(.enabled(if: Lab.isThere))
struct ServiceFaultTests {
  @Test("After every kind of fault the picture is back within 5 s, and nothing grows")
  func faults() throws {
    // The short form has each fault once, every minute.
    let (hours, period) = Lab.isSoak ? (720, 3600) : (14, 45)
    let seed = Lab.isSoak ? Int.random(in: 1...99_999) : 1
    let clip = try Clips.motion("long.mp4", size: "160x120", rate: "2", seconds: 10)
    let picture = Lab.root.appending(path: ".build/lab-media/long.png").path
    _ = try Lab.run("ffmpeg", ["-v", "error", "-y", "-i", clip, "-frames:v", "1", picture])
    let out = try Lab.folder("service-faults")
    // Small and slow, because the kernel composes each vblank while checksums are read.
    let mode = "320x240@10"
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--audio", "none", "--time-limit", "10000"], out: out,
      """
      date -s '2026-06-03 12:00' > /dev/null
      \(ScanoutSums.afterBlack("--custom-mode \(mode) --mode \(mode)"))
      export PERIOD=\(period) LIST=/tmp/menu.m3u BLACK=$OUT/black
      printf '%s\\n' '\(clip)' '\(picture)' > $LIST
      tools/lab.d/service-faults \(hours) \(seed) $OUT/log $VITRINE run --playlist $LIST \
        --set playback.image-duration=600 --set display.custom-modes=\(mode) --set display.mode=\(mode)
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
    print("memory \(log.lines.compactMap(\.rss)) KiB, disk \(disk) bytes")
    guard Lab.isSoak else { return }
    #expect(log.peak(\.disk, quarter: 3) <= log.peak(\.disk, quarter: 1) + (64 << 10))
    #expect(log.peak(\.rss, quarter: 3) <= log.peak(\.rss, quarter: 1) + 1024)
    #expect(log.peak(\.descriptors, quarter: 3) <= log.peak(\.descriptors, quarter: 1) + 2)
  }
}
