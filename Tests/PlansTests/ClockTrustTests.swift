import Testing
import VitrineLinux
import VitrineTiming

@testable import VitrinePlans

@Suite("The state of the machine's clock")
struct ClockTrustTests {
  @Test("It holds since it was first seen, and each change is reported once")
  func changes() {
    let (isTrusted, changes) = (Shared(false), Shared<[Bool]>([]))
    let trust = ClockTrust(
      onChange: { isTrusted in changes.update { $0.append(isTrusted) } }, read: { isTrusted.value })
    func since(_ second: Int64) -> Int64 {
      trust.update(at: HostTime(nanoseconds: second * 1_000_000_000)).since.nanoseconds
        / 1_000_000_000
    }
    #expect([since(1), since(2)] == [1, 1] && changes.value == [false])
    isTrusted.update { $0 = true }
    #expect([since(3), since(9)] == [3, 3] && changes.value == [false, true])
    isTrusted.update { $0 = false }
    #expect(since(10) == 10 && changes.value == [false, true, false])
  }

  @Test("A clock that is trusted from the start is not worth a report")
  func good() {
    let changes = Shared<[Bool]>([])
    let trust = ClockTrust(
      onChange: { isTrusted in changes.update { $0.append(isTrusted) } }, read: { true })
    #expect(trust.update().isTrusted && changes.value.isEmpty)
  }
}
