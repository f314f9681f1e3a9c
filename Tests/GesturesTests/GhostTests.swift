import Testing
import VitrineFakes
import VitrineGestures
import VitrinePictures
import VitrineTiming

@Suite("Ghost touches caused by noise")
struct GhostTests {
  @Test("An hour of noise, 200 contacts a second, causes no gesture and leaves no state")
  func hour() {
    var recognizer = GestureRecognizer<Int>(TouchLimits(slop: 30))
    _ = recognizer.timePassed(Glass.time(0))
    let fresh = Self.parts(of: recognizer)
    var noise = Noise()
    var heard = 0
    while let frame = noise.next() {
      heard += recognizer.feed(frame) { place, _ in place.x < 500 ? 0 : 1 }.count
      if noise.count % 100_000 == 0 { #expect(Self.parts(of: recognizer) < 200) }
    }
    #expect(noise.count == 720_000)
    #expect(heard == 0)
    #expect(recognizer.deadline == nil)
    #expect(Self.parts(of: recognizer) == fresh)
  }

  @Test("A finger that draws for a minute at 1000 reports a second stores only its recent path")
  func drawing() {
    var recognizer = GestureRecognizer<Int>(TouchLimits(slop: 30))
    for time in 0..<60_000 {
      let contact = Contact(id: 1, at: Point(Double(time % 1000), 10))
      _ = recognizer.feed(TouchFrame([contact], at: Glass.time(time))) { _, _ in 0 }
    }
    #expect(Self.parts(of: recognizer) < 400)
  }

  /// How many values it contains, at any depth.
  private static func parts(of value: Any) -> Int {
    Mirror(reflecting: value).children.reduce(1) { $0 + parts(of: $1.value) }
  }
}

/// Two ghost contacts every 10 ms for 1 to 14 ms, so up to four at once; a frame for each
/// landing, and one for those that vanish in between.
private struct Noise {
  private(set) var count = 0
  private var random = SeededRandom(seed: 1)
  /// The contacts on the glass and their end times.
  private var pairs: [(contacts: [Contact], end: Int)] = []

  mutating func next() -> TouchFrame? {
    let landing = count * 5
    if let end = pairs.first?.end, end < landing || count == 720_000 {
      pairs.removeFirst()
      return frame(at: end)
    }
    guard count < 720_000 else { return nil }
    let place = Point(Double(random.below(1000)), 100)
    let pair = [Contact(id: count, at: place), Contact(id: count + 1, at: Point(9, 9))]
    count += 2
    // A contact that lasts until then is gone in the frame of the next landing.
    if pairs.first?.end == landing { pairs.removeFirst() }
    // The earlier pair vanishes first.
    let earliest = max(landing + 1, pairs.first?.end ?? 0)
    pairs.append((pair, earliest + random.below(landing + 15 - earliest)))
    return frame(at: landing)
  }

  private func frame(at time: Int) -> TouchFrame {
    TouchFrame(pairs.flatMap(\.contacts), at: Glass.time(time))
  }
}
