import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrineTiming

@testable import VitrineDaemon

@Suite("The records of faults on disk")
struct FaultStoreTests {
  private static func bytes(_ time: Int64, _ fault: Fault = .displayLost) -> [UInt8] {
    FaultRecord(
      fault, "fault \(time)", time: time, isClockTrusted: true, at: HostTime(nanoseconds: 1),
      program: "1"
    ).header
  }

  @Test("The latest eight are kept, and read with the latest first; damaged files are skipped")
  func latest() throws {
    let state = try TestFolder("faults")
    let folder = state.folder.folder("faults")
    let store = FaultStore(state: state.folder)
    #expect(try store.records().isEmpty)
    try store.begin(at: 0)
    for time in 1...20 as ClosedRange<Int64> { try store.write(Self.bytes(time)) }
    #expect(try store.records().map(\.time) == [20, 19, 18, 17, 16, 15, 14, 13])
    #expect(folder.names.count == 8)
    try folder.replace("fault-00000020") { draft throws(Errno) in try draft.write([1, 2, 3]) }
    #expect(try store.records().first?.time == 19)
  }

  @Test(
    "A crash is replaced by the next one only after ten minutes",
    arguments: [(0, true), (599, true), (600, false), (-1, false)] as [(Int64, Bool)])
  func crash(age: Int64, stays: Bool) throws {
    let state = try TestFolder("faults")
    let folder = state.folder.folder("faults")
    let store = FaultStore(state: state.folder)
    try store.begin(at: 0)
    try folder.replace("crash") { draft throws(Errno) in try draft.write(Self.bytes(7, .crashed)) }
    let written = try FileStatus(of: store.crashPath).modified / 1_000_000_000
    try store.begin(at: written + age)
    #expect(try folder.isMissing("crash") == !stays)
    #expect(try store.records().map(\.fault) == [.crashed])
  }
}
