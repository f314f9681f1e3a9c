import Testing
import VitrinePictures
import VitrineTiming

@testable import VitrinePlayback

struct TransitionTimesTests {
  private static let edge = HostTime(nanoseconds: 10_000_000_000)

  private static func positions(_ times: TransitionTimes) -> [Int?] {
    [-600, -500, -250, 0, 250, 499, 500].map {
      times.step(at: edge + .milliseconds($0))?.position
    }
  }

  @Test("A transition is centred on the edge, and starts with a jump")
  func positions() {
    let fade = Transition(.crossFade, for: .seconds(1))
    #expect(
      Self.positions(TransitionTimes(fade, around: Self.edge))
        == [nil, 0, 1024, 2048, 3072, 4092, nil])
    #expect(
      Self.positions(TransitionTimes(fade, from: Self.edge))
        == [nil, nil, nil, 0, 1024, 2044, 2048])
    // Black at once.
    let black = TransitionTimes(Transition(.fade, for: .seconds(1)), from: Self.edge)
    #expect(Self.positions(black) == [nil, nil, nil, 2048, 3072, 4092, nil])
    // Faster in the middle.
    let slide = TransitionTimes(Transition(.slide, for: .seconds(1)), around: Self.edge)
    #expect(Self.positions(slide) == [nil, 0, 640, 2048, 3456, 4096, nil])
    #expect(
      Self.positions(TransitionTimes(.cut, around: Self.edge)) == Array(repeating: nil, count: 7))
  }

  @Test("A fade shows the share of one picture over black, a cross-fade that of the next one")
  func weights() {
    let places = [0, 1024, 2048, 3072, 4096]
    #expect(places.map { TransitionStep(.fade, at: $0).weight } == [256, 128, 0, 128, 256])
    #expect(places.map { TransitionStep(.crossFade, at: $0).weight } == [0, 64, 128, 192, 256])
  }

  @Test(
    "Transitions are read with or without their duration",
    arguments: [
      ("cut", Transition.cut), ("fade", Transition(.fade)),
      ("slide 2", Transition(.slide, for: .seconds(2))),
      ("cross-fade 0.5", Transition(.crossFade, for: .milliseconds(500))),
      ("cut 1", nil), ("fade 0", nil), ("fade 6", nil), ("fade nan", nil), ("wipe", nil), ("", nil),
      ("fade 1 2", nil),
    ] as [(String, Transition?)])
  func words(word: String, transition: Transition?) {
    #expect(Transition(word: word) == transition)
  }

  @Test("Two transitions in a row with three slow steps each are the last ones")
  func speed() {
    var speed = MixingSpeed()
    func steps(_ times: Int...) -> [Bool] {
      times.map { speed.record(.milliseconds($0), limit: .milliseconds(33)) }
    }
    // One slow step now and then is tolerated.
    #expect(steps(40, 40, 5, 40, 40, 5) == Array(repeating: true, count: 6))
    #expect(steps(40, 40, 40) == [true, true, false] && !speed.isTooSlow)
    speed.recordEnd()
    #expect(steps(40, 40, 40) == [true, true, false] && !speed.isTooSlow)
    #expect(steps(40, 40, 40) == [true, true, false] && speed.isTooSlow)
  }
}
