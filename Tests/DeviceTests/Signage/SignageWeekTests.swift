import Foundation
import Testing

/// Days of a campaign list in time-travel mode. The proof-of-play log, the kernel's trace of flips and the simulation
/// agree item by item, over list changes, an override, and a clock that is wrong at first.
@Suite(.enabled(if: Lab.isThere))
struct SignageWeekTests {
  private struct Said: Decodable {
    let start, end: String
    let item: String?
  }

  /// The seconds between two changes. The whole test takes a little more than seven of them.
  private static let span = Lab.isSoak ? 86_400 : 400
  /// In the long form, which tests days, items are this many times longer.
  private static let stretch = Lab.isSoak ? 8 : 1

  /// Thirty items and a campaign of five. `edition` counts the changes.
  private func list(_ edition: Int) -> String {
    var lines = ["title: Shop", "items:", "- {file: campaign.yaml, weight: 4}"]
    func add(_ number: Int, _ words: String) {
      let length = (7 + number % 5) * Self.stretch
      lines.append(
        "- {color: \"#\(String(1_052_688 + number * 4099, radix: 16))\", title: i\(number), "
          + "duration: \(length)\(words.isEmpty ? "" : ", ")\(words)}")
    }
    for number in 1...12 where edition != 1 || number != 3 {
      add(number, "weight: \(number % 4 + 1)")
    }
    for number in 13...16 { add(number, "per-hour: \(number - 10)") }
    for number in 17...20 {
      add(number, "weight: 2, when: [\"mon-sun \(number - 10):00-\(number - 5):30\"]")
    }
    for number in 21...22 { add(number, "weight: 1, when: [\"mon-sun 12:00-13:00\"], priority: 1") }
    add(23, "mode: exclusive, when: [\"mon-sun 08:20-08:25\", \"mon-sun 17:00-17:10\"]")
    add(24, "mode: exclusive, when: [\"mon-sun 08:50-08:53\"]")
    for number in 25...26 { add(number, "weight: 3, from: 2026-12-22, until: 2026-12-26") }
    for number in 27...28 { add(number, "mode: fill") }
    for number in 29...30 { add(number, "mode: no-clock") }
    if edition == 2 { add(31, "weight: 9") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let campaign =
    "title: Campaign\nitems:\n"
    + (1...5).map {
      "- {color: \"#a000\($0)0\", title: c\($0), duration: \(Int(length(of: "c\($0)")))}\n"
    }.joined()

  /// The times from which showings are compared. `accounts-N` has the scheduler's accounts at that time, and
  /// `at-N` the time itself, which is within a second of the start of the current showing.
  private static let marks = ["set", "edit1", "override", "edit2"]

  private func play(_ folder: URL, _ out: URL) throws -> Lab.Result {
    let span = Self.span
    return try Lab.guest(
      [
        "--travel", "--planes", "4", "--display", "1280x720@60", "--audio", "none", "--time-limit",
        Lab.isSoak ? "60000" : "900",
      ], out: out,
      """
      mkdir -p $OUT/run $OUT/state; L=\(folder.path); cp $L/list0.yaml $L/list.yaml
      export RUNTIME_DIRECTORY=/run/v VITRINE_SOCKET=/tmp/c.sock; mkdir /run/v
      mark() { sleep \(40 * Self.stretch); cp /run/v/accounts-main $OUT/accounts-$1; stat -c %.9Y /run/v/accounts-main > $OUT/at-$1; }
      change() { cp $L/$1 $L/.new; mv $L/.new $L/list.yaml; }
      date -s '1970-02-01 03:00' > /dev/null
      $VITRINE run --playlist $L/list.yaml --state $OUT/state --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep \(300 * Self.stretch); date +%s.%N > $OUT/before-set; date -s '2026-12-21 07:51:30' > /dev/null; mark set
      sleep \(2 * span); date +%s.%N > $OUT/before-edit1; change list1.yaml; mark edit1
      sleep \(span); date +%s.%N > $OUT/before-override
      $CTL override begin fire for 130s card Leave Now; sleep 131; mark override
      sleep \(2 * span); date +%s.%N > $OUT/before-edit2; change list2.yaml; mark edit2
      sleep \(2 * span); date +%s.%N > $OUT/before-end; kill $P; wait $P; cp /run/v/showings $OUT/run/ 2>/dev/null
      """)
  }

  @Test("Playback matches the simulation and the kernel's trace, over all changes")
  func asRehearsed() throws {
    let out = try Lab.folder("signage-week")
    // The accounts of lists are stored by path.
    let folder = try Lab.folder("signage-week/lists")
    for edition in 0...2 {
      try Data(list(edition).utf8).write(to: folder.appending(path: "list\(edition).yaml"))
    }
    try Data(Self.campaign.utf8).write(to: folder.appending(path: "campaign.yaml"))
    let result = try play(folder, out)
    let rows = try WrittenShowing.all(out)
    #expect(rows.count > Self.span / 2 / Self.stretch, "\(result.output.suffix(2000))")
    try checkTrace(rows, out)
    // While the clock was wrong, only items for that case were shown.
    let early = try rows.filter { try $0.begin() < 1e9 }
    #expect(early.count > 20 && early.dropLast().allSatisfy { ["i29", "i30"].contains($0.title) })
    var (compared, wrong) = (0, [String]())
    for (index, mark) in Self.marks.enumerated() {
      let until = index + 1 < Self.marks.count ? Self.marks[index + 1] : "end"
      // Uses the original path: a nested list has its account by path.
      let place = folder.appending(path: "list.yaml")
      try Data(list([0, 1, 1, 2][index]).utf8).write(to: place)
      let (same, trouble) = try compare(rows, out, place.path, mark, until)
      compared += same
      if let trouble { wrong.append("\(mark): \(trouble)") }
    }
    #expect(wrong.isEmpty, "\(wrong)")
    #expect(rows.contains { $0.level == "override" && abs($0.seconds - 130) < 0.2 })
    print(
      "signage: \(compared) of \(rows.count) showings compared with the simulation, "
        + "\(wrong.count) of \(Self.marks.count) parts differ; all compared with the trace")
  }

  /// Compares the showings from the one on screen at a mark to the last one that ended before the next change.
  private func compare(
    _ rows: [WrittenShowing], _ out: URL, _ list: String, _ mark: String, _ until: String
  ) throws -> (Int, String?) {
    let (begin, end) = (try time(out, "at-\(mark)"), try time(out, "before-\(until)"))
    let shown = try rows.filter { row in
      let start = try row.begin()
      return start + row.seconds > begin && start + row.seconds <= end
    }
    guard let first = shown.first else { return (0, "nothing was shown") }
    let from = try Date.ISO8601FormatStyle(
      dateTimeSeparator: .space, includingFractionalSeconds: true
    ).format(Date(timeIntervalSince1970: first.begin() + 0.0005)).replacing("Z", with: "")
    let said = try Lab.run(
      Lab.player,
      [
        "rehearse", list, "--from", from, "--days", "\(Self.span * 2 / 86_400 + 1)", "--zone",
        "UTC", "--json", "--accounts", out.appending(path: "accounts-\(mark)").path,
      ])
    var (wanted, starts) = ([String](), [Double]())
    for line in said.output.split(separator: "\n") where wanted.count < shown.count + 6 {
      let one = try JSONDecoder().decode(Said.self, from: Data(line.utf8))
      guard let item = one.item else { continue }
      let (start, length) = (try Self.moment(one.start), Self.length(of: item))
      let time = try Self.moment(one.end).timeIntervalSince(start)
      for place in 0..<max(1, Int((time / length).rounded())) {
        wanted.append(item)
        starts.append(start.timeIntervalSince1970 + Double(place) * length)
      }
    }
    let (moved, place) = Self.moved(shown.map(\.title), wanted)
    guard let place else {
      print(
        "signage: \(mark): \(shown.count) showings, \(moved.count) of them some positions later")
      let odd = try moved.filter { try !Self.straddles(shown[$0].begin(), starts[$0]) }
      if !odd.isEmpty { return (shown.count, "moved at \(odd.map { shown[$0].start })") }
      return (shown.count, wanted.count < shown.count ? "too little was rehearsed" : nil)
    }
    let near = max(0, place - 3)..<min(place + 4, shown.count, wanted.count)
    return (
      place,
      "at \(place) of \(shown.count), \(shown[place].start): shown "
        + "\(shown[near].map(\.title)), rehearsed \(wanted[near])"
    )
  }

  /// The positions at which a showing came earlier than simulated because another one was delayed, and the first
  /// position whose showing was not simulated nearby.
  private static func moved(_ shown: [String], _ wanted: [String]) -> ([Int], Int?) {
    var (waiting, rest, moved) = ([String](), wanted[...], [Int]())
    for (place, title) in shown.enumerated() {
      while waiting.count < 6, let next = rest.popFirst() { waiting.append(next) }
      guard let found = waiting.firstIndex(of: title) else { return (moved, place) }
      if found > 0 { moved.append(place) }
      waiting.remove(at: found)
    }
    return (moved, nil)
  }

  /// Whether a showing began less than two vblanks before the simulated one but in the previous second. A still may end
  /// one and a half vblanks early (`ItemBoundary`), and an item due in the second that begins in between is then shown at the
  /// next boundary.
  private static func straddles(_ shown: Double, _ rehearsed: Double) -> Bool {
    (0..<2.0 / 60).contains(rehearsed - shown) && shown.rounded(.down) < rehearsed.rounded(.down)
  }

  /// Timestamps on a whole second have no fraction.
  private static func moment(_ text: String) throws -> Date {
    try Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")).parse(text)
  }

  private static func length(of item: String) -> Double {
    let campaign = ["c1": 6, "c2": 12, "c3": 9, "c4": 5, "c5": 8]
    return Double((campaign[item] ?? 7 + (Int(item.dropFirst()) ?? 0) % 5) * stretch)
  }

  private func time(_ out: URL, _ name: String) throws -> Double {
    let text = try String(contentsOf: out.appending(path: name), encoding: .utf8)
    return try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Checks that each showing begins and ends with a flip and has the recorded number in between.
  private func checkTrace(_ rows: [WrittenShowing], _ out: URL) throws {
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    // The clock is set once, so each side has its own offset from the kernel's clock.
    let set = try rows.firstIndex { try $0.begin() > 1e9 } ?? rows.count
    var wrong: [String] = []
    var next = 0
    for era in [rows[..<set], rows[set...]] {
      guard let first = era.first else { continue }
      let length = first.seconds
      next =
        flips[next...].indices.dropLast().first {
          abs(flips[$0 + 1] - flips[$0] - length) < 0.02
        } ?? next
      let shift = try first.begin() - flips[next]
      for row in era.dropLast() {
        let begin = try row.begin() - shift
        let seen = flips.lowerBound(begin - 0.008)
        let end = flips.lowerBound(begin + row.seconds - 0.008)
        next = end
        guard end - seen == row.frames, flips.indices.contains(end),
          abs(flips[seen] - begin) < 0.008, abs(flips[end] - begin - row.seconds) < 0.008
        else {
          wrong.append("\(row.title) at \(row.start): \(row.frames), traced \(end - seen)")
          continue
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }
}

extension [Double] {
  /// The index of the first element not before `time` in this sorted array.
  fileprivate func lowerBound(_ time: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
