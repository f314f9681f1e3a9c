import Testing
import VitrineLinux
import VitrineTiming

@testable import VitrineBus

@Suite("A lost bus")
struct ReopeningTests {
  private static let start = HostTime(nanoseconds: 0)

  @Test("Connecting is retried with delays that double up to a minute")
  func pauses() {
    var (reopening, now) = (Reopening(), Self.start)
    #expect(reopening.isDue(at: now))
    var pauses: [Int64] = []
    for _ in 0..<9 {
      _ = reopening.fail(.lost(.reset), at: now)
      let next = reopening.next ?? now
      #expect(!reopening.isDue(at: now))
      #expect(reopening.isDue(at: next))
      pauses.append((next - now).nanoseconds / 1_000_000_000)
      now = next
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
  }

  @Test("A lost bus is reported once, and again after a reconnection or for another cause")
  func news() {
    var reopening = Reopening()
    func isNews(_ error: BusError) -> Bool { reopening.fail(error, at: Self.start) }
    #expect(isNews(.lost(.reset)))
    #expect(!isNews(.lost(.reset)))
    #expect(isNews(.lost(.timedOut)))
    reopening.succeed()
    #expect(reopening.isDue(at: Self.start))
    #expect(isNews(.lost(.timedOut)))
  }
}
