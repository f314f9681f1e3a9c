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
    func take(_ time: Int64, _ properties: [String: BusValue]) -> [String: BusValue]? {
      changes.take(at: at(time), { properties })
    }
    #expect(take(0, ["a": .int32(2), "b": .int32(1)]) == nil)
    changes.note()
    #expect(take(0, ["a": .int32(2), "b": .int32(1)]) == ["a": .int32(2)])
    changes.note()
    #expect(take(1000, ["a": .int32(2), "b": .int32(1)]) == nil)
  }

  @Test("Properties are reported at most ten times a second, with the newest value")
  func pace() {
    var changes = MPRISChanges(["a": .int32(0)])
    var told: [BusValue?] = []
    for time in stride(from: Int64(0), to: 1000, by: 10) {
      changes.note()
      let properties = ["a": BusValue.int32(Int32(time) + 1)]
      if let changed = changes.take(at: at(time), { properties }) { told.append(changed["a"]) }
    }
    #expect(told.count == 10)
    #expect(told.last == .int32(901))
    #expect(changes.deadline == at(1000))
  }
}

@Suite("Jumps")
struct JumpTests {
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
    var jumps = MPRISJumps()
    let before = playing { ($0.position, $0.rate) = (MediaTime(1, 2), rate) }
    var after = before.status
    after.position = MediaTime(position, 1000)
    change(&after)
    let isFirst = jumps.note(before.status, at: at(0))
    let isFound = jumps.note(after, at: at(1000))
    #expect(!isFirst)
    #expect(isFound == isJump)
  }
}

@Suite("Access")
struct AdmissionTests {
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
    var admission = MPRISAdmission(PeerPolicy(owner: 500, group: 600))
    #expect(admission.answer(to: ":1.5") == .unknown)
    _ = admission.note(":1.5", credentials)
    #expect(admission.answer(to: ":1.5") == (isAdmitted ? .admitted : .rejected))
  }

  @Test("A denied user is logged once, and the record is bounded")
  func bounds() {
    var admission = MPRISAdmission(PeerPolicy(owner: 500, group: 600))
    var told: [UInt32] = []
    for number in 0..<1000 {
      let user = admission.note(":1.\(number)", Self.credentials(1000, []))
      told += user.map { [$0] } ?? []
    }
    #expect(told == [1000])
    #expect(admission.answer(to: ":1.0") == .unknown)
    #expect(admission.answer(to: ":1.999") == .rejected)
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
