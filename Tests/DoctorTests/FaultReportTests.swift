import Testing
import VitrinePlayback
import VitrineTiming

@testable import VitrineDoctor

@Suite("The report of vitrine explain")
struct FaultReportTests {
  private static func record(_ fault: Fault, _ text: String, trusted: Bool = true) -> FaultRecord {
    FaultRecord(
      fault, text, time: 60, isClockTrusted: trusted, at: HostTime(nanoseconds: 0), program: "1")
  }

  private static func lines(_ change: (inout FaultReport) -> Void) -> [String] {
    var report = FaultReport()
    report.problems = []
    change(&report)
    return report.lines(showsEvents: false) { "T\($0)" }
  }

  @Test("Without a fault, a problem or a restart, nothing went wrong")
  func clear() {
    #expect(Self.lines { _ in } == ["Nothing went wrong", "No fault is recorded"])
    #expect(
      Self.lines { $0.restarts = .init(count: 0, result: "success") }.first == "Nothing went wrong")
  }

  @Test(
    "The last fault comes with the player's reaction and the cure, earlier ones with a line each")
  func faults() {
    let lines = Self.lines {
      $0.records = [
        Self.record(.displayLost, "unplugged"), Self.record(.decoderHung, "a.mp4", trusted: false),
      ]
    }
    #expect(
      lines == [
        "Nothing is wrong now", "Last fault: T60 UTC: No picture reached the display: unplugged",
        "  \(Fault.displayLost.reaction)", "  → \(Fault.displayLost.cure)", "Earlier:",
        "  T60 UTC (clock not set): An item hung: a.mp4",
      ])
  }

  @Test("The current problems come first; without an answer, the report says so")
  func now() {
    #expect(
      Self.lines { $0.problems = [.init("No sound", cure: "Check it")] }
        == ["Now: No sound", "  → Check it", "No fault is recorded"])
    let silent = Self.lines {
      ($0.problems, $0.silence) = (nil, "no player at /s")
      $0.failure = "/state: denied"
      $0.restarts = .init(count: 3, result: "watchdog")
    }
    #expect(
      silent == [
        "Now: no player at /s", "Faults are unknown: /state: denied",
        "systemd has restarted the service 3 times; last result: watchdog",
      ])
  }
}
