import VitrinePictures
import VitrineTiming

/// The recent positions of a finger, for its velocity. Bounded: a tenth of a second, in steps of at
/// least 5 ms, whatever the report rate.
struct VelocityTracker: Sendable {
  private typealias Sample = (place: Point, time: HostTime)
  /// The latest position at the start of the time span, or the landing.
  private var base: Sample
  /// Empty for a finger that has not moved, as most never do.
  private var later: [Sample] = []
  private static let span = Duration.milliseconds(100)
  private static let step = Duration.milliseconds(5)

  init(_ place: Point, at time: HostTime) {
    base = (place, time)
  }

  mutating func add(_ place: Point, at time: HostTime) {
    if let last = later.last {
      let before = later.count > 1 ? later[later.count - 2] : base
      // The last sample may be replaced until it is a step away.
      if last.time - before.time < Self.step { later.removeLast() }
    }
    later.append((place, time))
    let begin = time - Self.span
    while later[0].time <= begin { base = later.removeFirst() }
  }

  /// In pixels per second, over the last tenth of a second, or over the whole stroke if that is
  /// shorter. Zero for a finger that has rested that long.
  func velocity(at time: HostTime) -> Point {
    let begin = time - Self.span
    let from = later.last { $0.time <= begin } ?? base
    let seconds = (time - max(from.time, begin)).seconds
    guard let last = later.last, seconds > 0 else { return Point(0, 0) }
    let way = last.place - from.place
    return Point(way.x / seconds, way.y / seconds)
  }
}
