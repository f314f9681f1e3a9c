import Testing
import VitrineTiming

@testable import VitrineLinux

/// The start of a process, from the kernel's line about it.
struct ProcessStartTests {
  private static let rest = "R 1 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 4711 0 0"

  @Test(
    "The start is the same, whatever the program's name",
    arguments: [
      ("1 (vitrine) \(rest)", 4711), ("1 (a b) \(rest)", 4711), ("1 (a) 1) \(rest)", 4711),
      ("1 (vitrine) R 1", nil), ("", nil),
    ] as [(String, Double?)])
  func field(_ line: String, _ ticks: Double?) {
    #expect(ProcessUsage.startTicks(line) == ticks)
  }

  @Test("This process started in the past, after the machine")
  func own() throws {
    let start = try #require(ProcessUsage.startTime)
    #expect(start <= .now() && start.nanoseconds > 0)
  }
}
