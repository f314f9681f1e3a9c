import Testing
import VitrineLinux
import VitrineTiming

@testable import VitrineBus

@Suite("A lost bus")
struct ReconnectBackOffTests {
  private static let start = HostTime(nanoseconds: 0)

  @Test("Connecting is retried with delays that double up to a minute")
  func pauses() {
    var (backOff, now) = (ReconnectBackOff(), Self.start)
    #expect(backOff.isDue(at: now))
    var pauses: [Int64] = []
    for _ in 0..<9 {
      _ = backOff.fail(.lost(.reset), at: now)
      let next = backOff.next ?? now
      #expect(!backOff.isDue(at: now))
      #expect(backOff.isDue(at: next))
      pauses.append((next - now).nanoseconds / 1_000_000_000)
      now = next
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
  }

  @Test("A lost bus is reported once, and again after a reconnection or for another cause")
  func news() {
    var backOff = ReconnectBackOff()
    func isNews(_ error: BusError) -> Bool { backOff.fail(error, at: Self.start) }
    #expect(isNews(.lost(.reset)))
    #expect(!isNews(.lost(.reset)))
    #expect(isNews(.lost(.timedOut)))
    backOff.succeed()
    #expect(backOff.isDue(at: Self.start))
    #expect(isNews(.lost(.timedOut)))
  }
}
