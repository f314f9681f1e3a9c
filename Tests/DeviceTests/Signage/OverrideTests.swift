import Foundation
import Testing

/// Overrides on a display, checked by the proof-of-play log and the kernel's trace of flips.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct OverrideTests {
  private static let lab = [
    "--travel", "--planes", "4", "--display", "320x240@60", "--audio", "none",
  ]

  private func folder(_ name: String) throws -> URL {
    let folder = try Lab.folder(name)
    for (name, seconds) in [("film", 40), ("other", 15), ("alarm", 6)] {
      let clip = try Clips.motion("override-\(name).mp4", size: "160x120", seconds: seconds)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "\(name).mp4").path, withDestinationPath: clip)
    }
    try Data("not a film".utf8).write(to: folder.appending(path: "bad.mp4"))
    return folder
  }

  /// With and without properties that make the list scheduled.
  @Test(
    "An override starts at once and ends on time, and playback then resumes in place",
    arguments: [false, true])
  func cuts(isScheduled: Bool) throws {
    let name = "override-\(isScheduled ? "scheduled" : "plain")"
    let (folder, out) = (try folder("\(name)-list"), try Lab.folder(name))
    let list = folder.appending(path: "list.yaml")
    let words = isScheduled ? ", weight: 1" : ""
    try Data("items:\n- {file: film.mp4\(words)}\n- {file: other.mp4\(words)}\n".utf8)
      .write(to: list)
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      date -s '2026-06-03 12:00' > /dev/null; mkdir -p $OUT/run $OUT/state; export RUNTIME_DIRECTORY=$OUT/run
      export VITRINE_SOCKET=/tmp/c.sock
      $VITRINE run --playlist '\(list.path)' --state $OUT/state --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep 12; date +%s.%N > $OUT/asked
      $CTL override begin fire for 20s file '\(folder.path)/alarm.mp4'; echo begun $?
      sleep 1; $CTL status; $CTL next; echo next $?
      touch '\(list.path)' 2>/dev/null; $CTL reload
      sleep 24; $CTL status
      $CTL override begin a for 1h card Title Words; sleep 2
      $CTL override begin b for 1h file '\(folder.path)/bad.mp4'; sleep 6
      $CTL status; $CTL override end a; echo end $?; $CTL override end b; echo end $?
      sleep 30; kill $P; wait $P
      """)
    let rows = try WrittenShowing.all(out)
    let trail = rows.map { "\($0.title) \($0.level) \($0.ended)" }.joined(separator: ", ")
    #expect(result.output.contains("begun 0") && result.output.contains("next 65"))
    #expect(result.output.contains("override fire until"), "\(result.output.suffix(1500))")
    #expect(result.output.contains("override b until") && result.output.contains("not shown"))
    #expect(result.output.contains("end 65") && result.output.contains("end 0"))
    let asked = try #require(
      Double(
        String(contentsOf: out.appending(path: "asked"), encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)))
    let alarms = rows.filter { $0.campaign == "fire" }
    let (first, last) = (try #require(alarms.first), try #require(alarms.last))
    #expect(first.level == "override" && rows.first?.ended == "cut", "\(trail)")
    let delay = try first.begin() - asked
    let over = try last.begin() + last.seconds - asked
    #expect(delay < 0.5 && abs(over - delay - 20) < 0.25, "\(delay), \(over): \(trail)")
    // An item resumes where it was cut each time. The player reports its position ten times a second.
    let title = rows.first?.title
    let parts = rows.filter { $0.title == title }
    let count = (parts.firstIndex { $0.ended == "ended" } ?? 0) + 1
    let seen = parts.prefix(count).reduce(0) { $0 + $1.seconds }
    let whole = title == "film" ? 40.0 : 15
    #expect(count > 1 && (-0.05...0.25 * Double(count)).contains(seen - whole), "\(seen): \(trail)")
    #expect(rows.contains { $0.campaign == "a" && $0.level == "override" }, "\(trail)")
    print(
      "override: on screen \(Int(delay * 1000)) ms after the request, for \(over - delay) s")
  }

  @Test(
    "An override hides the gallery, which returns unchanged, even if a visitor goes back"
  )
  func overList() throws {
    let (folder, out) = (try folder("override-chosen-list"), try Lab.folder("override-chosen"))
    let red = try Clips.make(
      "override-red.mp4",
      [
        "-f", "lavfi", "-i", "color=red:s=160x120:r=10:d=6", "-c:v", "libx264", "-pix_fmt",
        "yuv420p",
      ])
    let settings = folder.appending(path: "vitrine.yaml")
    try Data("interface:\n  list: true\n".utf8).write(to: settings)
    let result = try Lab.guest(
      Self.lab + ["--touch"], out: out,
      """
      mkdir -p $OUT/run $OUT/state; export RUNTIME_DIRECTORY=$OUT/run VITRINE_SOCKET=/tmp/c.sock
      $VITRINE run --config '\(settings.path)' --playlist '\(folder.path)/film.mp4' --state $OUT/state \
        --socket /tmp/c.sock 2> $OUT/log & P=$!
      shot() { $CTL screenshot $OUT/$1.png > /dev/null; echo $1 $?; }
      sleep 8; shot before
      $CTL override begin fire for 20s file '\(red)'; sleep 3; shot over
      echo tap KEY_BACK > /run/input-orders; sleep 5; shot still
      sleep 20; shot after
      kill $P; wait $P
      """)
    #expect(
      result.output.matches(of: #/(before|over|still|after) 0/#).count == 4, "\(result.output)")
    func picture(_ name: String) throws -> Pixels {
      try Pixels(png: out.appending(path: "\(name).png"))
    }
    for name in ["over", "still"] {
      let seen = try picture(name)
      let middle = seen[seen.width / 2, seen.height / 2]
      #expect(middle[0] > 200 && middle[1] < 60, "\(name): \(middle)")
    }
    #expect(try picture("before").bytes == picture("after").bytes)
    let shown = try WrittenShowing.all(out).filter { $0.level == "override" }
    #expect(!shown.isEmpty && shown.allSatisfy { $0.campaign == "fire" })
  }

  @Test("An override survives kills and an unset clock, and ends on time")
  func restarts() throws {
    let (folder, out) = (try folder("override-kills-list"), try Lab.folder("override-kills"))
    let kills = Lab.isSoak ? 40 : 3
    // Every second kill also loses memory, like a power cut.
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      mkdir -p $OUT/run $OUT/state; export RUNTIME_DIRECTORY=$OUT/run; export VITRINE_SOCKET=/tmp/c.sock
      start() { $VITRINE run --playlist '\(folder.path)/film.mp4' --state $OUT/state --socket /tmp/c.sock 2>> $OUT/log & P=$!; sleep 3; }
      date -s '1970-02-01 12:00' > /dev/null; start
      $CTL override begin fire for \(kills * 5 + 60)s card Leave Now; echo begun $?
      for i in $(seq \(kills)); do
        sleep 1.$((i * 37 % 100)); kill -KILL $P; wait $P; [ $((i % 2)) = 0 ] && rm -f $OUT/run/override*
        start; $CTL status
      done
      date -s '2026-06-03 12:00' > /dev/null; sleep 2; kill -KILL $P; wait $P; rm -f $OUT/run/override*; start
      $CTL status; sleep 100; $CTL --json status; kill $P; wait $P
      """)
    let lines = result.output.split { $0.isNewline }.filter { $0.contains("override fire") }
    #expect(lines.count == kills + 1, "\(result.output.suffix(2000))")
    #expect(result.output.contains("\"override\":null"))
    let trail = try WrittenShowing.all(out)
    // The first showing after each start.
    let starts = zip(trail, trail.dropFirst()).filter {
      $0.ended == "killed" && $1.level != "override"
    }
    #expect(starts.isEmpty && trail.count { $0.level == "override" } > kills)
    #expect(trail.last?.level == "rest" && trail.last?.title == "film")
    print("override: resumed after \(kills + 1) kills")
  }
}
