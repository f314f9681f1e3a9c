import Testing
import VitrinePlaylists

@testable import VitrineSchedules

/// Overrides and their durations.
@Suite("Overrides")
struct OverrideTests {
  private let noon = Moment(second: 1_798_200_000)

  private func clocks(
    _ seconds: Double, boot: String = "a", uptime: Double? = nil, isTrusted: Bool = true
  ) -> StoredOverride.Clocks {
    StoredOverride.Clocks(
      wall: isTrusted ? noon + seconds : Moment(second: 100) + seconds, isTrusted: isTrusted,
      uptime: StoredOverride.Uptime(boot: boot, seconds: uptime ?? 50 + seconds))
  }

  private func order(_ end: OverrideRequest.End) throws -> OverrideRequest {
    try OverrideRequest(id: "fire", .card(title: "Leave", text: "Now.\nBy \\ the stairs"), end)
  }

  @Test(
    "Durations are in seconds, minutes, hours and days",
    arguments: [
      ("90", 90.0), ("90s", 90), ("10m", 600), ("2h", 7200), ("3d", 259_200), ("", nil),
      ("-5", nil), ("1.5h", nil), ("h", nil), ("10 m", nil), ("99999999", nil), ("١٠", nil),
    ] as [(String, Double?)])
  func lengths(word: String, seconds: Double?) {
    #expect(OverrideRequest.End(length: word) == seconds.map { .after($0) })
  }

  @Test(
    "Times carry the local UTC offset",
    arguments: [
      ("2026-12-24T18:00+01:00", "2026-12-24T17:00:00"),
      ("2026-12-24T18:00:30-03:30", "2026-12-24T21:30:30"),
      ("2026-12-24T18:00Z", "2026-12-24T18:00:00"), ("2026-12-24T18:00", nil),
      ("2026-12-24", nil), ("18:00+01:00", nil), ("2026-12-24T18:00+1", nil), ("Z", nil),
      ("2026-02-30T18:00Z", nil), ("+01:00", nil),
    ] as [(String, String?)])
  func moments(word: String, utc: String?) {
    let wanted = utc.flatMap { CivilTime(text: $0) }.map { Moment(second: $0.seconds) }
    #expect(OverrideRequest.End(moment: word) == wanted.map { .at($0) })
  }

  @Test("Out-of-range orders are refused")
  func bounds() throws {
    let card = OverrideRequest.Content.card(title: "a", text: "")
    for id in ["", "a b", "ä", String(repeating: "a", count: 65), "a\n"] {
      #expect(throws: OverrideRequest.Fault.self) { try OverrideRequest(id: id, card, .after(60)) }
    }
    for seconds in [0, 0.5, -1, 31 * 86_400 + 1, .infinity, .nan] {
      #expect(throws: OverrideRequest.Fault.self) {
        try OverrideRequest(id: "a", card, .after(seconds))
      }
    }
    let contents: [OverrideRequest.Content] = [
      .source(""), .source("/a\nb"), .source(String(repeating: "a", count: 4096)),
      .card(title: "", text: "a"), .card(title: String(repeating: "a", count: 201), text: ""),
      .card(title: "a", text: String(repeating: "a", count: 2001)),
      .card(title: "a\u{7}", text: ""), .card(title: "a", text: "\u{1b}[2J"),
    ]
    for content in contents {
      #expect(throws: OverrideRequest.Fault.self) {
        try OverrideRequest(id: "a", content, .after(60))
      }
    }
    _ = try OverrideRequest(id: "a.B-9_", .source("/a b.mp4"), .after(31 * 86_400))
  }

  @Test("With a set clock, an override ends at a fixed time across restarts")
  func trusted() throws {
    let note = try StoredOverride(order(.after(600)), clocks(0))
    #expect(note.end == noon + 600 && note.remaining(clocks(599)) == 1)
    #expect(note.remaining(clocks(400, boot: "b", uptime: 3)) == 200)
    #expect(note.remaining(clocks(600)) <= 0)
    // A clock set far back does not extend it by years.
    #expect(note.remaining(clocks(-9e8)) == OverrideRequest.longest)
  }

  @Test(
    "Without a set clock, the rest counts by uptime, and from the last note across a restart")
  func untrusted() throws {
    let note = try StoredOverride(order(.after(600)), clocks(0, isTrusted: false))
    #expect(note.end == nil && note.remaining(clocks(200, isTrusted: false)) == 400)
    let noted = note.updated(clocks(200, isTrusted: false))
    // The power is out for a while; the clock restarts in the past.
    let after = clocks(7, boot: "b", uptime: 7, isTrusted: false)
    #expect(noted.remaining(after) == 400)
    let counted = noted.updated(after)
    #expect(counted.remaining(clocks(107, boot: "b", uptime: 107, isTrusted: false)) == 300)
    // The clock is set, and from then on the end is known.
    let set = counted.updated(clocks(0, boot: "b", uptime: 207))
    #expect(set.end == noon + 200 && set.remaining(clocks(150, boot: "c", uptime: 1)) == 50)
  }

  @Test(
    "A known end counts by uptime while the clock is not set after a restart")
  func badClockAfterStart() throws {
    let note = try StoredOverride(order(.at(noon + 3600)), clocks(0)).updated(clocks(600))
    let bad = clocks(5, boot: "b", uptime: 5, isTrusted: false)
    #expect(note.remaining(bad) == 3000)
    let counted = note.updated(bad)
    #expect(counted.end == noon + 3600)
    #expect(counted.remaining(clocks(1000, boot: "b", uptime: 90)) == 2600)
    #expect(throws: OverrideRequest.Fault.self) {
      try StoredOverride(order(.at(noon + 60)), clocks(0, isTrusted: false))
    }
    #expect(throws: OverrideRequest.Fault.self) { try StoredOverride(order(.at(noon)), clocks(1)) }
    #expect(throws: OverrideRequest.Fault.self) {
      try StoredOverride(order(.at(noon + 32 * 86_400)), clocks(0))
    }
  }

  @Test("A note reads back as written, and a damaged one is rejected")
  func text() throws {
    let contents: [OverrideRequest.Content] = [
      .card(title: "Leave", text: "Now.\nBy \\n the \\ stairs\n"), .card(title: "a", text: ""),
      .card(title: "a", text: "b", .emergency),
      .source("/srv/a b.mp4"),
    ]
    for content in contents {
      for isTrusted in [true, false] {
        let note = try StoredOverride(
          OverrideRequest(id: "x", content, .after(77)), clocks(3, isTrusted: isTrusted))
        #expect(StoredOverride.read(note.bytes) == .active(note))
        for count in note.bytes.indices {
          #expect(StoredOverride.read(Array(note.bytes.prefix(count))) == nil)
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
          var bytes = note.bytes
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255)
          guard case .active(let read)? = StoredOverride.read(bytes) else { continue }
          #expect(read.rest <= OverrideRequest.longest && OverrideRequest.isID(read.id))
        }
      }
    }
    #expect(StoredOverride.read(StoredOverride.endedBytes) == .ended)
    #expect(StoredOverride.read(Array(repeating: 97, count: 20_000)) == nil)
  }
}
