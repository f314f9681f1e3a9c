import Testing
import VitrineTiming

@testable import VitrineVideoDevices

struct DecoderLivenessTests {
  private func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

  /// Whether the decoder still counts as alive, at each of these seconds after a packet.
  private func waits(_ seconds: [Double]) -> [Bool] {
    var liveness = DecoderLiveness()
    liveness.recordPacket(isKey: true)
    return seconds.map { liveness.recordWait(at: at($0)) }
  }

  @Test("A decoder that returns nothing is abandoned after two seconds")
  func silent() {
    #expect(waits([0, 0.5, 1, 1.5, 2, 2.5]) == [true, true, true, true, true, false])
  }

  @Test("A suspended process or machine abandons no decoder")
  func stopped() {
    #expect(waits([0, 0.5, 3600, 3600.2]) == [true, true, true, true])
  }

  @Test("An accepted packet restarts the time")
  func progress() {
    var liveness = DecoderLiveness()
    for step in 0..<40 {
      let isWaitedFor = liveness.recordWait(at: at(Double(step) * 0.5))
      #expect(isWaitedFor)
      if step % 3 == 0 { liveness.recordProgress() }
    }
  }
}
