import Testing
import VitrineLinux

@testable import VitrineScanout

/// The properties that a display can be lit without.
struct ModesetFallbackTests {
  @Test(
    "Writeback is dropped before HDR, and an error that is not a refusal drops nothing",
    arguments: [
      (.invalid, true, true, .writeback), (.invalid, true, false, .writeback),
      (.invalid, false, true, .hdr), (.invalid, false, false, nil),
      (.busy, true, true, nil), (.noDevice, true, false, nil),
    ] as [(Errno, Bool, Bool, ModesetFallback?)])
  func next(error: Errno, writesBack: Bool, isHDR: Bool, wanted: ModesetFallback?) {
    #expect(ModesetFallback.next(after: error, writesBack: writesBack, isHDR: isHDR) == wanted)
  }

  @Test("The dimming table is dropped last")
  func dimmed() {
    func next(writesBack: Bool, isHDR: Bool) -> ModesetFallback? {
      .next(after: .invalid, writesBack: writesBack, isHDR: isHDR, isDimmed: true)
    }
    #expect(next(writesBack: true, isHDR: true) == .writeback)
    #expect(next(writesBack: false, isHDR: true) == .hdr)
    #expect(next(writesBack: false, isHDR: false) == .dimming)
  }
}
