import VitrinePictures
import VitrineTiming

/// One finger's way over the glass, from its landing to its lifting.
struct Stroke: Sendable {
  let id: Int
  /// Where it landed, by the number that `LandedRegions` gave to it; nil for one that means nothing
  /// and only has to be lifted.
  private(set) var landing: Int?
  let start: Point
  let landed: HostTime
  /// When it will have been there for long enough to be a finger.
  let provenAt: HostTime
  private(set) var latest: Point
  private(set) var tracker: VelocityTracker
  /// A finger, and not one of the ghosts that noise lets appear on the glass.
  var isProven = false
  /// Kept after this only for as long as its meaning is not settled.
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
