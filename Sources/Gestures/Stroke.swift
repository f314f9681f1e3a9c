import Pictures
import Timing

/// One finger's way over the glass, from its landing to its lifting.
struct Stroke<Region: Hashable & Sendable>: Sendable {
  let id: Int
  /// Nil for one that means nothing, and only has to be lifted.
  private(set) var region: Region?
  let start: Point
  let landed: HostTime
  /// When it will have been there for long enough to be a finger.
  let provenAt: HostTime
  private(set) var latest: Point
  private(set) var trail: Trail
  /// A finger, and not one of the ghosts that noise lets appear on the glass.
  var isProven = false
  /// Kept after this only for as long as its meaning is not settled.
  var lifted: HostTime?

  init(_ contact: Contact, on region: Region?, at time: HostTime, provenAt: HostTime) {
    (id, self.region, start, latest) = (contact.id, region, contact.place, contact.place)
    (landed, self.provenAt) = (time, provenAt)
    trail = Trail(contact.place, at: time)
  }

  var isOnGlass: Bool { lifted == nil }

  mutating func spend() { region = nil }

  mutating func move(to place: Point, at time: HostTime) {
    guard place != latest else { return }
    latest = place
    trail.add(place, at: time)
  }

  func hasStrayed(beyond slop: Double) -> Bool { (latest - start).length > slop }

  /// The drag that it is at `time`; region and axis were decided when it began.
  func drag(_ region: Region, _ axis: Drag<Region>.Axis, at time: HostTime) -> Drag<Region> {
    Drag(region, axis, from: start, to: latest, velocity: trail.velocity(at: time))
  }

  /// The direction in which it has left the place where it landed.
  var axis: Drag<Region>.Axis {
    let way = latest - start
    return abs(way.x) >= abs(way.y) ? .horizontal : .vertical
  }
}
