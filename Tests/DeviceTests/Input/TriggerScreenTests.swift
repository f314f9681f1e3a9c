import Foundation
import Testing

/// Buttons, sensors and readers that start content, checked by the proof-of-play log.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TriggerScreenTests {
  @Test("A button plays at once, a sensor while held, a code after the item; the programme returns")
  func starts() throws {
    let (folder, out) = (try Lab.folder("trigger-list"), try Lab.folder("trigger"))
    for (name, seconds) in [("film", 40), ("button", 6), ("sensor", 4), ("code", 5)] {
      let clip = try Clips.motion("trigger-\(name).mp4", size: "160x120", seconds: seconds)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "\(name).mp4").path, withDestinationPath: clip)
    }
    let settings = folder.appending(path: "vitrine.yaml")
    try Data(
      """
      playlist: film.mp4
      input:
        readers: [Lab reader]
      triggers:
        KEY_RED: {play: \(folder.path)/button.mp4}
        KEY_PROG1: {play: \(folder.path)/sensor.mp4, when: held}
        "4006ab": {play: \(folder.path)/code.mp4, when: next}
        KEY_BLUE: {play: \(folder.path)/missing.m3u}

      """.utf8
    ).write(to: settings)
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "320x240@60", "--audio", "none", "--touch"],
      out: out,
      """
      mkdir -p $OUT/run $OUT/state; export RUNTIME_DIRECTORY=$OUT/run
      order() { echo "$*" > /run/input-orders; }
      order plug reader
      $VITRINE run --config '\(settings.path)' --playlist '\(folder.path)/film.mp4' \
        --state $OUT/state --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep 5; order tap KEY_RED; sleep 10
      order key KEY_PROG1 1; sleep 10; order key KEY_PROG1 0; sleep 2
      order tap KEY_BLUE; sleep 1
      order scan 4006ab; sleep 45
      kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    let rows = try WrittenShowing.all(out)
    let trail = rows.map { "\($0.title) \($0.seconds.rounded()) \($0.ended)" }
    print("triggers: \(trail.joined(separator: ", "))")
    #expect(
      rows.prefix(7).map(\.title) == [
        "film", "button", "film", "sensor", "sensor", "sensor", "film",
      ], "\(trail) \(result.output)\(log)")
    #expect(abs(rows[1].seconds - 6) < 0.1 && rows[1].ended == "ended", "\(trail)")
    #expect(rows[5].ended == "cut", "\(trail)")
    let held = rows[3...5].reduce(0) { $0 + $1.seconds }
    #expect(abs(held - 10) < 0.5, "\(held)")
    // The film continued in place each time, to its end; then the code's film, then the film again.
    let film = [rows[0], rows[2], rows[6]].reduce(0) { $0 + $1.seconds }
    #expect(abs(film - 40) < 0.5, "\(film)")
    #expect(rows.dropFirst(7).prefix(2).map(\.title) == ["code", "film"], "\(trail)")
    #expect(log.contains("trigger KEY_BLUE: "), "\(log)")
    // Nothing dark or frozen between them: the kernel saw no long gap of flips.
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let gaps = zip(flips.dropFirst(2), flips.dropFirst(3)).map { $1 - $0 }
    #expect((gaps.max() ?? 1) < 0.3, "\(gaps.max() ?? 0) s")
  }
}
