import Linux
import Testing

@testable import Scanout

/// What a display is lit without.
struct ConcessionTests {
  @Test(
    "pictures of the screen before HDR, and nothing for an error that is no refusal",
    arguments: [
      (.invalid, true, true, .writeback), (.invalid, true, false, .writeback),
      (.invalid, false, true, .hdr), (.invalid, false, false, nil),
      (.busy, true, true, nil), (.noDevice, true, false, nil),
    ] as [(Errno, Bool, Bool, Concession?)])
  func next(error: Errno, writesBack: Bool, isHDR: Bool, wanted: Concession?) {
    #expect(Concession.next(after: error, writesBack: writesBack, isHDR: isHDR) == wanted)
  }
}
