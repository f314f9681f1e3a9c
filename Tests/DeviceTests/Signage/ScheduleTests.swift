import Foundation
import Testing

/// Playback of a scheduled list in virtual time, compared with the output of `rehearse`.
@Suite(.enabled(if: Lab.isThere))
struct ScheduleTests {
  private struct Showing: Decodable {
    let start, end: String
    let item: String?
  }

  private static let list = """
    title: Shop
    items:
    - {file: house.mp4, title: house, weight: 3, when: ["mon-sun 08:00-08:06"]}
    - {file: offer.mp4, title: offer, weight: 1, when: ["mon-sun 08:00-08:06"]}
    - {file: partner.mp4, title: partner, per-hour: 20, when: ["mon-sun 08:00-08:06"]}
    - {color: "#204060", title: closing, duration: 7, mode: exclusive, when: ["mon-sun 08:06-08:08"]}
    - {color: "#402020", title: closed, duration: 10, mode: fill}
    """

  @Test(
    "Playback matches the simulation, over time windows, weights and showings per hour")
  func asRehearsed() throws {
    let folder = try Lab.folder("schedule-list")
    for (name, seconds) in [("house", 12), ("offer", 15), ("partner", 10)] {
      let clip = try Clips.motion("schedule-\(name).mp4", size: "160x120", seconds: seconds)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "\(name).mp4").path, withDestinationPath: clip)
    }
    let list = folder.appending(path: "list.yaml")
    try Data(Self.list.utf8).write(to: list)
    let out = try Lab.folder("schedule")
    let seconds = Lab.isSoak ? 86_400 : 720
    _ = try Lab.guest(
      ["--travel", "--display", "320x240@60", "--audio", "none"], out: out,
      """
      date -s '2026-12-24 07:59:31' > /dev/null; mkfifo /tmp/log; cat /tmp/log > $OUT/log & \
      $VITRINE run --playlist '\(list.path)' --state $OUT/state --socket /tmp/c.sock 2> /tmp/log & P=$!; \
      sleep \(seconds); kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    let shown = log.split(separator: "\n").compactMap { line -> String? in
      guard line.hasSuffix(": playing") else { return nil }
      return line.split(separator: ":").first.map(String.init)
    }
    let said = try rehearsed(list.path, from: "2026-12-24 07:59:31", count: shown.count)
    #expect(shown.count > seconds / 16 && shown.map(Self.name) == said, "\(shown)")
    print("schedule: \(shown.count) showings in \(seconds) s, as simulated")
  }

  /// The result of `rehearse` for one day of a list.
  private func rehearsal(
    _ name: String, _ list: String, _ options: [String]
  ) throws -> Lab.Result {
    let file = try Lab.folder("schedule-\(name)").appending(path: "list.yaml")
    try Data(list.utf8).write(to: file)
    return try Lab.run(
      Lab.player,
      ["rehearse", file.path, "--from", "2026-12-24", "--days", "1", "--zone", "UTC"] + options)
  }

  @Test("Adjacent items with the same title in one list are one line")
  func sameNeighbours() throws {
    let item = "- {color: \"#204060\", title: house, duration: 10}\n"
    let lines = try rehearsal("same", "items:\n" + item + item, ["--json"]).output
      .split(separator: "\n")
    #expect(lines.count == 1, "\(lines.prefix(3))")
  }

  @Test("An exclusive item that hides another is reported as an overlap")
  func contest() throws {
    let result = try rehearsal(
      "contest",
      """
      items:
      - {color: "#204060", title: house, duration: 10}
      - {color: "#402020", title: sale, duration: 10, mode: exclusive, priority: 1, when: ["mon-sun 08:00-10:00"]}
      - {color: "#204020", title: talk, duration: 10, mode: exclusive, when: ["mon-sun 09:00-09:30"]}
      """, [])
    let overlap = "overlap: 2026-12-24 09:00:00: sale is exclusive and hides talk"
    #expect(result.status == 1 && result.output.contains(overlap), "\(result.output)")
  }

  /// A colour has no file extension to remove.
  private static func name(_ shown: String) -> String {
    shown == "color" ? "color" : String(shown.split(separator: ".")[0])
  }

  /// Expands the simulation to one name per showing: adjacent showings of an item share a line.
  private func rehearsed(_ list: String, from: String, count: Int) throws -> [String] {
    let result = try Lab.run(
      Lab.player,
      [
        "rehearse", list, "--from", from, "--days", Lab.isSoak ? "2" : "1", "--zone", "UTC",
        "--json",
      ])
    let lengths = ["house": 12.0, "offer": 15, "partner": 10, "closing": 7, "closed": 10]
    var said: [String] = []
    for line in result.output.split(separator: "\n") where said.count < count {
      let showing = try JSONDecoder().decode(Showing.self, from: Data(line.utf8))
      let time = try length(of: showing)
      guard let item = showing.item, let length = lengths[item] else { continue }
      let name = item.hasPrefix("clos") ? "color" : item
      said += Array(repeating: name, count: Int((time / length).rounded()))
    }
    return Array(said.prefix(count))
  }

  private func length(of showing: Showing) throws -> Double {
    let style = Date.ISO8601FormatStyle()
    return try style.parse(showing.end).timeIntervalSince(style.parse(showing.start))
  }
}
