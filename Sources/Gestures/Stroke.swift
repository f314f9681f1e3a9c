import VitrinePictures
import VitrineTiming

/// A finger on the panel, from landing to lifting.
struct Stroke: Sendable {
  let id: Int
  /// The number of its region in `LandedRegions`; nil for a stroke that is ignored until it is
  /// lifted.
  private(set) var landing: Int?
  let start: Point
  let landed: HostTime
  /// When it has lasted long enough to count as a finger.
  let provenAt: HostTime
  private(set) var latest: Point
  private(set) var tracker: VelocityTracker
  /// Whether it is a finger, and not noise of the panel (a ghost contact).
  var isProven = false
  /// A lifted stroke is kept only until its meaning is decided.
  var lifted: HostTime?

  init(_ contact: Contact, landing: Int?, at time: HostTime, provenAt: HostTime) {
    (id, self.landing, start, latest) = (contact.id, landing, contact.place, contact.place)
    (landed, self.provenAt) = (time, provenAt)
    tracker = VelocityTracker(contact.place, at: time)
  }

  var isOnGlass: Bool { lifted == nil }

  mutating func ignore() { landing = nil }

  mutating func move(to place: Point, at time: HostTime) {
    guard place != latest else { return }
    latest = place
    tracker.add(place, at: time)
  }

  func hasStrayed(beyond slop: Double) -> Bool { (latest - start).length > slop }
}

extension Stroke {
  /// The drag at `time`; region and axis were decided when it began.
  func drag<Region>(_ region: Region, _ axis: Drag<Region>.Axis, at time: HostTime) -> Drag<Region>
  {
    Drag(region, axis, from: start, to: latest, velocity: tracker.velocity(at: time))
  }

  /// The direction in which it has left its start.
  func axis<Region>() -> Drag<Region>.Axis {
    let offset = latest - start
    return abs(offset.x) >= abs(offset.y) ? .horizontal : .vertical
  }
}
