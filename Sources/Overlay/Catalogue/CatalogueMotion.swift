internal import VitrineGestures
internal import VitrinePictures
internal import VitrineScenes
internal import VitrineTiming

/// The motion of the list, driven by a finger or an animation: vertical scrolling, horizontal
/// scrolling of the chips, and the pressed state.
struct CatalogueMotion: Sendable {
  /// The scroll state of the whole screen, and of the row of chips.
  private(set) var list = Scroll(extent: 1, scale: 1)
  private(set) var row = Scroll(extent: 1, scale: 1)
  private(set) var touch = CatalogueTouch()
  /// Whether keys scroll at once.
  var isReduced = false
  /// The latest time passed in.
  private(set) var now = HostTime(nanoseconds: 0)

  /// In whole pixels, so that texts are sharp and move together.
  var place: Double { list.state(at: now).place.rounded() }
  var rowPlace: Double { row.state(at: now).place.rounded() }

  // Time.

  mutating func advance(to time: HostTime) {
    now = max(now, time)
    list.advance(to: now)
    row.advance(to: now)
    touch.advance(to: now)
  }

  /// When the appearance next changes after `time`.
  func nextFrame(after time: HostTime) -> HostTime? {
    let time = max(now, time)
    return [
      ScrollIndicator.nextFrame(of: list, after: time), row.isMoving ? time : nil,
      touch.nextFrame(after: time),
    ].compactMap(\.self).min()
  }

  // Arrangement.

  /// Scrolls both to the start, on a display of this size.
  mutating func restart(_ layout: CatalogueLayout) {
    list = Scroll(extent: layout.size.height, scale: layout.unit)
    row = Scroll(extent: layout.size.width, scale: layout.unit)
  }

  /// Sets new limits; `shift` is the change before the visible part.
  mutating func use(limit: Double, rowLimit: Double, shift: Double = 0) {
    list.use(limit: limit, shift: shift, at: now)
    row.use(limit: rowLimit, at: now)
  }

  mutating func jump(to place: Double) { list.jump(to: place) }

  mutating func glide(to place: Double) {
    if isReduced { return list.jump(to: place) }
    if list.destination(at: now) != place { list.glide(to: place, at: now) }
  }

  mutating func glideRow(to place: Double) {
    if isReduced { return row.jump(to: place) }
    if row.destination(at: now) != place { row.glide(to: place, at: now) }
  }

  // Fingers.

  /// Called when the element under the finger may be gone.
  mutating func forgetTouch() { touch = CatalogueTouch() }

  /// Handles a press. A press that stops a movement has no other effect.
  mutating func press(_ region: Catalogue.Region, _ layout: CatalogueLayout) {
    touch.hasStopped = stop(layout)
    if !touch.hasStopped { touch.press(region, at: now) }
  }

  mutating func release() { touch.release(at: now) }

  /// Ends a press, and returns whether a tap or long press counts. It does not if the press has
  /// stopped a movement.
  mutating func endPress(_ layout: CatalogueLayout) -> Bool {
    let stopped = stop(layout) || touch.hasStopped
    touch.hasStopped = false
    touch.release(at: now)
    return !stopped
  }

  mutating func flash(_ region: Catalogue.Region) { touch.flash(region, at: now) }

  /// Stops all movement; returns whether it was fast enough to be visible.
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

  /// Stops at the current position.
  mutating func cancel() {
    if list.isHeld { list.stop(at: now) }
    if row.isHeld { row.stop(at: now) }
    touch.grip = nil
  }
}
