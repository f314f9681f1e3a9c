import Testing
import VitrinePlayback
import VitrineTiming

/// When something is shown in the place of a picture that does not come.
struct StandInTests {
  private func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64(seconds * 1e9))
  }

  private func arrival(_ trouble: String?, isAwaited: Bool = true) -> Arrival {
    Arrival(
      lead: .init(time: .zero, bytes: 0, isFull: false), isAwaited: isAwaited, trouble: trouble)
  }

  @Test("once of each wait, after its time, with the cause as it is then")
  func once() {
    var standIn = StandIn(after: .seconds(10))
    #expect(standIn.look(arrival("a"), of: Run(1), now: moment(0)) == nil)
    #expect(standIn.look(arrival("a"), of: Run(1), now: moment(9.9)) == nil)
    #expect(standIn.look(arrival("b"), of: Run(1), now: moment(10)) == "b")
    #expect(standIn.look(arrival("b"), of: Run(1), now: moment(60)) == nil)
    // It has come meanwhile, and is lost again.
    #expect(standIn.look(arrival(nil, isAwaited: false), of: Run(1), now: moment(61)) == nil)
    #expect(standIn.look(arrival("c"), of: Run(1), now: moment(62)) == nil)
    #expect(standIn.look(arrival("c"), of: Run(1), now: moment(72)) == "c")
  }

  @Test("the next item is waited for anew")
  func items() {
    var standIn = StandIn(after: .seconds(10))
    _ = standIn.look(arrival("a"), of: Run(1), now: moment(0))
    #expect(standIn.look(arrival("a"), of: Run(2), now: moment(10)) == nil)
    #expect(standIn.look(arrival("a"), of: Run(2), now: moment(20)) == "a")
  }

  @Test("never of what is here, of what comes slowly, and where nothing is wanted")
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
