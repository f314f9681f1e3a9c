import Testing
import VitrineGestures
import VitrinePictures

@Suite("Several fingers")
struct HandTests {
  private static let palm = "a100,100 b200,100 c300,100"
  private static let storm = palm + " d400,100 e600,100 f700,100"

  static let pairs: [TouchStory] = [
    TouchStory(
      "Two fingers that tap together are a two-finger tap",
      ["0 a100,100 b300,200", "100"], ["two at 200,150"]),
    TouchStory(
      "Two fingers may land and lift at different times",
      ["0 a100,100", "60 a100,100 b300,100", "200 b300,100", "300"],
      ["pressed left", "released", "two at 200,100"]),
    TouchStory(
      "Two fingers are ignored after 300 ms",
      ["0 a100,100", "60 a100,100 b300,100", "200 b300,100", "301"], ["pressed left", "released"]),
    TouchStory(
      "Two moving fingers do not tap",
      ["0 a100,100 b300,100", "60 a100,100 b331,100", "100"], []),
    TouchStory(
      "Two moving fingers do not drag, however far",
      ["0 a100,100 b300,100", "60 a200,100 b400,100", "90 a300,100 b500,100", "100"], []),
    TouchStory(
      "If the second finger lands late, the first does not tap either",
      ["0 a100,100", "400 a100,100 b300,100", "450"], ["pressed left", "released"]),
    TouchStory(
      "A third finger cancels the two-finger tap",
      ["0 a100,100 b300,100", "60 b300,100 c300,200", "150"], []),
    TouchStory(
      "A ghost touch does not cancel a two-finger tap",
      ["0 a100,100 b300,100", "60 a100,100 b300,100 c1,1", "70 a100,100 b300,100", "150"],
      ["two at 200,100"]),
    TouchStory(
      "A ghost touch does not turn a tap into a two-finger tap, even at its end",
      ["0 a100,100", "75 a100,100 b300,100", "80 b300,100", "85"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "Two short overlapping taps are a two-finger tap",
      ["0 a100,100", "20 a100,100 b300,100", "30 b300,100", "50"],
      ["pressed left", "released", "two at 200,100"]),
    TouchStory(
      "A two-finger tap ends the tap count",
      ["0 a100,100", "50", "100 a100,100 b300,100", "150"],
      ["pressed left", "tap left 1", "taps left 1", "two at 200,100"]),
  ]

  static let palms: [TouchStory] = [
    TouchStory("A palm is ignored", ["0 \(palm)", "100"], []),
    TouchStory(
      "A palm that lands slowly releases the press",
      ["0 a100,100", "50 \(palm)", "300"], ["pressed left", "released"]),
    TouchStory(
      "Touches are ignored until the whole palm is lifted",
      ["0 \(palm)", "100 a100,100", "200 a400,100", "900", "1000 g100,100", "1080"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "Fingers that land next to a palm are part of it",
      ["0 \(palm)", "100 c300,100", "150 c300,100 d600,100", "200 d600,100", "280"], []),
    TouchStory(
      "Flickering ghost touches do not block touches after a palm",
      [
        "0 \(palm)", "100 x1,1", "110 y1,1", "120 z1,1", "130 z1,1 a100,100", "134 a100,100",
        "200 w1,1", "210",
      ],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "A finger that lands next to a palm is ignored, even if the palm is lifted first",
      ["0 \(palm)", "100 \(palm) d600,100", "110 d600,100", "200"], []),
    TouchStory(
      "A palm ends the tap count", ["0 a100,100", "50", "100 \(palm)", "400"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "Touches work at once after a palm", ["0 \(palm)", "100", "110 a100,100", "200"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "A storm cancels a drag", ["0 a100,100", "50 a200,100", "60 \(storm)", "70 a300,100", "80"],
      ["pressed left", "released", "drag left horizontal", "cancelled"]),
    TouchStory(
      "Touches are ignored for 300 ms after a storm",
      ["0 \(storm)", "100", "399 a100,100", "480", "500 b100,100", "580"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "Touches work again 300 ms after a storm", ["0 \(storm)", "100", "400 a100,100", "480"],
      ["pressed left", "tap left 1", "taps left 1"]),
    TouchStory(
      "A palm that grows into a storm is a storm",
      ["0 \(palm)", "50 \(storm)", "100", "200 a1,1", "280"],
      []),
  ]

  @Test("Two fingers produce the expected gestures", arguments: pairs)
  func pair(_ story: TouchStory) {
    story.check()
  }

  @Test("A hand produces the expected gestures", arguments: palms)
  func palm(_ story: TouchStory) {
    story.check()
  }
}
