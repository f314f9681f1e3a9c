import Testing
import VitrineOverlay
import VitrineTiming

@Suite("The attract loop waits for the idle time")
struct AttractTests {
  private func at(_ seconds: Int64) -> HostTime {
    HostTime(nanoseconds: seconds * 1_000_000_000)
  }

  @Test(
    "The loop starts once the idle time has passed, and not before",
    arguments: [
      (0 as Int64, 59 as Int64, false), (0, 60, true), (0, 61, true), (10, 69, false),
      (10, 70, true), (100, 50, false),
    ])
  func begins(activity: Int64, now: Int64, begins: Bool) {
    var attract = Attract(after: .seconds(60))
    attract.activity(at: at(activity))
    #expect(attract.deadline == at(activity + 60))
    let passed = attract.timePassed(at(now))
    #expect(passed == begins)
  }

  @Test("The loop starts only once, and again after the next activity")
  func once() {
    var attract = Attract(after: .seconds(60))
    attract.activity(at: at(0))
    let answers = [at(60), at(61), at(1000)].map { attract.timePassed($0) }
    #expect(answers == [true, false, false])
    #expect(attract.deadline == nil)
    attract.activity(at: at(1000))
    let again = [at(1059), at(1060)].map { attract.timePassed($0) }
    #expect(again == [false, true])
  }

  @Test("Each activity restarts the idle time, and a pause ends it")
  func activity() {
    var attract = Attract(after: .seconds(60))
    attract.activity(at: at(0))
    attract.activity(at: at(50))
    #expect(attract.deadline == at(110))
    attract.pause()
    #expect(attract.deadline == nil)
    let passed = attract.timePassed(at(10_000))
    #expect(!passed)
  }

  @Test(
    "Without an idle time or any activity, the loop never starts",
    arguments: [nil, Duration.zero, .seconds(-5)])
  func never(idleTime: Duration?) {
    var attract = Attract(after: idleTime)
    attract.activity(at: at(0))
    let passed = attract.timePassed(at(1_000_000))
    #expect(attract.deadline == nil && !passed)
  }

  @Test("An extremely long idle time does not trap")
  func ages() {
    var attract = Attract(after: .seconds(Int64.max))
    attract.activity(at: at(1))
    #expect(attract.deadline != nil)
  }
}
