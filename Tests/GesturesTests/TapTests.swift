import Testing
import VitrineGestures
import VitrinePictures

@Suite("Taps")
struct TapTests {
  static let stories: [TouchStory] = [
    TouchStory(
      "A short touch is a tap", ["0 a100,100", "80"], ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "A tap may move within the slop", ["0 a100,100", "50 a130,100", "80"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "The shortest tap takes 15 ms", ["0 a100,100", "15"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory("A shorter touch is ignored", ["0 a100,100", "14"], []),
    TouchStory(
      "The longest tap takes 500 ms", ["0 a100,100", "500"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "A touch longer than a tap and shorter than a long press does nothing",
      ["0 a100,100", "501"],
      ["pressed left", "released"]),
    TouchStory(
      "A touch of 599 ms is not yet a long press", ["0 a100,100", "599"],
      ["pressed left", "released"]),
    TouchStory(
      "A finger that stays is a long press", ["0 a100,100", "600"],
      ["pressed left", "released", "long left"]),
    TouchStory(
      "After a long press, its finger does nothing else", ["0 a100,100", "700 a400,100", "900"],
      ["pressed left", "released", "long left"]),
    TouchStory(
      "Two quick taps are a double tap", ["0 a100,100", "80", "200 b110,100", "280"],
      ["pressed left", "tap left 1", "pressed left", "tap left 2", "taps left 2"]),
    TouchStory(
      "The second tap lands within 299 ms", ["0 a100,100", "80", "379 b100,100", "460"],
      ["pressed left", "tap left 1", "pressed left", "tap left 2", "taps left 2"]),
    TouchStory(
      "A tap after 301 ms starts a new count", ["0 a100,100", "80", "381 b100,100", "460"],
      ["pressed left", "tap left 1", "taps left 1", "pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "The third tap lands within 549 ms",
      ["0 a100,100", "50", "100 b100,100", "150", "699 c100,100", "750"],
      [
        "pressed left", "tap left 1", "pressed left", "tap left 2", "pressed left", "tap left 3",
        "taps left 3",
      ]),
    TouchStory(
      "A third tap after 551 ms starts a new count",
      ["0 a100,100", "50", "100 b100,100", "150", "701 c100,100", "750"],
      [
        "pressed left", "tap left 1", "pressed left", "tap left 2", "taps left 2", "pressed left",
        "tap left 1", "taps left 1",
      ]),
    TouchStory(
      "The second tap may end after the window",
      ["0 a100,100", "80", "200 b100,100", "650"],
      ["pressed left", "tap left 1", "pressed left", "tap left 2", "taps left 2"]),
    TouchStory(
      "A tap in another region ends the count", ["0 a100,100", "80", "200 b600,100", "280"],
      ["pressed left", "tap left 1", "pressed right", "taps left 1", "tap right 1", "taps right 1"]),
    TouchStory(
      "A long press after a tap ends the count", ["0 a100,100", "80", "200 b100,100", "900"],
      ["pressed left", "tap left 1", "pressed left", "released", "taps left 1", "long left"]),
    TouchStory(
      "A drag after a tap ends the count",
      ["0 a100,100", "80", "200 b100,100", "250 b200,100", "300"],
      [
        "pressed left", "tap left 1", "pressed left", "released", "taps left 1",
        "drag left horizontal", "dropped",
      ]),
    TouchStory(
      "A ghost touch does not extend the window",
      ["0 a100,100", "80", "375 b100,100", "385", "390 c1,1", "450"],
      ["pressed left", "tap left 1", "taps left 1", "pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "A finger may lift and land in one frame", ["0 a100,100", "80 b100,100", "160"],
      ["pressed left", "tap left 1", "pressed left", "tap left 2", "taps left 2"]),
  ]

  @Test("A touch produces the expected gestures", arguments: stories)
  func story(_ story: TouchStory) {
    story.check()
  }

  @Test("A tap is reported when the finger lifts, at the position where it landed")
  func atOnce() {
    var glass = Glass()
    glass.feed(["0 a100,100", "50 a120,110", "80"])
    #expect(glass.gestures.last == .tap(Point(100, 100), "left", count: 1))
    #expect(glass.recognizer.deadline == Glass.time(380))
  }

  @Test("A finger counts as pressed after 15 ms")
  func pressedLate() {
    var glass = Glass()
    glass.feed(["0 a100,100"])
    #expect(glass.gestures == [])
    #expect(glass.recognizer.deadline == Glass.time(15))
    glass.wait(until: 15)
    #expect(glass.gestures == [.pressed(Point(100, 100), "left")])
    #expect(glass.recognizer.deadline == Glass.time(600))
  }

  @Test("The recogniser reports taps that are being counted and can restrict them to their region")
  func stickyRegion() {
    var recognizer = GestureRecognizer<String>(TouchLimits(slop: 30))
    var asked: [String?] = []
    var gestures: [Gesture<String>] = []
    for (time, isDown) in [(0, true), (80, false), (200, true), (280, false), (900, true)] {
      let contacts = isDown ? [Contact(id: time, at: Point(100, 100))] : []
      gestures += recognizer.feed(TouchFrame(contacts, at: Glass.time(time))) { _, sequence in
        asked.append(sequence)
        return sequence ?? "picture \(time)"
      }
    }
    #expect(asked == [nil, "picture 0", nil])
    #expect(gestures.contains(.tap(Point(100, 100), "picture 0", count: 2)))
  }
}
