import Testing
import VitrineBus
import VitrineControl
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineMPRIS

private func at(_ milliseconds: Int64) -> HostTime {
  HostTime(nanoseconds: milliseconds * 1_000_000)
}

@Suite("Changed properties")
struct ChangeTests {
  @Test("Properties are reported once, and only if they changed")
  func once() {
    var changes = MPRISChanges(["a": .int32(1), "b": .int32(1)])
    func due(_ time: Int64, _ properties: [String: BusValue]) -> [String: BusValue]? {
      changes.dueChanges(at: at(time), { properties })
    }
    #expect(due(0, ["a": .int32(2), "b": .int32(1)]) == nil)
    changes.markChanged()
    #expect(due(0, ["a": .int32(2), "b": .int32(1)]) == ["a": .int32(2)])
    changes.markChanged()
    #expect(due(1000, ["a": .int32(2), "b": .int32(1)]) == nil)
  }

  @Test("Properties are reported at most ten times a second, with the newest value")
  func pace() {
    var changes = MPRISChanges(["a": .int32(0)])
    var reported: [BusValue?] = []
    for time in stride(from: Int64(0), to: 1000, by: 10) {
      changes.markChanged()
      let properties = ["a": BusValue.int32(Int32(time) + 1)]
      if let changed = changes.dueChanges(at: at(time), { properties }) {
        reported.append(changed["a"])
      }
    }
    #expect(reported.count == 10)
    #expect(reported.last == .int32(901))
    #expect(changes.deadline == at(1000))
  }
}

@Suite("Jumps")
struct SeekDetectorTests {
  /// From half a second to this many milliseconds, in one second, at a rate and in a state.
  private static let table: [(Int64, Double, @Sendable (inout PlaybackStatus) -> Void, Bool)] = [
    (1500, 1, { _ in }, false), (1600, 1, { _ in }, false), (500, 1, { _ in }, false),
    (2600, 1, { _ in }, true), (-600, 1, { _ in }, true), (9000, 1, { _ in }, true),
    (2500, 2, { _ in }, false), (4000, 2, { _ in }, true), (4500, 4, { _ in }, false),
    (500, 1, { $0.isPaused = true }, false), (1600, 1, { $0.isPaused = true }, false),
    (9000, 1, { $0.isPaused = true }, true), (9000, 1, { $0.entry = 2 }, false),
    (9000, 1, { $0.item = nil }, false),
  ]

  @Test("A jump is a position that playback would not have reached", arguments: table.indices)
  func jump(index: Int) {
    let (position, rate, change, isJump) = Self.table[index]
    var seekDetector = MPRISSeekDetector()
    let before = playing { ($0.position, $0.rate) = (MediaTime(1, 2), rate) }
    var after = before.status
    after.position = MediaTime(position, 1000)
    change(&after)
    let isFirst = seekDetector.update(before.status, at: at(0))
    let isFound = seekDetector.update(after, at: at(1000))
    #expect(!isFirst)
    #expect(isFound == isJump)
  }
}

@Suite("Access")
struct AuthorizerTests {
  private static func credentials(
    _ user: UInt32, _ groups: [UInt32]
  ) -> [String: BusValue] {
    [
      "UnixUserID": .uint32(user), "UnixGroupIDs": .array(of: "u", groups.map(BusValue.uint32)),
      "ProcessID": .uint32(7),
    ]
  }

  private static let table: [([String: BusValue], Bool)] = [
    (credentials(0, []), true), (credentials(500, []), true), (credentials(1000, [44, 600]), true),
    (credentials(1000, [44]), false), (credentials(1000, []), false),
    (["UnixUserID": .uint32(500)], true), (["UnixUserID": .uint32(1000)], false),
    (["UnixUserID": .string("0")], false), ([:], false),
  ]

  @Test("The player's user, members of its group, and root have access", arguments: table.indices)
  func admits(index: Int) {
    let (credentials, isAdmitted) = Self.table[index]
    var authorizer = MPRISAuthorizer(PeerPolicy(owner: 500, group: 600))
    #expect(authorizer.decision(for: ":1.5") == .unknown)
    _ = authorizer.record(credentials, of: ":1.5")
    #expect(authorizer.decision(for: ":1.5") == (isAdmitted ? .admitted : .rejected))
  }

  @Test(
    "A user without a known group has no access, whatever the player's group is",
    arguments: [0, 600, .max])
  func unknownGroup(group: UInt32) {
    var authorizer = MPRISAuthorizer(PeerPolicy(owner: 500, group: group))
    _ = authorizer.record(["UnixUserID": .uint32(1000)], of: ":1.5")
    #expect(authorizer.decision(for: ":1.5") == .rejected)
  }

  @Test("A denied user is logged once, and the record is bounded")
  func bounds() {
    var authorizer = MPRISAuthorizer(PeerPolicy(owner: 500, group: 600))
    var reported: [UInt32] = []
    for number in 0..<1000 {
      let user = authorizer.record(Self.credentials(1000, []), of: ":1.\(number)")
      reported += user.map { [$0] } ?? []
    }
    #expect(reported == [1000])
    #expect(authorizer.decision(for: ":1.0") == .unknown)
    #expect(authorizer.decision(for: ":1.999") == .rejected)
  }

  private static let names: [(String?, String)] = [
    (nil, "org.mpris.MediaPlayer2.vitrine"),
    ("HDMI-A-2", "org.mpris.MediaPlayer2.vitrine.instanceHDMI-A-2"),
    ("2", "org.mpris.MediaPlayer2.vitrine.instance2"),
    ("a.b/ü'", "org.mpris.MediaPlayer2.vitrine.instancea_b___"),
  ]

  @Test("The player's bus name is valid", arguments: names.indices)
  func name(index: Int) {
    #expect(MPRISName.of(Self.names[index].0) == Self.names[index].1)
    #expect(MPRISName.of(String(repeating: "x", count: 999)).count == 255)
  }
}
