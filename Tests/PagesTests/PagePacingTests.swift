import Testing
import VitrinePages
import VitrineTiming

@Suite("When a page is copied and draws its next picture")
struct PagePacingTests {
  private static func at(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("A client that commits without a pause is copied 30 times a second")
  func flood() {
    var pacing = PagePacing()
    let copies = (0..<1000).count { time in
      pacing.commit(picture: true, callbacks: false)
      pacing.recordDrawing()
      return pacing.copies(at: Self.at(Int64(time)))
    }
    #expect(copies == 30)
  }

  @Test("A client without pictures gets its callbacks 30 times a second")
  func callbacks() {
    var pacing = PagePacing()
    let calls = (0..<1000).count { time in
      pacing.commit(picture: false, callbacks: true)
      return pacing.calls(at: Self.at(Int64(time)))
    }
    #expect(calls == 30)
  }

  @Test("Callbacks wait until the interface has drawn the picture, and while the display is off")
  func drawing() {
    var pacing = PagePacing()
    pacing.commit(picture: true, callbacks: true)
    let early = pacing.calls(at: Self.at(0))
    #expect(!early, "not copied")
    let copied = pacing.copies(at: Self.at(0))
    #expect(copied)
    let dark = pacing.calls(at: Self.at(10_000))
    #expect(!dark, "not drawn")
    #expect(pacing.deadline == nil, "no work while the display is off")
    pacing.recordDrawing()
    let drawn = pacing.calls(at: Self.at(10_001))
    #expect(drawn)
    #expect(pacing.deadline == nil)
  }

  @Test("The deadline is the next copy or callback")
  func deadline() {
    var pacing = PagePacing()
    pacing.commit(picture: true, callbacks: true)
    _ = pacing.copies(at: Self.at(0))
    pacing.commit(picture: true, callbacks: false)
    #expect(pacing.deadline == HostTime(nanoseconds: 33_333_333))
    let copies = [33, 34].map { pacing.copies(at: Self.at($0)) }
    #expect(copies == [false, true])
  }
}
