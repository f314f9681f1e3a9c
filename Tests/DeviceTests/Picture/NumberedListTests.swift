import Foundation
import Testing

/// Lists on a server behind a cable that is unplugged: the order and times of the pictures, identified by their
/// numbers, in time-travel mode.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct NumberedListTests {
  /// Different lengths tell the clips apart.
  private static func clips() throws -> [NumberedClip] {
    try (12..<(Lab.isSoak ? 20 : 17)).map { try NumberedClip(seconds: $0) }
  }

  /// The pictures shown, in order, and the times of the flips.
  private struct Showing {
    let numbers: [Int?]
    let times: [Double]

    /// Reads the changes that `watch-numbers` recorded between two times, each with its flip.
    init(_ folder: URL, from: Double = 0, to: Double = .infinity) throws {
      let seen = try String(contentsOf: folder.appending(path: "seen"), encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
        .filter { $0[0] > from && $0[0] < to }
      // Before the first number, the display is empty.
      numbers = Array(seen.map { $0[1] < 0 ? nil : Int($0[1]) }.drop { $0 == nil })
      times = try FlipTrace(folder.appending(path: "flips.trace")).flips.map(\.time)
        .filter { $0 > from && $0 < to }
    }

    /// The intervals between pictures, in seconds, except the first, which lasts until playback starts.
    var steps: [(from: Double, to: Double)] {
      zip(times.dropFirst(), times.dropFirst(2)).map { ($0, $1) }
    }
  }

  /// A picture is shown for two vblanks.
  private static let interval = 2 / 60.0 + 0.001

  @Test("A list survives a 60 s outage and a permanent one without losing a picture")
  func cable() throws {
    let clips = try Self.clips()
    let out = try Lab.folder("numbered-list")
    let names = clips.indices.map { "http://10.9.0.2/item-\($0).mp4" }.joined(separator: " ")
    let links = zip(clips.indices, clips).map { "ln -s '\($1.path)' /tmp/list/item-\($0).mp4" }
    let tools = Lab.root.appending(path: "tools/lab.d").path
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      . \(tools)/network; mkdir /tmp/list; \(links.joined(separator: "; "))
      network_begin /tmp/list; network_line delay 20ms rate 20mbit
      \(tools)/watch-numbers $OUT/seen 0.004 2> $OUT/watcher.log & watcher=$!
      until [ -e $OUT/seen ]; do sleep 0.01; done
      mark() { echo $1 > /sys/kernel/tracing/trace_marker; }
      (sleep 20; network_pull; mark out; sleep 60; network_plug; mark back) &
      timeout 300 $VITRINE play --keep /tmp/kept --stats $OUT/stats.json \(names) || exit
      network_pull; sleep 1; mark again
      timeout 300 $VITRINE play --keep /tmp/kept \(names); status=$?
      kill $watcher; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let trace = try String(contentsOf: out.appending(path: "flips.trace"), encoding: .utf8)
    func moment(_ mark: String) throws -> Double {
      let line = try Regex("([0-9.]+): tracing_mark_write: \(mark)")
      return try #require(trace.firstMatch(of: line)?[1].substring.flatMap { Double($0) })
    }
    let (pulled, back, again) = (try moment("out"), try moment("back"), try moment("again"))
    let wanted = clips.flatMap { Array(0..<$0.count) }
    let first = try Showing(out, to: again)
    check(first, wanted)
    let stops = first.steps.filter { $0.to - $0.from > Self.interval }
    let stop = try #require(stops.first)
    let shown = try #require(first.times.first { $0 > back })
    print(
      "unplugged at \(pulled) s, plugged in at \(back) s: pictures until \(stop.from) s, then "
        + "\(shown - back) s after the cable returned")
    #expect(stop.from > pulled && shown - back < 5)
    // Playback stops once. The other long intervals are the card that replaces the last picture, and the first picture
    // after it, which stays until playback starts.
    #expect(
      stops.count <= 3 && stops.allSatisfy { $0.to <= shown || $0.to - shown < 0.5 }, "\(stops)")
    // Everything up to the two items after the current one.
    let fetched = clips.prefix(4).map(\.count).reduce(0, +)
    #expect(first.times.count { $0 <= stop.from } == fetched)
    let second = try Showing(out, from: again)
    check(second, wanted)
    // The display is slower than the films: every 16 s one picture is shown for one vblank, and if the audio clock
    // wavers there, another one for three. A boundary would take longer.
    let stood = second.steps.filter { $0.to - $0.from > Self.interval }
    let longest = Self.interval + 1 / 60.0
    #expect(
      stood.count <= clips.count && stood.allSatisfy { $0.to - $0.from <= longest }, "\(stood)")
  }

  /// Checks that each picture was shown once, in order.
  private func check(_ showing: Showing, _ wanted: [Int]) {
    #expect(showing.numbers.count == showing.times.count, "plane changes and flips")
    let numbers = showing.numbers.compactMap(\.self)
    let wrong = zip(numbers, wanted).enumerated().first { $1.0 != $1.1 }
    #expect(wrong == nil && numbers.count == wanted.count)
    print("\(numbers.count) of \(wanted.count) pictures, in order")
    // The card has no number.
    #expect(showing.numbers.count - numbers.count <= 1)
  }
}
