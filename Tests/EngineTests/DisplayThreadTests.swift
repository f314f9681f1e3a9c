import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine

@Suite("The display's thread")
struct DisplayThreadTests {
  @Test("It ends when it is closed, even while orders arrive", .timeLimit(.minutes(1)))
  func closing() throws {
    for pause in 0..<1000 {
      let thread = try DisplayThread({ _ in
        let clock = ManualClock()
        let display = FakeDisplay(size: PixelSize(64, 48), refresh: 60, clock: clock)
        let state = SoundState(
          clock: PlaybackClock(
            steady: SteadyClock(rate: 48000, position: 0, at: clock.now),
            timeline: SoundTimeline(rate: 48000)))
        return Presenter(sink: display, captureTimes: [], clock: { state }, report: { _ in })
      }) { _ in }
      let (first, second) = (Shared(false), Shared(false))
      thread.perform { _ in first.update { $0 = true } }
      // The thread is between its orders and its wait when the last order and the end arrive.
      while !first.value {}
      for _ in 0..<pause { _ = HostTime.now() }
      thread.perform { _ in second.update { $0 = true } }
      thread.close()
      #expect(second.value)
    }
  }
}
