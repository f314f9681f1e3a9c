import Playback
import Testing
import Timing

@Suite("What is seen of each run")
struct ScreenTallyTests {
  private func at(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
  }

  @Test("It lasts from its first picture's flip to the next run's")
  func following() {
    var tally = ScreenTally()
    for index in 0..<3 {
      #expect(tally.note(Run(1), isLate: index == 2, at: at(index * 40)) == nil)
    }
    tally.noteMissing(2, of: Run(1))
    tally.noteMissing(5, of: Run(9))
    let left = tally.note(Run(2), isLate: false, at: at(120))
    #expect(left?.run == Run(1) && left?.begin == at(0) && left?.end == at(120))
    #expect(
      left?.frames == 3 && left?.late == 1 && left?.missing == 2 && left?.isInterrupted == false)
    #expect(tally.take(at: at(200))?.frames == 1 && tally.take(at: at(300)) == nil)
  }

  @Test("In the dark nothing is counted, and what comes after it is another part")
  func dark() {
    var tally = ScreenTally()
    _ = tally.note(Run(1), isLate: false, at: at(0))
    let left = tally.setSeen(false, at: at(50))
    #expect(left?.isInterrupted == true && left?.end == at(50) && left?.frames == 1)
    #expect(tally.note(Run(1), isLate: false, at: at(80)) == nil && tally.run == nil)
    #expect(tally.setSeen(false, at: at(90)) == nil && tally.setSeen(true, at: at(100)) == nil)
    _ = tally.note(Run(1), isLate: false, at: at(120))
    let rest = tally.note(Run(2), isLate: false, at: at(200))
    #expect(rest?.begin == at(120) && rest?.isPartial == true)
    #expect(tally.take(at: at(300))?.isPartial == false)
  }

  @Test("A picture of no run ends what was seen")
  func card() {
    var tally = ScreenTally()
    _ = tally.note(Run(1), isLate: false, at: at(0))
    #expect(tally.note(nil, isLate: false, at: at(10))?.frames == 1)
    #expect(tally.note(nil, isLate: false, at: at(20)) == nil && tally.run == nil)
  }
}
