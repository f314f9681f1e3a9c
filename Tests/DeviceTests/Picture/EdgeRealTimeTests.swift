import Foundation
import Testing

/// Item boundaries in real time. The player's `shown` events locate each boundary; the kernel's trace measures it.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct EdgeRealTimeTests {
  /// 640x480 at 60 Hz by VESA's timings.
  private static let period = 1 / 59.9405
  private static let edges = Lab.isSoak ? 50 : 12

  private struct Shown: Decodable {
    let event: String
    let time: Double
  }

  private func play(_ clips: [EdgeClip]) throws -> URL {
    let out = try Lab.folder("edges-real-time")
    let list = out.appending(path: "list")
    try Data(clips.map { "'\($0.path)'" }.joined(separator: "\n").utf8).write(to: list)
    let result = try Lab.guest(
      ["--display", "640x480@60", "--record"], out: out,
      """
      eval "set -- $(tr '\\n' ' ' < '\(list.path)')"
      (until grep -q ended $OUT/events; do sleep 0.5; done; echo quit) |
        $VITRINE play --commands - --audio hw:CARD=Loopback,DEV=0 \
          --image-duration \(EdgeClip.imageSeconds) "$@" > $OUT/events 2> $OUT/log
      """)
    #expect(result.status == 0, "\(result.output)")
    return out
  }

  /// The number of vblanks by which each boundary exceeded its limit.
  private func excess(_ clips: [EdgeClip], _ folder: URL) throws -> [Int] {
    let flips = try FlipTrace(folder.appending(path: "flips.trace")).flips
    let lines = try String(contentsOf: folder.appending(path: "events"), encoding: .utf8)
    let shown = lines.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Shown.self, from: Data($0.utf8))
    }.filter { $0.event == "shown" }
    return zip(clips, shown.dropFirst()).compactMap { clip, first in
      let nearest = flips.indices.dropFirst().min {
        abs(flips[$0].time - first.time) < abs(flips[$1].time - first.time)
      }
      let allowed = Int((clip.lastInterval / Self.period - 0.01).rounded(.up))
      return nearest.map { flips[$0].sequence - flips[$0 - 1].sequence - allowed }
    }
  }

  @Test("No item boundary takes longer than a frame or interrupts the sound")
  func realTime() throws {
    let all = try EdgeClip.all()
    let clips = (0...Self.edges).map { all[$0 % all.count] }
    let (folder, isFit) = try GuestPace.around { try play(clips) }
    let excess = try excess(clips, folder)
    let heard = try HeardSound(folder)
    let silences = heard.unexpectedSilences(clips)
    let wanted = clips.filter(\.hasSound).count
    let figures =
      "late by vblanks: \(excess.filter { $0 > 0 }) of \(excess.count) edges; \(silences.count)"
      + " silences; \(heard.clicks.count) of \(wanted) clicks"
    print(figures)
    try Data(figures.utf8).write(to: folder.appending(path: "figures"))
    try #require(excess.count == Self.edges)
    guard isFit else { return }
    // The lab's processor is emulated and may be busy, so this prints what it misses. EdgeTests has the exact test, in
    // time-travel mode.
    let late = excess.sorted()[excess.count / 2]
    #expect(late <= 12 && heard.clicks.count * 2 >= wanted, "\(figures)")
    withKnownIssue(isIntermittent: true) {
      #expect(excess.allSatisfy { $0 <= 0 }, "\(figures)")
      #expect(silences == [] && heard.clicks.count == wanted, "\(figures)")
    }
  }
}
