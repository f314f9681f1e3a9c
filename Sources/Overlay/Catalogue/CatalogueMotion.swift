internal import VitrineGestures
internal import VitrinePictures
internal import VitrineScenes
internal import VitrineTiming

/// What moves in the list, under a finger or by itself: all of it up and down, the row of chips
/// sideways, and how pressed things look.
struct CatalogueMotion: Sendable {
  /// Of the whole screen, and of the row of chips.
  private(set) var list = Scroll(extent: 1, scale: 1)
  private(set) var row = Scroll(extent: 1, scale: 1)
  private(set) var touch = CatalogueTouch()
  /// The latest moment that it was told.
  private(set) var now = HostTime(nanoseconds: 0)

  /// Whole pixels, so that texts are sharp and move as one.
  var place: Double { list.state(at: now).place.rounded() }
  var rowPlace: Double { row.state(at: now).place.rounded() }

  // Time.

  mutating func advance(to time: HostTime) {
    now = max(now, time)
    list.advance(to: now)
    row.advance(to: now)
    touch.advance(to: now)
  }

  /// When it next looks different from how it does at `time`.
  func nextFrame(after time: HostTime) -> HostTime? {
    let time = max(now, time)
    return [
      ScrollIndicator.nextFrame(of: list, after: time), row.isMoving ? time : nil,
      touch.nextFrame(after: time),
    ].compactMap(\.self).min()
  }

  // The arrangement.

  /// Both at their beginnings, on a display of this size.
  mutating func restart(_ layout: CatalogueLayout) {
    list = Scroll(extent: layout.size.height, scale: layout.unit)
    row = Scroll(extent: layout.size.width, scale: layout.unit)
  }

  /// There is more or less to see, `shift` of that before what is seen.
  mutating func use(limit: Double, rowLimit: Double, shift: Double = 0) {
    list.use(limit: limit, shift: shift, at: now)
    row.use(limit: rowLimit, at: now)
  }

  mutating func jump(to place: Double) { list.jump(to: place) }

  mutating func glide(to place: Double) {
    if list.destination(at: now) != place { list.glide(to: place, at: now) }
  }

  mutating func glideRow(to place: Double) {
    if row.destination(at: now) != place { row.glide(to: place, at: now) }
  }

  // A finger.

  /// What it is on may be gone.
  mutating func forgetTouch() { touch = CatalogueTouch() }

  /// A press stops what moves, and is none then.
  mutating func press(_ region: Catalogue.Region, _ layout: CatalogueLayout) {
    touch.hasStopped = stop(layout)
    if !touch.hasStopped { touch.press(region, at: now) }
  }

  mutating func release() { touch.release(at: now) }

  /// Whether a tap, or a long press, is one: what a press has stopped, a long press does not play
  /// either, though a release is between.
  mutating func endPress(_ layout: CatalogueLayout) -> Bool {
    let stopped = stop(layout) || touch.hasStopped
    touch.hasStopped = false
    touch.release(at: now)
    return !stopped
  }

  mutating func flash(_ region: Catalogue.Region) { touch.flash(region, at: now) }

  /// Whether something was stopped that moved fast enough to be seen moving.
  private mutating func stop(_ layout: CatalogueLayout) -> Bool {
    let visible = layout.unit * 30
    let speed = max(abs(list.state(at: now).velocity), abs(row.state(at: now).velocity))
    if list.isMoving { list.stop(at: now) }
    if row.isMoving { row.stop(at: now) }
    return speed > visible
  }

  mutating func hold(isOnChips: Bool) {
    touch.release(at: now)
    touch.hasStopped = false
    touch.grip = isOnChips && row.limit > 0 ? .row : .list
    if touch.grip == .row { row.hold(at: now) } else { list.hold(at: now) }
  }

  mutating func pull(by distance: Point) {
    switch touch.grip {
    case .list: list.pull(by: distance.y)
    case .row: row.pull(by: distance.x)
    case nil: break
    }
  }

  mutating func letGo(_ velocity: Point) {
    list.release(velocity: velocity.y, at: now)
    row.release(velocity: velocity.x, at: now)
    touch.grip = nil
  }

  /// Where it is, it stays.
  mutating func cancel() {
    if list.isHeld { list.stop(at: now) }
    if row.isHeld { row.stop(at: now) }
    touch.grip = nil
  }
}
