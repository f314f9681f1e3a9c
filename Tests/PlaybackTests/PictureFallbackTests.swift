import Testing
import VitrinePlayback
import VitrineTiming

/// The stand-in shown in place of a frame that does not arrive.
struct PictureFallbackTests {
  private func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64(seconds * 1e9))
  }

  private func arrival(_ networkError: String?, isAwaited: Bool = true) -> Arrival {
    Arrival(
      lead: .init(time: .zero, bytes: 0, isFull: false), isAwaited: isAwaited,
      networkError: networkError)
  }

  @Test("Each wait shows one stand-in, after its delay, with the cause at that time")
  func once() {
    var pictureFallback = PictureFallback(after: .seconds(10))
    #expect(pictureFallback.check(arrival("a"), of: Run(1), now: moment(0)) == nil)
    #expect(pictureFallback.check(arrival("a"), of: Run(1), now: moment(9.9)) == nil)
    #expect(pictureFallback.check(arrival("b"), of: Run(1), now: moment(10)) == "b")
    #expect(pictureFallback.check(arrival("b"), of: Run(1), now: moment(60)) == nil)
    // It arrived meanwhile and is lost again.
    #expect(
      pictureFallback.check(arrival(nil, isAwaited: false), of: Run(1), now: moment(61)) == nil)
    #expect(pictureFallback.check(arrival("c"), of: Run(1), now: moment(62)) == nil)
    #expect(pictureFallback.check(arrival("c"), of: Run(1), now: moment(72)) == "c")
  }

  @Test("Each item has a separate wait")
  func items() {
    var pictureFallback = PictureFallback(after: .seconds(10))
    _ = pictureFallback.check(arrival("a"), of: Run(1), now: moment(0))
    #expect(pictureFallback.check(arrival("a"), of: Run(2), now: moment(10)) == nil)
    #expect(pictureFallback.check(arrival("a"), of: Run(2), now: moment(20)) == "a")
  }

  @Test("Items that are available, slow or not requested get no stand-in")
  func never() {
    var pictureFallback = PictureFallback(after: .seconds(1))
    for second in 0..<100 {
      let now = moment(Double(second))
      #expect(pictureFallback.check(nil, of: Run(1), now: now) == nil)
      #expect(pictureFallback.check(arrival(nil), of: Run(1), now: now) == nil)
      #expect(pictureFallback.check(arrival("slow", isAwaited: false), of: Run(1), now: now) == nil)
    }
    var patient = PictureFallback(after: nil)
    #expect(patient.check(arrival("a"), of: Run(1), now: moment(0)) == nil)
    #expect(patient.check(arrival("a"), of: Run(1), now: moment(1e6)) == nil)
  }
}
