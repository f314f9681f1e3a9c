import Foundation
import Testing

/// A stick played in place, in time-travel mode: the picture at each vblank.
@Suite(.enabled(if: Lab.isThere))
struct StickTravelTests {
  @Test(
    "No vblank is black when a stick is removed during playback",
    arguments: ["truncated"] + (Lab.isSoak ? ["gone"] : []))
  func pulled(_ way: String) throws {
    let out = try Lab.folder("stick-travel-\(way)")
    let clips = try [("before", "testsrc2"), ("stick", "testsrc")].map { name, source in
      try Clips.make(
        "stick-travel-\(name).mp4",
        [
          "-f", "lavfi", "-i", "\(source)=s=160x120:r=30:d=20", "-pix_fmt", "yuv420p", "-c:v",
          "libx264", "-g", "30", "-movflags", "+faststart",
        ])
    }
    let config = out.appending(path: "config.yaml")
    let text = """
      playlist: \(clips[0])
      content: {sticks: /tmp/media, name: lab}
      """
    try Data(text.utf8).write(to: config)
    // Truncating the file simulates read errors. A lazy unmount simulates the removal.
    let result = try Lab.guest(
      [
        "--travel", "--planes", "2", "--display", "160x120@60", "--audio", "none", "--time-limit",
        "900",
      ], out: out,
      """
      mkdir -p /tmp/media/s /tmp/s; export RUNTIME_DIRECTORY=/run/v; mkdir /run/v
      \(ScanoutSums.afterBlack())
      echo > /sys/kernel/tracing/trace
      catch checksums
      $VITRINE run --config \(config.path) --state /tmp/s --socket /tmp/c.sock 2> $OUT/log & P=$!
      said() { local i; for i in $(seq 600); do grep -q "$1" $OUT/log && return; sleep 0.1; done; false; }
      said 'playing'; sleep 5
      mount -t tmpfs none /tmp/media/s; cp \(clips[1]) /tmp/media/s/film.mp4; cp \(clips[1]) /tmp/media/s/other.mp4
      echo 'lab play' > /tmp/media/s/vitrine-screens
      said 'content: USB stick'; said 'film.mp4: playing'; sleep 6
      \(way == "truncated" ? "truncate -s 200000 /tmp/media/s/film.mp4" : "")
      umount -l /tmp/media/s; rmdir /tmp/media/s
      sleep 45; find /tmp/s/content -type f > $OUT/files
      kill $P; wait $P; echo "status $?" >> $OUT/log; kill $sums; true
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.status == 0, "\(result.output.suffix(2000))\n\(log)")
    #expect(
      log.contains("starts with the next item: 2 videos") && log.contains("was removed"), "\(log)")
    let names = log.matches(of: /(before|film|other)\.mp4: playing/).map { String($0.1) }
    #expect(names.first == "before" && names.last == "before" && names.contains("film"), "\(log)")
    // Films that are on the stick are not started after its removal.
    #expect(!names.contains("other"), "\(log)")
    #expect(log.contains("status 0"), "\(log)")
    let files = try String(contentsOf: out.appending(path: "files"), encoding: .utf8)
    #expect(!files.contains("objects/") && !files.contains("parts/"), "\(files)")
    let sums = try ScanoutSums(out)
    let (all, black) = (sums.sums, try #require(sums.black))
    let seen = all.drop { $0.sum == black }.reversed().drop { $0.sum == black }
    let dark = seen.count { $0.sum == black }
    print("\(way): \(seen.count) vblanks, \(dark) of them black")
    #expect(seen.count > 60 * 60 && dark == 0)
  }
}
