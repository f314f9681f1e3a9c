import Testing
import VitrineFakes
import VitrineGestures
import VitrinePictures
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The gallery scrolls")
struct CatalogueScrollTests {
  static let start = Point(960, 700)

  @Test("Scrolling follows the finger from where it landed", arguments: [-1.0, -9, -250, -700])
  func follows(distance: Double) {
    var hand = CatalogueHand()
    hand.give(.dragBegan(CatalogueHand.drag(Self.start, by: Point(0, distance / 2))))
    #expect(hand.catalogue.place == (-distance / 2).rounded())
    hand.give(.dragMoved(CatalogueHand.drag(Self.start, by: Point(30, distance))))
    #expect(hand.catalogue.place == -distance)
  }

  @Test("A fling travels its speed times the constant", arguments: [300.0, 1000, 4000])
  func flung(speed: Double) {
    var hand = CatalogueHand(count: 1000)
    hand.stroke(from: Self.start, by: Point(0, -100), velocity: Point(0, -speed))
    let rests = hand.rest()
    #expect(rests)
    // Movement slower than 10 points a second stops.
    let lost = 10 * 2 * 0.325
    #expect(abs(hand.catalogue.place - (100 + speed * 0.325 - lost)) <= 1)
  }

  @Test(
    "The position is the same at any frame rate",
    arguments: [-500.0, -3000, -12_000, 9000], [10, 60, 240])
  func sameAtAnyRate(velocity: Double, rate: Int) {
    var hand = CatalogueHand(count: 60)
    hand.stroke(from: Self.start, by: Point(0, -600), velocity: Point(0, velocity))
    let start = hand
    for tenths in [6, 13, 21, 27] {
      var once = start
      while (hand.now - start.now).seconds < Double(tenths) / 10 - 1e-6 {
        hand.wait(.nanoseconds(1_000_000_000 / rate))
      }
      once.wait(hand.now - once.now)
      #expect(hand.catalogue.motion.list == once.catalogue.motion.list)
      #expect(hand.drawings == once.drawings)
    }
  }

  @Test("Drawings match their time, even without earlier updates")
  func drawingsOfTheirTime() {
    var hand = CatalogueHand()
    hand.stroke(from: Self.start, by: Point(0, -400), velocity: Point(0, -2500))
    let ahead = hand.catalogue.drawings(at: hand.now + .milliseconds(700))
    hand.wait(.milliseconds(700))
    #expect(hand.drawings == ahead)
  }

  @Test("Overscroll resists and returns exactly to the end", arguments: [false, true])
  func rubberBand(atTheEnd: Bool) {
    var hand = CatalogueHand(count: 40)
    let limit = hand.catalogue.motion.list.limit
    let end = atTheEnd ? limit : 0
    let sign = atTheEnd ? -1.0 : 1.0
    if atTheEnd { hand.stroke(from: Self.start, by: Point(0, -limit)) }
    hand.give(.dragBegan(CatalogueHand.drag(Self.start, by: Point(0, sign * 400))))
    let beyond = abs(hand.catalogue.place - end)
    #expect(beyond > 100 && beyond < 220)
    hand.give(.dragEnded(CatalogueHand.drag(Self.start, by: Point(0, sign * 400))))
    hand.wait(.milliseconds(300))
    #expect(abs(hand.catalogue.place - end) < 5)
    let rests = hand.rest()
    #expect(rests)
    #expect(hand.catalogue.motion.list.state(at: hand.now).place == end)
  }

  @Test("Part of the gallery stays in view however far it is pulled", arguments: [1e4, 1e6, 1e300])
  func neverOutOfView(distance: Double) {
    var hand = CatalogueHand(count: 40)
    hand.give(.dragBegan(CatalogueHand.drag(Self.start, by: Point(0, distance))))
    #expect(hand.catalogue.place > -1080)
    #expect(!hand.drawings.isEmpty)
  }

  @Test("A fling against an end bounces and rests there", arguments: [1.0, -1])
  func bounces(direction: Double) {
    var hand = CatalogueHand(count: 40)
    hand.stroke(from: Self.start, by: Point(0, -300), velocity: Point(0, direction * 9000))
    let end = direction > 0 ? 0 : hand.catalogue.motion.list.limit
    var farthest = 0.0
    while hand.catalogue.nextFrame(after: hand.now) != nil {
      hand.wait(.milliseconds(5))
      farthest = max(farthest, (hand.catalogue.place - end) * -direction)
    }
    #expect(farthest > 20 && farthest < 300)
    #expect(hand.catalogue.motion.list.state(at: hand.now).place == end)
  }

  @Test("An inward fling from beyond an end returns to that end and no further")
  func flungInwards() {
    var hand = CatalogueHand(count: 40)
    hand.stroke(from: Self.start, by: Point(0, 300), velocity: Point(0, -9000))
    while hand.catalogue.motion.list.isMoving {
      #expect(hand.catalogue.place <= 0)
      hand.wait(.milliseconds(8))
    }
    #expect(hand.catalogue.place == 0)
  }

  @Test("Catching a fling causes no jump")
  func caught() {
    var hand = CatalogueHand(count: 40)
    hand.give(.dragBegan(CatalogueHand.drag(Self.start, by: Point(0, 500))))
    hand.give(.dragEnded(CatalogueHand.drag(Self.start, by: Point(0, 500))))
    hand.wait(.milliseconds(40))
    let before = hand.catalogue.place
    #expect(before < -50)
    hand.give(.dragBegan(CatalogueHand.drag(Self.start, by: Point(0, 0))))
    #expect(abs(hand.catalogue.place - before) <= 1)
  }

  @Test("A touch stops a fling and plays nothing", arguments: [false, true])
  func touchStops(isLong: Bool) {
    var hand = CatalogueHand()
    hand.stroke(from: Self.start, by: Point(0, -400), velocity: Point(0, -3000))
    hand.wait(.milliseconds(200))
    let card = hand.card(hand.catalogue.visible.lowerBound + 4)
    let region = hand.catalogue.region(at: card.center)
    hand.give(.pressed(card.center, region))
    let stopped = hand.catalogue.place
    hand.wait(.milliseconds(100))
    if isLong { hand.give(.released) }
    hand.give(isLong ? .longPress(card.center, region) : .tap(card.center, region, count: 1))
    #expect(hand.catalogue.place == stopped)
    #expect(hand.played.isEmpty)
    // The next tap counts.
    hand.tap(card.center)
    #expect(hand.played.count == 1)
  }

  @Test("The invisible end of a fling does not swallow taps")
  func slowEnd() {
    var hand = CatalogueHand()
    hand.stroke(from: Self.start, by: Point(0, -400), velocity: Point(0, -59))
    #expect(hand.catalogue.motion.list.isMoving)
    hand.tap(Point(hand.card(8).center.x, hand.card(8).center.y))
    #expect(hand.played == [8])
  }

  @Test("The category row scrolls separately, and only sideways")
  func categoryRow() {
    var hand = CatalogueHand(categories: (0..<40).map { "Category \($0)" })
    let chips = Point(900, (hand.catalogue.layout.chipsTop(at: 0) ?? 0) + 20)
    hand.stroke(from: chips, by: Point(-300, -20), velocity: Point(-900, 0))
    let rests = hand.rest()
    #expect(rests)
    #expect(hand.catalogue.rowPlace > 300)
    #expect(hand.catalogue.place == 0)
    hand.stroke(from: chips, by: Point(-3, -200))
    #expect(hand.catalogue.place == 200)
  }

  @Test("A cancelled drag leaves the gallery within its ends")
  func cancelled() {
    var hand = CatalogueHand(count: 40)
    hand.give(.dragBegan(CatalogueHand.drag(Self.start, by: Point(0, 500))))
    hand.give(.dragCancelled(CatalogueHand.drag(Self.start, by: Point(0, 500))))
    let rests = hand.rest()
    #expect(rests)
    #expect(hand.catalogue.place == 0)
  }

  @Test("The indicator shows during movement, fades, and then requests no more frames")
  func indicator() {
    var hand = CatalogueHand()
    let still = hand.drawings.count
    #expect(hand.catalogue.nextFrame(after: hand.now) == nil)
    hand.give(.dragBegan(CatalogueHand.drag(Self.start, by: Point(0, -100))))
    #expect(hand.drawings.count > still)
    #expect(!hand.catalogue.isMoving)
    hand.give(.dragEnded(CatalogueHand.drag(Self.start, by: Point(0, -100))))
    // A long wait in which nothing changes.
    let fades = hand.catalogue.nextFrame(after: hand.now)
    #expect(fades == hand.now + .milliseconds(500))
    #expect(!hand.catalogue.isMoving)
    hand.wait(.milliseconds(650))
    #expect(hand.catalogue.isMoving)
    #expect((0.4...0.6).contains(hand.drawings.last?.opacity ?? 0))
    hand.wait(.milliseconds(160))
    #expect(hand.catalogue.nextFrame(after: hand.now) == nil)
    #expect(hand.drawings.count == still)
  }

  @Test(
    "Random strokes never trap, and the gallery always rests within its ends", arguments: 0..<24)
  func randomStrokes(seed: Int) {
    var numbers = SeededRandom(seed: UInt64(seed))
    let sizes = [PixelSize(1920, 1080), PixelSize(1080, 1920), PixelSize(800, 480)]
    var hand = CatalogueHand(
      count: [0, 1, 7, 300][seed % 4], size: sizes[seed % 3],
      categories: seed % 2 == 0 ? [] : ["a", "b", "c"])
    for _ in 0..<150 { step(&hand, &numbers, sizes) }
    if hand.catalogue.motion.touch.grip != nil {
      hand.give(.dragEnded(CatalogueHand.drag(Self.start, by: Point(0, 0))))
    }
    let rests = hand.rest()
    #expect(rests)
    let list = hand.catalogue.motion.list
    #expect((0...list.limit).contains(list.state(at: hand.now).place))
    let row = hand.catalogue.motion.row
    #expect((0...row.limit).contains(row.state(at: hand.now).place))
  }

  private func step(
    _ hand: inout CatalogueHand, _ numbers: inout SeededRandom, _ sizes: [PixelSize]
  ) {
    let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300]
    func number(_ reach: Double) -> Double {
      Int.random(in: 0..<40, using: &numbers) == 0
        ? odd[Int.random(in: 0..<5, using: &numbers)]
        : Double.random(in: -reach...reach, using: &numbers)
    }
    let start = Point(abs(number(1900)), abs(number(1900)))
    let drag = CatalogueHand.drag(
      start, by: Point(number(900), number(900)), velocity: Point(number(8000), number(8000)))
    let region = hand.catalogue.region(at: start)
    switch Int.random(in: 0..<14, using: &numbers) {
    case 0, 1: hand.give(.dragBegan(drag))
    case 2, 3: hand.give(.dragMoved(drag))
    case 4, 5: hand.give(.dragEnded(drag))
    case 6: hand.give(.dragCancelled(drag))
    case 7: hand.give(.pressed(start, region))
    case 8: hand.give(.tap(start, region, count: 1))
    case 9: hand.key([.up, .down, .left, .right, .ok][Int.random(in: 0..<5, using: &numbers)])
    case 10:
      let id = Int.random(in: 0..<310, using: &numbers)
      hand.catalogue.update(
        CatalogueEntry(
          id: id, title: String(repeating: "long ", count: id % 20), subtitle: "more",
          categories: id % 3 == 0 ? ["d", "b"] : []))
    case 11 where Int.random(in: 0..<5, using: &numbers) == 0:
      hand.catalogue.resize(
        to: CatalogueHand.metrics(sizes[Int.random(in: 0..<3, using: &numbers)]))
    default: hand.wait(.milliseconds(Int.random(in: 0..<700, using: &numbers)))
    }
    #expect(hand.catalogue.place.isFinite)
    #expect(hand.drawings.count < 400)
    _ = hand.catalogue.wantedPosters()
  }
}
