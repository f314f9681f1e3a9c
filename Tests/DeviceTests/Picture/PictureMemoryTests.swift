import Foundation
import Testing

/// The kernel's framebuffers while one item plays.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct PictureMemoryTests {
  /// A minute of film with a subtitle throughout.
  private func film() throws -> (clip: String, text: String) {
    let text = Lab.root.appending(path: ".build/lab-media/all-along.srt")
    let clip = try Clips.motion("memory-60.mp4", size: "320x180", rate: "10", seconds: 60)
    try "1\n00:00:00,000 --> 00:01:00,000\nwords\n".write(
      to: text, atomically: true, encoding: .utf8)
    return (clip, text.path)
  }

  /// Samples the number of framebuffers, with the time in seconds.
  private static let sampler = """
    (while sleep 0.1; do
      read -r now rest < /proc/uptime
      echo "$now $(grep -c '^framebuffer\\[' /sys/kernel/debug/dri/vkms/framebuffer)"
    done > $OUT/framebuffers) &
    """

  @Test("Seeks with subtitles and rotations leak no framebuffers")
  func framebuffers() throws {
    let (film, out) = (try film(), try Lab.folder("picture-memory"))
    let seeks = (0..<20).flatMap { ["seek \(5 + $0 * 2)", "@wait shown", "@sleep 0.5"] }
    let turns = (0..<20).flatMap { ["rotate \($0 % 2 == 0 ? 90 : 0)", "@sleep 0.8"] }
    let talk = try Conversation(
      ["--travel", "--display", "640x480@60", "--audio", "none"],
      "--sub '\(film.text)' '\(film.clip)'",
      orders: ["@sleep 3"] + seeks + ["@sleep 1"] + turns + ["@sleep 1"], out: out,
      before: Self.sampler)
    let samples = try String(contentsOf: out.appending(path: "framebuffers"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    func most(from: Double, to end: Double) throws -> Int {
      let seen = samples.filter { $0.count == 2 && $0[0] >= from && $0[0] < end }.map { $0[1] }
      return Int(try #require(seen.max()))
    }
    let (seek, turn) = (talk.sent("seek"), talk.sent("rotate"))
    let begun = try most(from: 0, to: seek[0].time)
    let sought = try most(from: seek[19].time, to: turn[0].time)
    let turned = try most(from: turn[19].time, to: .infinity)
    print("framebuffers: \(begun) at first, \(sought) after 20 seeks, \(turned) after 20 rotations")
    // The pictures still on screen, and one ring that was not in use before.
    #expect(sought <= begun + 6)
    #expect(turned <= begun + 6 + 8)
  }
}
