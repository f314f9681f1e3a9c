import Testing
import VitrinePlayback
import VitrineTiming

struct ScrubLeaseTests {
  private static let window = MediaTime(100, 1)...MediaTime(160, 1)

  /// The events of a scrub, each with its second.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var commands: [(second: Int64, Command)]
    /// The item's position at the start of the scrub.
    var position = MediaTime(20, 1)
    var isLive = false
    /// When and how it ends; nil if it does not.
    var ended: (second: Int64, [Command])?
  }

  private static let move = Command.scrub(to: MediaTime(50, 1))

  static let table: [Row] = [
    Row(
      testDescription: "a client disconnects during a scrub",
      commands: [(0, .beginScrubbing), (1, move)],
      ended: (91, [.scrub(to: MediaTime(20, 1)), .endScrubbing])),
    Row(
      testDescription: "a client disconnects before it moves", commands: [(0, .beginScrubbing)],
      ended: (90, [.endScrubbing])),
    Row(
      testDescription: "a movement renews the lease", commands: [(0, .beginScrubbing), (60, move)],
      ended: (150, [.scrub(to: MediaTime(20, 1)), .endScrubbing])),
    Row(
      testDescription: "a client that rests renews the lease, then disconnects",
      commands: [(0, .beginScrubbing)] + (1...8).map { (Int64($0) * 25, move) },
      ended: (290, [.scrub(to: MediaTime(20, 1)), .endScrubbing])),
    Row(
      testDescription: "two clients at once: playback returns to the first one's start",
      commands: [(0, .beginScrubbing), (1, move), (30, .beginScrubbing)],
      ended: (120, [.scrub(to: MediaTime(20, 1)), .endScrubbing])),
    Row(
      testDescription: "a client ends its scrub",
      commands: [(0, .beginScrubbing), (1, move), (2, .endScrubbing)]),
    Row(
      testDescription: "a live stream at its live edge",
      commands: [(0, .beginScrubbing), (1, move)], position: MediaTime(159, 1), isLive: true,
      ended: (91, [.scrub(to: window.upperBound), .endScrubbing])),
    Row(
      testDescription: "a live stream behind its live edge",
      commands: [(0, .beginScrubbing), (1, move)], position: MediaTime(120, 1), isLive: true,
      ended: (91, [.scrub(to: MediaTime(120, 1)), .endScrubbing])),
    Row(testDescription: "other commands start no lease", commands: [(0, .pause), (1, .play)]),
  ]

  @Test("A scrub that no client renews ends where it started", arguments: table)
  func ends(_ row: Row) {
    var (lease, isScrubbing) = (ScrubLease(), false)
    let window = row.isLive ? Self.window : nil
    var ended: (Int64, [Command])?
    for second in Int64(0)...300 {
      let now = HostTime(nanoseconds: second * 1_000_000_000)
      for (due, command) in row.commands where due == second {
        lease.record(
          command, isScrubbing: isScrubbing, at: row.position, within: window, now: now)
        if command == .beginScrubbing { isScrubbing = true }
        if command == .endScrubbing { isScrubbing = false }
      }
      let commands = lease.check(isScrubbing: isScrubbing, within: window, now: now)
      if !commands.isEmpty { (ended, isScrubbing) = ((second, commands), false) }
    }
    #expect(ended?.0 == row.ended?.second)
    #expect(ended?.1 == row.ended?.1)
  }

  @Test("A scrub that ends in another way leaves no lease for the next item")
  func otherItem() {
    var lease = ScrubLease()
    func look(_ second: Int64, isScrubbing: Bool) -> [Command] {
      lease.check(
        isScrubbing: isScrubbing, within: nil, now: HostTime(nanoseconds: second * 1_000_000_000))
    }
    lease.record(
      .beginScrubbing, isScrubbing: false, at: .zero, within: nil, now: HostTime(nanoseconds: 0))
    #expect(look(10, isScrubbing: false) == [])
    #expect(look(200, isScrubbing: true) == [])
  }

  @Test("A resting finger renews its scrub in time, even if a message is lost")
  func renewal() {
    #expect(ScrubLease.renewal * 3 < ScrubLease.limit)
  }
}
