import Foundation
import Testing

/// A page beside a film and other zones, whose engine is killed again and again.
@Suite(.enabled(if: Lab.isThere))
struct PageScreenTests {
  private static let template = """
    background: "#101418"
    zones:
      film: {film: true, left: 40, width: 60, height: 75}
      page: {page: "https://museum.example/board", width: 40, height: 75}
      line: {text: "Hello", top: 75, width: 70, size: 8}
      clock: {clock: "%H:%M:%S", left: 70, top: 75, size: 8}
    """
  private static let count = Lab.isSoak ? 1000 : 20

  @Test("Killing the engine delays no frame of the film, and the page is back within 3 s")
  func kills() throws {
    let out = try Lab.folder("page-kills")
    try Data(Self.template.utf8).write(to: out.appending(path: "t.yaml"))
    try Data("zones: {template: \(out.path)/t.yaml}\n".utf8)
      .write(to: out.appending(path: "c.yaml"))
    let clip = try Clips.motion("page-kills.mp4", size: "640x360", seconds: 30)
    let result = try Lab.guest(
      ["--travel", "--planes", "2", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      export XDG_RUNTIME_DIR=/tmp/page
      mkdir -m 700 /tmp/page
      $VITRINE play --config $OUT/c.yaml --loop item --socket /run/v.sock --stats $OUT/stats.json \
        --screenshot $OUT/picture.png --at 8 '\(clip)' 2> $OUT/log &
      player=$!
      until [ -S /tmp/page/vitrine-page/wayland ]; do sleep 0.1; done
      for number in $(seq \(Self.count)); do
        start=$(date +%s%N)
        # The pause of the unit.
        sleep 0.5
        python3 tools/lab.d/page-client /tmp/page/vitrine-page/wayland 336699 > /tmp/client &
        client=$!
        until grep -q shown /tmp/client; do sleep 0.02; done
        echo $(( ($(date +%s%N) - start) / 1000000 )) >> $OUT/times
        sleep 0.2
        kill -9 $client
        wait $client
      done
      $CTL --socket /run/v.sock quit
      wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    let times = try String(contentsOf: out.appending(path: "times"), encoding: .utf8)
      .split(separator: "\n").compactMap { Int($0) }
    print("page: \(times.count) kills, back after at most \(times.max() ?? 0) ms; \(frames)")
    #expect(times.count == Self.count && times.allSatisfy { $0 < 3000 })
    #expect(frames.presented > 100 && frames.late == 0 && frames.dropped == 0)
    // The page, and the film beside it.
    let pixels = try Pixels(png: out.appending(path: "picture.png"))
    #expect(pixels[100, 100] == [0x33, 0x66, 0x99])
    #expect(pixels[500, 180] != [0x10, 0x14, 0x18])
    // One message about the end of the engine in ten minutes, and one that it is shown.
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    let messages = log.split(separator: "\n").filter { $0.contains("page: ") }
    let ends = messages.count { $0.contains("the engine has ended; its last picture stays") }
    #expect(ends == (Lab.isSoak ? 2 : 1))
    #expect(messages.count { $0.contains("page: shown") } == 1)
  }
}
