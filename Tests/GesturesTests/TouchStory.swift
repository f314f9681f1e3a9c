import Testing
import VitrineGestures

/// Frames and the resulting gestures.
struct TouchStory: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let frames: [String]
  let gestures: [String]

  init(_ sentence: String, _ frames: [String], _ gestures: [String]) {
    (testDescription, self.frames, self.gestures) = (sentence, frames, gestures)
  }

  /// Replays the frames and ten more seconds, once with a timer and once without.
  func check() {
    for isPunctual in [true, false] {
      var glass = Glass(isPunctual: isPunctual)
      glass.feed(frames)
      glass.wait(until: 10_000)
      let words = glass.gestures.map(\.words)
      #expect(words == gestures, "with\(isPunctual ? "" : "out") a timer")
      #expect(glass.recognizer.deadline == nil)
      var grammar = GestureGrammar<String>()
      grammar.receive(glass.gestures)
      grammar.end()
      #expect(grammar.complaints == [])
    }
  }
}
