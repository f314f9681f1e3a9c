import Testing
import VitrinePlayback
import VitrineTiming

@Suite("On-screen time of each run")
struct ScreenTallyTests {
  private func at(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
  }

  @Test("A run lasts from its first flip to the next run's first flip")
  func following() {
    var tally = ScreenTally()
    for index in 0..<3 {
      #expect(tally.record(Run(1), isLate: index == 2, at: at(index * 40)) == nil)
    }
    tally.recordDropped(2, of: Run(1))
    tally.recordDropped(5, of: Run(9))
    let left = tally.record(Run(2), isLate: false, at: at(120))
    #expect(left?.run == Run(1) && left?.begin == at(0) && left?.end == at(120))
    #expect(
      left?.frames == 3 && left?.late == 1 && left?.dropped == 2 && left?.isInterrupted == false)
    #expect(tally.end(at: at(200))?.frames == 1 && tally.end(at: at(300)) == nil)
  }

  @Test("With the display off, no time counts, and the run continues in a new part")
  func dark() {
    var tally = ScreenTally()
    _ = tally.record(Run(1), isLate: false, at: at(0))
    let left = tally.hide(by: .off, at: at(50))
    #expect(left?.isInterrupted == true && left?.obstacles == .off)
    #expect(left?.end == at(50) && left?.frames == 1)
    #expect(tally.record(Run(1), isLate: false, at: at(80)) == nil && tally.run == nil)
    #expect(tally.hide(by: .unplugged, at: at(90)) == nil)
    tally.reveal(from: [.off, .unplugged], at: at(100))
    #expect(tally.run == nil, "a display that is turned on again waits for its next frame")
    _ = tally.record(Run(1), isLate: false, at: at(120))
    let rest = tally.record(Run(2), isLate: false, at: at(200))
    #expect(rest?.begin == at(120) && rest?.obstacles == [.off, .unplugged])
    #expect(rest?.isInterrupted == false)
    #expect(tally.end(at: at(300))?.obstacles.isEmpty == true)
  }

  @Test(
    "A cover ends a picture's time; removing the cover resumes it",
    arguments: [
      // Whether a frame arrived meanwhile, whether one arrives with the revealing flip, how many
      // count.
      (false, false, 0), (true, false, 1), (true, true, 1), (false, true, 1),
    ])
  func covered(cameMeanwhile: Bool, comesWithIt: Bool, counted: Int) {
    var tally = ScreenTally()
    _ = tally.record(Run(1), isLate: false, at: at(0))
    let left = tally.hide(by: .covered, at: at(50))
    #expect(left?.frames == 1 && left?.obstacles == .covered && left?.isInterrupted == true)
    if cameMeanwhile { #expect(tally.record(Run(1), isLate: true, at: at(80)) == nil) }
    tally.reveal(from: .covered, isReplaced: comesWithIt, at: at(100))
    if comesWithIt { #expect(tally.record(Run(1), isLate: false, at: at(100)) == nil) }
    let rest = tally.record(Run(2), isLate: false, at: at(200))
    #expect(rest?.begin == at(100) && rest?.frames == counted && rest?.late == 0)
    #expect(rest?.obstacles == .covered)
  }

  @Test("A list hides a picture relit below it; a card over nothing reveals nothing")
  func coveredInTheDark() {
    var tally = ScreenTally()
    _ = tally.record(Run(1), isLate: false, at: at(0))
    #expect(tally.hide(by: .covered, at: at(10)) != nil && tally.hide(by: .off, at: at(20)) == nil)
    tally.reveal(from: [.off, .unplugged], at: at(30))
    #expect(tally.record(Run(2), isLate: false, at: at(40)) == nil && tally.run == nil)
    tally.reveal(from: .covered, at: at(50))
    let left = tally.end(at: at(60))
    #expect(left?.run == Run(2) && left?.begin == at(50) && left?.frames == 1)
    #expect(left?.obstacles == [.covered, .off])
    // A menu over nothing did not cover the next picture.
    #expect(tally.hide(by: .covered, at: at(65)) == nil)
    tally.reveal(from: .covered, at: at(70))
    #expect(tally.run == nil)
    _ = tally.record(Run(3), isLate: false, at: at(80))
    #expect(tally.end(at: at(90))?.obstacles.isEmpty == true)
  }

  @Test("A picture without a run ends the current run")
  func card() {
    var tally = ScreenTally()
    _ = tally.record(Run(1), isLate: false, at: at(0))
    #expect(tally.record(nil, isLate: false, at: at(10))?.frames == 1)
    #expect(tally.record(nil, isLate: false, at: at(20)) == nil && tally.run == nil)
  }
}
