public import Gestures
import Pictures
public import Timing

extension Catalogue {
  /// Takes what a finger did. Slow fingers press long and mean a tap.
  public mutating func receive(_ gesture: Gesture<Region>, at time: HostTime) -> [Outcome] {
    advance(to: time)
    isFocusVisible = false
    switch gesture {
    case .pressed(_, let region):
      touch.hasStopped = stop()
      if !touch.hasStopped { touch.press(region, at: now) }
    case .released: touch.release(at: now)
    case .tap(_, let region, _), .longPress(_, let region): return tapped(region)
    case .dragBegan(let drag): take(drag)
    case .dragMoved(let drag): follow(drag)
    case .dragEnded(let drag): letGo(drag)
    case .dragCancelled: cancel()
    case .tapsEnded, .twoFingerTap: break
    }
    return []
  }

  /// Whether something was stopped that moved fast enough to be seen moving.
  private mutating func stop() -> Bool {
    let visible = layout.unit * 30
    let speed = max(abs(list.launch(at: now).velocity), abs(row.launch(at: now).velocity))
    if list.isMoving { list.stop(at: now) }
    if row.isMoving { row.stop(at: now) }
    return speed > visible
  }

  private mutating func tapped(_ region: Region) -> [Outcome] {
    // What a press has stopped, a long press does not play either, though a release is between.
    let stopped = stop() || touch.hasStopped
    touch.hasStopped = false
    touch.release(at: now)
    guard !stopped else { return [] }
    switch region {
    case .background: return []
    case .category(let index):
      guard index >= 0, index < chips.titles.count else { return [] }
      touch.flash(region, at: now)
      select(index)
      return []
    case .card(let id):
      guard let position = contents.position(ofID: id) else { return [] }
      focus = .card(position)
      touch.flash(region, at: now)
      return [.play(id)]
    }
  }

  private mutating func take(_ drag: Drag<Region>) {
    touch.release(at: now)
    touch.hasStopped = false
    let isOnChips =
      layout.chipsTop(at: place).map {
        drag.start.y >= $0 - layout.pixels(4) && drag.start.y < $0 + layout.pixels(44)
      } ?? false
    touch.grip = isOnChips && drag.axis == .horizontal && row.limit > 0 ? .row : .list
    if touch.grip == .row { row.hold(at: now) } else { list.hold(at: now) }
    follow(drag)
  }

  private mutating func follow(_ drag: Drag<Region>) {
    switch touch.grip {
    case .list: list.pull(by: drag.distance.y)
    case .row: row.pull(by: drag.distance.x * forward)
    case nil: break
    }
  }

  private mutating func letGo(_ drag: Drag<Region>) {
    follow(drag)
    list.release(velocity: drag.velocity.y, at: now)
    row.release(velocity: drag.velocity.x * forward, at: now)
    touch.grip = nil
  }

  private mutating func cancel() {
    if list.isHeld { list.stop(at: now) }
    if row.isHeld { row.stop(at: now) }
    touch.grip = nil
  }
}
