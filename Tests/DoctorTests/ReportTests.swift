import Testing
import VitrineDoctor

@Suite struct ReportTests {
  private func report(_ hasMarks: Bool, _ change: (inout Facts) -> Void) -> String {
    var facts = Facts.healthy
    change(&facts)
    return Report(facts.findings, hasMarks: hasMarks).text
  }

  @Test("A line has its mark, its check and the result, with cause and remedy below")
  func lines() {
    let text = report(true) {
      $0.hold(HolderFacts(name: "Xorg", processID: 6, unit: "gdm.service"))
    }
    #expect(
      text.contains(
        """
        ✗ master         /dev/dri/card0 belongs to Xorg (process 6)
                         a display can have only one owner
                         → sudo systemctl stop gdm.service
        """))
    #expect(text.hasSuffix("\n\n1 problem to fix."))
  }

  @Test("Words replace marks, also in columns")
  func words() {
    let text = report(false) { $0.machine.clock.change { $0.isSynchronised = false } }
    #expect(text.contains("advice clock          no service synchronises the clock\n"))
    #expect(text.contains("\n                      -> sudo timedatectl set-ntp true\n"))
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(text.hasSuffix("Ready to play, with 1 piece of advice."))
  }

  @Test("A finding is one line, whatever name a display reports")
  func hostile() {
    let text = report(true) { $0.connector { $0.edid = .valid(name: "a\n✓ b\u{1B}[2J") } }
    #expect(text.contains("a?✓ b?[2J"))
  }

  @Test("The summary counts the findings")
  func summary() {
    #expect(report(true) { _ in }.hasSuffix("No problems found."))
    let text = report(true) { facts in
      facts.connector { $0.isConnected = false }
      facts.machine.clock.change { $0.isSynchronised = false }
    }
    #expect(text.hasSuffix("1 problem to fix, 1 piece of advice."), "\(text)")
  }
}
