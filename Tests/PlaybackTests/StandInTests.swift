import Testing
import VitrinePlayback
import VitrineTiming

/// The stand-in shown in place of a frame that does not arrive.
struct StandInTests {
  private func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64(seconds * 1e9))
  }

  private func arrival(_ trouble: String?, isAwaited: Bool = true) -> Arrival {
    Arrival(
      lead: .init(time: .zero, bytes: 0, isFull: false), isAwaited: isAwaited, trouble: trouble)
  }

  @Test("Each wait shows one stand-in, after its delay, with the cause at that time")
  func once() {
    var standIn = StandIn(after: .seconds(10))
    #expect(standIn.look(arrival("a"), of: Run(1), now: moment(0)) == nil)
    #expect(standIn.look(arrival("a"), of: Run(1), now: moment(9.9)) == nil)
    #expect(standIn.look(arrival("b"), of: Run(1), now: moment(10)) == "b")
    #expect(standIn.look(arrival("b"), of: Run(1), now: moment(60)) == nil)
    // It arrived meanwhile and is lost again.
    #expect(standIn.look(arrival(nil, isAwaited: false), of: Run(1), now: moment(61)) == nil)
    #expect(standIn.look(arrival("c"), of: Run(1), now: moment(62)) == nil)
    #expect(standIn.look(arrival("c"), of: Run(1), now: moment(72)) == "c")
  }

  @Test("Each item has a separate wait")
  func items() {
    var standIn = StandIn(after: .seconds(10))
    _ = standIn.look(arrival("a"), of: Run(1), now: moment(0))
    #expect(standIn.look(arrival("a"), of: Run(2), now: moment(10)) == nil)
    #expect(standIn.look(arrival("a"), of: Run(2), now: moment(20)) == "a")
  }

  @Test("Items that are available, slow or not requested get no stand-in")
  func never() {
    var standIn = StandIn(after: .seconds(1))
    for second in 0..<100 {
      let now = moment(Double(second))
      #expect(standIn.look(nil, of: Run(1), now: now) == nil)
      #expect(standIn.look(arrival(nil), of: Run(1), now: now) == nil)
      #expect(standIn.look(arrival("slow", isAwaited: false), of: Run(1), now: now) == nil)
    }
    var patient = StandIn(after: nil)
    #expect(patient.look(arrival("a"), of: Run(1), now: moment(0)) == nil)
    #expect(patient.look(arrival("a"), of: Run(1), now: moment(1e6)) == nil)
  }
}
