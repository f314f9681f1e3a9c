import Testing
import VitrineTiming

@testable import VitrineVideoDevices

struct DecoderLivenessTests {
  private func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

  /// Whether it is waited for still, at each of these seconds, since a packet was given.
  private func waits(_ seconds: [Double]) -> [Bool] {
    var liveness = DecoderLiveness()
    liveness.notePacket(isKey: true)
    return seconds.map { liveness.noteWait(at: at($0)) }
  }

  @Test("a decoder that gives nothing is left after two seconds")
  func silent() {
    #expect(waits([0, 0.5, 1, 1.5, 2, 2.5]) == [true, true, true, true, true, false])
  }

  @Test("a process that was stopped, or a machine that slept, leaves no decoder")
  func stopped() {
    #expect(waits([0, 0.5, 3600, 3600.2]) == [true, true, true, true])
  }

  @Test("a packet that is taken begins the time anew")
  func progress() {
    var liveness = DecoderLiveness()
    for step in 0..<40 {
      let isWaitedFor = liveness.noteWait(at: at(Double(step) * 0.5))
      #expect(isWaitedFor)
      if step % 3 == 0 { liveness.noteProgress() }
    }
  }
}
