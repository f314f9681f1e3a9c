import Testing
import VitrineFakes
import VitrineGestures
import VitrinePictures
import VitrineTiming

@Suite("Random touches")
struct RandomTouchTests {
  @Test(
    "10,000 random finger sequences are consistent, with and without a timer",
    arguments: 0..<10)
  func fingers(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<1000 {
      let frames = RandomHand.frames(&random)
      let (punctual, complaints) = gestures(of: frames, isPunctual: true)
      let (late, more) = gestures(of: frames, isPunctual: false)
      guard complaints + more == [], punctual == late else {
        Issue.record("\(complaints + more): \(punctual) and \(late) of \(frames)")
        return
      }
    }
  }

  private func gestures(of frames: [TouchFrame], isPunctual: Bool) -> ([Gesture<Int>], [String]) {
    var recognizer = GestureRecognizer<Int>(TouchLimits(slop: 30))
    var gestures: [Gesture<Int>] = []
    for frame in frames {
      while isPunctual, let due = recognizer.deadline, due <= frame.time {
        gestures += recognizer.timePassed(due)
      }
      gestures += recognizer.feed(frame) { place, sequence in
        sequence ?? (place.x < 500 ? 0 : 1)
      }
    }
    gestures += recognizer.timePassed((frames.last?.time ?? Glass.time(0)) + .seconds(2))
    var grammar = GestureGrammar<Int>()
    grammar.receive(gestures)
    grammar.end()
    let stuck = recognizer.deadline == nil ? [] : ["a deadline is left"]
    return (gestures, grammar.complaints + stuck)
  }

  @Test("10,000 random sequences of invalid frames leave nothing stuck", arguments: 0..<10)
  func nonsense(seed: Int) {
    var random = SeededRandom(seed: UInt64(1000 + seed))
    for _ in 0..<1000 {
      var recognizer = GestureRecognizer<Int>(TouchLimits(slop: RandomHand.number(&random)))
      var grammar = GestureGrammar<Int>()
      for _ in 0..<10 { grammar.receive(step(&recognizer, &random)) }
      let end = RandomHand.time(&random)
      grammar.receive(recognizer.feed(TouchFrame([], at: end)) { _, _ in 0 })
      let stopped = HostTime(nanoseconds: min(end.nanoseconds, 1 << 62)) + .seconds(2)
      grammar.receive(recognizer.timePassed(stopped))
      grammar.end()
      guard grammar.complaints == [], recognizer.deadline == nil,
        answers(&recognizer, after: stopped)
      else {
        Issue.record("\(grammar.complaints), deadline \(String(describing: recognizer.deadline))")
        return
      }
    }
  }

  private func step(
    _ recognizer: inout GestureRecognizer<Int>, _ random: inout SeededRandom
  ) -> [Gesture<Int>] {
    let time = RandomHand.time(&random)
    switch random.below(10) {
    case 0: return recognizer.cancel(at: time)
    case 1: return recognizer.timePassed(time)
    default:
      let frame = TouchFrame(RandomHand.nonsense(&random), at: time)
      return recognizer.feed(frame) { _, _ in random.below(3) }
    }
  }

  /// Whether it still recognises a tap.
  private func answers(_ recognizer: inout GestureRecognizer<Int>, after time: HostTime) -> Bool {
    // The greatest times are all one moment: only another clock continues after them.
    let start = time.nanoseconds.magnitude > 1 << 60 ? Glass.time(0) : time
    let contact = Contact(id: 1, at: Point(10, 10))
    _ = recognizer.timePassed(start)
    _ = recognizer.feed(TouchFrame([contact], at: start + .seconds(1))) { _, _ in 0 }
    let lifted = TouchFrame([], at: start + .milliseconds(1100))
    return recognizer.feed(lifted) { _, _ in 0 }.contains {
      if case .tap = $0 { true } else { false }
    }
  }
}
