import Testing
import VitrineGestures
import VitrinePictures

@Suite("Drags")
struct DragTests {
  static let stories: [TouchStory] = [
    TouchStory(
      "A moving finger drags",
      ["0 a100,100", "50 a131,100", "60 a150,100", "70 a150,100", "80"],
      ["pressed left", "released", "drag left horizontal", "to 150,100", "dropped"]),
    TouchStory(
      "The axis is that of the longer distance", ["0 a100,100", "50 a120,60", "80"],
      ["pressed left", "released", "drag left vertical", "dropped"]),
    TouchStory(
      "The axis stays the same if the finger changes direction",
      ["0 a100,100", "50 a140,100", "60 a140,400", "80"],
      ["pressed left", "released", "drag left horizontal", "to 140,400", "dropped"]),
    TouchStory(
      "A drag belongs to the region where it landed", ["0 a490,100", "50 a600,100", "80"],
      ["pressed left", "released", "drag left horizontal", "dropped"]),
    TouchStory(
      "A flick that is fast from the start is not a press", ["0 a100,100", "10 a200,100", "30"],
      ["drag left horizontal", "dropped"]),
    TouchStory(
      "A fast movement of less than 15 ms is ignored", ["0 a1,1", "9 a400,1", "14"], []),
    TouchStory(
      "A second finger is ignored during and after a drag",
      [
        "0 a100,100", "50 a200,100", "90 a200,100 b600,100", "200 a210,100 b600,100",
        "300 b600,100", "400 b700,100", "500",
      ],
      ["pressed left", "released", "drag left horizontal", "to 210,100", "dropped"]),
    TouchStory(
      "A second finger does not tap during a drag",
      ["0 a100,100", "50 a200,100", "90 a200,100 b600,100", "180 a200,100", "300"],
      ["pressed left", "released", "drag left horizontal", "dropped"]),
    TouchStory(
      "Two more fingers during a drag are a palm",
      [
        "0 a100,100", "50 a200,100", "90 a200,100 b600,100 c610,100", "200 a300,100",
        "300",
      ],
      ["pressed left", "released", "drag left horizontal", "cancelled"]),
    TouchStory(
      "Ghost touches during a drag are ignored",
      [
        "0 a100,100", "50 a200,100", "90 a200,100 b600,100 c610,100", "100 a250,100", "300",
      ],
      ["pressed left", "released", "drag left horizontal", "to 250,100", "dropped"]),
  ]

  @Test("A moving finger produces the expected gestures", arguments: stories)
  func story(_ story: TouchStory) {
    story.check()
  }

  @Test("A drag reports its start, its position and its velocity")
  func drag() throws {
    var glass = Glass()
    glass.feed(["0 a100,100"] + (1...30).map { "\($0 * 10) a\(100 + $0 * 5),100" } + ["310"])
    guard case .dragEnded(let drag) = glass.gestures.last else {
      Issue.record("no end")
      return
    }
    #expect(drag.start == Point(100, 100))
    #expect(drag.latest == Point(250, 100))
    #expect(drag.distance == Point(150, 0))
    // 45 pixels in the last 100 ms: it rested for the last ten.
    #expect(abs(drag.velocity.x - 450) < 1e-6)
    #expect(drag.velocity.y == 0)
  }

  @Test(
    "The velocity is that of the last 100 ms, so a rest clears it",
    arguments: [(150, 1000.0), (200, 1000), (225, 580), (250, 0), (1000, 0)])
  func rest(lifted: Int, velocity: Double) {
    // A hundred pixels from 100 ms to 150 ms; samples are 5 ms apart at least.
    var glass = Glass()
    let way = (0...50).map { "\($0 + 100) a\(100 + $0 * 2),100" }
    glass.feed(["0 a100,100"] + way + ["\(lifted)"])
    guard case .dragEnded(let drag) = glass.gestures.last else {
      Issue.record("no end")
      return
    }
    #expect(abs(drag.velocity.x - velocity) < 1, "\(drag.velocity)")
  }

  @Test("Removing the device cancels a drag and leaves no state")
  func cancel() {
    var glass = Glass()
    glass.feed(["0 a100,100", "50 a200,100"])
    let gestures = glass.recognizer.cancel(at: Glass.time(60))
    #expect(gestures.map(\.words) == ["cancelled"])
    #expect(glass.recognizer.deadline == nil)
    glass.feed(["70 b100,100", "150"])
    #expect(glass.gestures.last?.words == "tap left 1")
  }

  @Test("Removing the device releases a press and ends tap counting")
  func cancelPress() {
    var glass = Glass()
    glass.feed(["0 a100,100", "50", "100 b100,100", "150 b100,100"])
    let gestures = glass.recognizer.cancel(at: Glass.time(160))
    #expect(gestures.map(\.words) == ["released", "taps left 1"])
    #expect(glass.recognizer.deadline == nil)
  }
}
