import Gestures
import Pictures
import Testing
import Timing

@Suite("Ghosts: contacts that noise lets appear on the glass")
struct GhostTests {
  @Test("An hour of them, 200 a second, is nothing and leaves nothing")
  func hour() {
    var recogniser = GestureRecogniser<Int>(TouchLimits(slop: 30))
    _ = recogniser.timePassed(Glass.time(0))
    let fresh = Self.parts(of: recogniser)
    var noise = Noise()
    var heard = 0
    while let frame = noise.next() {
      heard += recogniser.feed(frame) { place, _ in place.x < 500 ? 0 : 1 }.count
      if noise.count % 100_000 == 0 { #expect(Self.parts(of: recogniser) < fresh + 100) }
    }
    #expect(noise.count == 720_000)
    #expect(heard == 0)
    #expect(recogniser.deadline == nil)
    #expect(Self.parts(of: recogniser) == fresh)
  }

  /// How many values it holds, however deep.
  private static func parts(of value: Any) -> Int {
    Mirror(reflecting: value).children.reduce(1) { $0 + parts(of: $1.value) }
  }
}

/// A ghost each 5 ms for 1 to 14 ms, so that there are up to three at once; a frame for each
/// landing, and one for those that vanish in between.
private struct Noise {
  private(set) var count = 0
  private var time = 0
  private var random = SeededRandom(state: 1)
  private var ghosts: [Contact] = []
  private var ends: [Int] = []

  mutating func next() -> TouchFrame? {
    guard time < 3_600_015 else { return nil }
    if let end = ends.min(), end < count * 5 || count == 720_000 {
      time = end
    } else if count < 720_000 {
      time = count * 5
      let place = Point(Double(random.below(1000)), 100)
      ghosts.append(Contact(id: count, at: place))
      ends.append(time + 1 + random.below(14))
      count += 1
    } else {
      return nil
    }
    while let gone = ends.firstIndex(of: time) {
      ends.remove(at: gone)
      ghosts.remove(at: gone)
    }
    return TouchFrame(ghosts, at: Glass.time(time))
  }
}
