import VitrineGestures
import VitrinePictures
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// A gallery with a simulated hand and clock.
struct CatalogueHand {
  typealias Gestured = Gesture<Catalogue.Region>

  var catalogue: Catalogue
  var now = HostTime(nanoseconds: 5_000_000_000)
  var played: [Int] = []
  /// The ids of films to play on their page.
  var playedOnPage: [Int] = []

  init(
    count: Int = 100, size: PixelSize = PixelSize(1920, 1080), categories: [String] = [],
    heading: String = "Videos"
  ) {
    let entries = (0..<count).map { index in
      CatalogueEntry(
        id: index, title: "Video \(index)",
        categories: categories.isEmpty ? [] : [categories[index % categories.count]])
    }
    self.init(entries, size: size, heading: heading)
  }

  init(
    _ entries: [CatalogueEntry], size: PixelSize = PixelSize(1920, 1080),
    heading: String = "Videos"
  ) {
    catalogue = Catalogue(
      entries: entries, heading: heading, metrics: Self.metrics(size), theme: Theme())
  }

  static func metrics(_ size: PixelSize) -> Metrics {
    Metrics(size: size, pixelsPerMillimetre: nil, theme: Theme())
  }

  mutating func wait(_ duration: Duration) {
    now = now + duration
    catalogue.advance(to: now)
  }

  mutating func give(_ gesture: Gestured) {
    let outcomes = catalogue.receive(gesture, at: now)
    for case .play(let id) in outcomes { played.append(id) }
    for case .playOnPage(let id) in outcomes { playedOnPage.append(id) }
  }

  mutating func tap(_ point: Point) {
    let region = catalogue.region(at: point)
    give(.pressed(point, region))
    wait(.milliseconds(70))
    give(.tap(point, region, count: 1))
  }

  mutating func key(_ action: KeyAction) {
    for case .play(let id) in catalogue.receive(KeyPress(action, .pressed), at: now) {
      played.append(id)
    }
  }

  static func drag(_ start: Point, by distance: Point, velocity: Point = Point(0, 0)) -> Drag<
    Catalogue.Region
  > {
    Drag(
      .background, abs(distance.x) > abs(distance.y) ? .horizontal : .vertical, from: start,
      to: start + distance, velocity: velocity)
  }

  /// A complete stroke, in steps of 10 ms.
  mutating func stroke(from start: Point, by distance: Point, velocity: Point = Point(0, 0)) {
    give(.dragBegan(Self.drag(start, by: distance, velocity: velocity)))
    wait(.milliseconds(10))
    give(.dragMoved(Self.drag(start, by: distance, velocity: velocity)))
    wait(.milliseconds(10))
    give(.dragEnded(Self.drag(start, by: distance, velocity: velocity)))
  }

  /// Waits until nothing moves; false if that takes longer than a minute.
  mutating func rest() -> Bool {
    for _ in 0..<6000 {
      guard catalogue.nextFrame(after: now) != nil else { return true }
      wait(.milliseconds(10))
    }
    return false
  }

  /// The frame of a card on the display, visible or not.
  func card(_ position: Int) -> Rect {
    catalogue.layout.frame(of: position).moved(0, -catalogue.place)
  }

  var drawings: [Drawing] { catalogue.drawings(at: now) }

  /// The titles of the drawn cards.
  var titles: [String] {
    drawings.compactMap { drawing in
      guard case .text(let text) = drawing.shape, text.string.hasPrefix("Video ") else {
        return nil
      }
      return text.string
    }
  }

  var focusRing: Rect? {
    for drawing in drawings {
      if case .outline(Theme().accent, _, _) = drawing.shape { return drawing.frame }
    }
    return nil
  }
}

extension Catalogue {
  /// Whether an animation is running.
  var isMoving: Bool { nextFrame(after: motion.now).map { $0 <= motion.now } ?? false }
}
