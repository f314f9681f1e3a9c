import Foundation
import Testing

/// The proof-of-play log, compared with the kernel's own trace of page flips.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct LedgerTests {
  private static let lab = [
    "--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none",
  ]
  private static let seconds = ["long": 2, "middle": 1, "short": 1]

  /// A list of three 30 fps clips with numbered frames.
  private func list() throws -> String {
    let folder = try Lab.folder("ledger-list")
    for (name, seconds) in Self.seconds {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "\(name).mp4").path,
        withDestinationPath: try NumberedClip(seconds: seconds).path)
    }
    return folder.path
  }

  /// Starts recording the frame numbers on the kernel's planes.
  private static let watch = """
    tools/lab.d/watch-numbers $OUT/seen 0.01 2> $OUT/watcher.log & until [ -e $OUT/seen ]; do sleep 0.01; done
    """

  /// The pictures on the planes in order: the time, and the number, nil if it has none.
  private func seen(
    _ out: URL, _ name: String = "seen"
  ) throws -> [(time: Double, number: Int?)] {
    let lines = try String(contentsOf: out.appending(path: name), encoding: .utf8)
      .split(separator: "\n")
    return lines.map { line in
      let words: [Double] = line.split(separator: " ").compactMap { Double($0) }
      return (words[0], words[1] < 0 ? nil : Int(words[1]))
    }
  }

  /// The frame numbers of each showing that was followed by another for a tenth of a second. A showing cut off by a
  /// kill is incomplete.
  private func closed(_ numbers: [Int]) -> [[Int]] {
    var shown: [[Int]] = []
    for number in numbers {
      if shown.isEmpty || number == 0 && shown.last?.last != 0 { shown.append([]) }
      shown[shown.count - 1].append(number)
    }
    return shown.dropLast(shown.last.map { $0.count < 4 ? 2 : 1 } ?? 0)
  }

  @Test(
    "Showings and frames match the kernel's trace, with none while the display is off"
  )
  func againstTheTrace() throws {
    let (list, out) = (try list(), try Lab.folder("ledger"))
    // A list of four seconds with three showings.
    let (seconds, least) = Lab.isSoak ? (275, 200) : (95, 65)
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      date -s '2026-06-03 12:00' > /dev/null; mkdir -p $OUT/run $OUT/state; PLUG=/sys/kernel/config/vkms/lab/connectors/o/status
      export RUNTIME_DIRECTORY=$OUT/run; export VITRINE_SOCKET=/tmp/c.sock
      \(Self.watch)
      $VITRINE run --playlist '\(list)' --state $OUT/state --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep \(seconds); $CTL display off || exit; sleep 20; $CTL display on || exit; sleep 10
      echo 2 > $PLUG; sleep 20; echo 1 > $PLUG; sleep 10; kill $P; wait $P
      """)
    let rows = try WrittenShowing.all(out)
    #expect(rows.count > least + 10, "\(result.output.suffix(2000))")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
    // Both clocks run at the same rate, so the first picture gives the offset.
    let shift = try #require(rows.first).begin() - (try #require(flips.first).time)
    let begins = try rows.map { try $0.begin() - shift } + [.infinity]
    var wrong: [String] = []
    // The last showing was ended by the program, not by a flip.
    for (index, row) in rows.dropLast().enumerated() where !row.interrupted {
      // Half a frame of tolerance either way.
      let (begin, end) = (begins[index] - 0.008, begins[index] + row.seconds - 0.008)
      let traced = flips.count { $0.time >= begin && $0.time < end }
      if traced != row.frames {
        wrong.append("\(row.title) at \(row.start): \(row.frames), traced \(traced)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
    let whole = rows.filter { !$0.interrupted && $0.ended == "ended" }
    #expect(
      whole.count >= least
        && whole.allSatisfy {
          $0.frames == 30 * (Self.seconds[$0.title] ?? 0) && $0.late == 0 && $0.missing == 0
        })
    // The numbers show that each showing has all its frames in order, until the display is turned off.
    let numbers = try seen(out).compactMap(\.number)
    let first = rows.prefix { !$0.interrupted }.filter { $0.ended == "ended" }
    #expect(first.count >= least)
    #expect(
      Array(numbers.prefix(first.reduce(0) { $0 + $1.frames })) == first.flatMap { 0..<$0.frames })
    #expect(Set(rows.map(\.hidden)) == ["", "off", "unplugged"])
    // The counts match the kernel's, except that a mode set shows a picture without a flip.
    let sum = rows.reduce(0) { $0 + $1.frames }
    #expect(abs(sum - flips.count) <= 2, "\(sum) of \(flips.count)")
    let seen = rows.reduce(0) { $0 + $1.seconds }
    // A picture is shown for two vblanks. A longer gap means that the display was off.
    let lit = zip(flips.dropFirst(), flips).map { $0.time - $1.time }.filter { $0 < 0.1 }.reduce(
      0, +)
    #expect(abs(seen - lit) < 0.2, "\(seen) of \(lit)")
    #expect(try WrittenShowing.ledger(["verify"], out).status == 0)
    print("proof of play: \(rows.count) showings, \(sum) frames, \(flips.count) flips")
  }

  @Test("Frames covered by the service menu do not count as shown")
  func covered() throws {
    let (list, out) = (try list(), try Lab.folder("ledger-covered"))
    let settings = out.appending(path: "vitrine.yaml")
    try Data("interface: {service-pin: 2468}\n".utf8).write(to: settings)
    let orders = out.appending(path: "orders")
    // Holds the corner for five seconds, then waits until the card hides itself.
    try Data("wait 10300\ndown 0 4055 41\nwait 5300\nup 0\n".utf8).write(to: orders)
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      date -s '2026-06-03 12:00' > /dev/null; mkdir -p $OUT/run $OUT/state; export RUNTIME_DIRECTORY=$OUT/run
      \(Self.watch)
      tools/lab.d/input-devices \(orders.path) $OUT/hands & sleep 1
      $VITRINE run --config \(settings.path) --playlist '\(list)' --state $OUT/state --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep 100; kill $P; wait $P
      """)
    let (rows, seen) = (try WrittenShowing.all(out), try seen(out))
    let numbered = seen.drop { $0.number == nil }
    let above = numbered.filter { $0.number == nil }.map(\.time)
    let (begin, end) = (
      try #require(above.first, "\(result.output.suffix(1000))"), try #require(above.last)
    )
    #expect(end - begin > 2)
    let came = numbered.count { $0.number != nil }
    let counted = rows.reduce(0) { $0 + $1.frames }
    let unseen = numbered.count { $0.number != nil && $0.time > begin && $0.time <= end }
    // The card fades in and out, so its first and last visible pictures are uncertain by about a vblank.
    #expect(
      abs(came - counted - unseen) <= 2, "\(came) shown, \(counted) counted, \(unseen) unseen")
    let time = rows.reduce(0) { $0 + $1.seconds }
    #expect(abs(time - Double(counted) / 30) < 0.1, "\(time) s of \(counted) frames")
    #expect(Set(rows.map(\.hidden)) == ["", "covered"])
    print("proof of play: covered for \(end - begin) s, \(counted) of \(came) frames counted")
  }

  @Test(
    "A killed player loses no finished showing and records the unfinished one")
  func killed() throws {
    let (list, out) = (try list(), try Lab.folder("ledger-killed"))
    let kills = Lab.isSoak ? 50 : 4
    _ = try Lab.guest(
      Self.lab, out: out,
      """
      date -s '2026-06-03 12:00' > /dev/null; mkdir -p $OUT/run $OUT/state; export RUNTIME_DIRECTORY=$OUT/run
      for i in $(seq \(kills)); do
        tools/lab.d/watch-numbers $OUT/seen-$i 0.01 2>> $OUT/watcher.log & W=$!
        until [ -e $OUT/seen-$i ]; do sleep 0.01; done
        $VITRINE run --playlist '\(list)' --state $OUT/state --socket /tmp/c.sock 2>> $OUT/log & P=$!
        sleep $((3 + i % 5)).$((i * 37 % 100)); kill -KILL $P; wait $P; cp $OUT/run/showings $OUT/left-$i
        kill $W; wait $W
      done
      $VITRINE run --playlist '\(list)' --state $OUT/state --socket /tmp/c.sock 2>> $OUT/log & P=$!
      sleep 5; kill $P; wait $P
      """)
    let result = try Lab.run(
      Lab.player,
      [
        "ledger", "list", "--format", "csv", "--state", out.appending(path: "state").path,
        "--runtime", "/nowhere",
      ])
    let rows = try WrittenShowing.all(out)
    var (left, watched) = (0, 0)
    for number in 1...kills {
      var frames: [Int] = []
      let text = try String(contentsOf: out.appending(path: "left-\(number)"), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("=1\tshowing") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        left += 1
        frames.append(Int(fields[8]) ?? -1)
        #expect(result.output.contains("\n\(fields[3]),"), "\(line)")
      }
      // Every showing seen on the kernel's planes is recorded with its frames.
      let shown = closed(try seen(out, "seen-\(number)").compactMap(\.number))
      watched += shown.count
      #expect(frames.count >= shown.count, "\(number): \(frames), seen \(shown.map(\.count))")
      for (seen, frames) in zip(shown, frames) where seen.first == 0 {
        #expect(seen == Array(0..<frames), "\(number)")
      }
    }
    #expect(left >= kills * 2 && watched >= kills * 2, "\(left) \(watched)")
    #expect(rows.count { $0.ended == "killed" } >= kills - 1)
    let verdict = try WrittenShowing.ledger(["verify"], out)
    #expect(verdict.status == 0, "\(verdict.output)")
    print("proof of play: \(kills) kills, \(left) finished showings, \(rows.count) in total")
  }
}
