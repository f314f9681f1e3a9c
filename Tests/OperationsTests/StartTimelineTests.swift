import Testing
import VitrineEngine
import VitrineTiming

@testable import VitrineOperations

struct StartTimelineTests {
  private func at(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("Each step ends once, measured from the start of the process")
  func steps() {
    let timeline = StartTimeline(start: at(1000), loaded: at(1031))
    timeline.record(.configured, at: at(1049))
    timeline.record(.opened, at: at(1080))
    timeline.record(.opened, at: at(1500))
    #expect(timeline.text == "first picture not shown yet (loaded 31, configured 49, opened 80)")
    #expect(!timeline.handle(.power(isOn: true), now: at(1100)))
    #expect(timeline.handle(.firstPicture(at(1412)), now: at(1420)))
    // Only after the first picture, for example because the display was unplugged.
    timeline.record(.display, at: at(9000))
    #expect(timeline.text == "first picture after 412 ms (loaded 31, configured 49, opened 80)")
  }
}
