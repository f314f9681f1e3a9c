import Foundation
import Testing

/// Gapless playback, from the kernel's trace of flips and the recorded sound.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct EdgeTests {
  private static let period = 1 / 60.0

  /// Plays the twelve clips in a loop until `edges` item boundaries have passed.
  private func play(
    _ name: String, edges: Int, travel: Bool, before: String = "", options: String = "",
    place: (String) -> String = { $0 }
  ) throws -> (clips: [EdgeClip], folder: URL) {
    let clips = try EdgeClip.all()
    let played = (0...edges).map { clips[$0 % clips.count] }
    let out = try Lab.folder("edges-\(name)")
    let list = out.appending(path: "list")
    try Data(played.map { "'\(place($0.path))'" }.joined(separator: "\n").utf8).write(to: list)
    let result = try Lab.guest(
      (travel ? ["--travel"] : []) + ["--display", "1280x720@60", "--record"], out: out,
      """
      \(before)
      eval "set -- $(tr '\\n' ' ' < '\(list.path)')"
      $VITRINE play \(options) --audio hw:CARD=Loopback,DEV=0 --stats $OUT/stats.json \
        --image-duration \(EdgeClip.imageSeconds) "$@" 2> $OUT/log
      """)
    #expect(result.status == 0, "\(result.output)")
    return (played, out)
  }

  /// The largest excess of a boundary over its limit, in seconds, and any other fault.
  private func gaps(_ clips: [EdgeClip], _ folder: URL) throws -> (worst: Double, fault: String?) {
    let flips = try FlipTrace(folder.appending(path: "flips.trace")).flips
    let wanted = clips.map(\.pictures).reduce(0, +)
    guard flips.count == wanted else {
      return (.infinity, "\(flips.count) flips for \(wanted) pictures")
    }
    var (index, worst) = (0, -Double.infinity)
    for clip in clips.dropLast() {
      index += clip.pictures
      let gap = Double(flips[index].sequence - flips[index - 1].sequence)
      // The subtraction absorbs rounding errors.
      let allowed = (clip.lastInterval / Self.period - 0.01).rounded(.up)
      worst = max(worst, (gap - allowed) * Self.period)
    }
    return (worst, nil)
  }

  private func check(_ clips: [EdgeClip], _ folder: URL) throws {
    let (worst, fault) = try gaps(clips, folder)
    #expect(fault == nil, "\(fault ?? "")")
    #expect(worst <= 0, "\(worst * 1000) ms too long")
    let heard = try HeardSound(folder)
    #expect(heard.clicks.count == clips.filter(\.hasSound).count)
    #expect(heard.unexpectedSilences(clips) == [], "of \(heard.silences.count)")
  }

  @Test(
    "Boundaries stay gapless if all items are on a server 40 ms away")
  func remote() throws {
    let media = URL(filePath: try EdgeClip.all()[0].path).deletingLastPathComponent().path
    let script = Lab.root.appending(path: "tools/lab.d/network").path
    let (clips, folder) = try play(
      "remote", edges: Lab.isSoak ? 200 : 12, travel: true,
      before: ". \(script); network_begin '\(media)'; network_line delay 20ms rate 50mbit",
      place: { "http://10.9.0.2/" + ($0.split(separator: "/").last ?? "") })
    try check(clips, folder)
  }

  @Test("A cached list plays gaplessly without its server, after a restart")
  func kept() throws {
    let all = try EdgeClip.all().map { URL(filePath: $0.path) }
    let media = all[0].deletingLastPathComponent().path
    let script = Lab.root.appending(path: "tools/lab.d/network").path
    let kept = "--keep /tmp/kept"
    let (clips, folder) = try play(
      "kept", edges: Lab.isSoak ? 200 : 12, travel: true,
      // Plays each item once, then unplugs the cable.
      before: """
        . \(script); network_begin '\(media)'; network_line delay 20ms rate 50mbit
        $VITRINE play \(kept) --display headless --audio none --image-duration 0.5 \
          \(all.map { "'http://10.9.0.2/\($0.lastPathComponent)'" }.joined(separator: " "))
        network_pull
        """,
      options: kept, place: { "http://10.9.0.2/" + ($0.split(separator: "/").last ?? "") })
    try check(clips, folder)
  }

  @Test("Boundaries take at most a frame and do not interrupt sound")
  func travel() throws {
    let (clips, folder) = try play("travel", edges: Lab.isSoak ? 2000 : 24, travel: true)
    try check(clips, folder)
  }
}
