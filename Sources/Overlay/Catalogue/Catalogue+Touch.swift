public import VitrineGestures
import VitrinePictures
internal import VitrineScenes
public import VitrineTiming

extension Catalogue {
  /// Handles a gesture. A long press counts as a tap.
  public mutating func receive(_ gesture: Gesture<Region>, at time: HostTime) -> [Outcome] {
    advance(to: time)
    isFocusVisible = false
    switch gesture {
    case .pressed(_, let region): motion.press(region, layout)
    case .released: motion.release()
    case .tap(_, let region, _), .longPress(_, let region): return tapped(region)
    case .dragBegan(let drag): take(drag)
    case .dragMoved(let drag): motion.pull(by: forwards(drag.distance))
    case .dragEnded(let drag):
      motion.pull(by: forwards(drag.distance))
      motion.letGo(forwards(drag.velocity))
    case .dragCancelled: motion.cancel()
    case .tapsEnded, .twoFingerTap: break
    }
    return []
  }

  private mutating func tapped(_ region: Region) -> [Outcome] {
    guard motion.endPress(layout) else { return [] }
    switch region {
    case .background: return []
    case .category(let index):
      guard index >= 0, index < chips.titles.count else { return [] }
      motion.flash(region)
      select(index)
      return []
    case .card(let id):
      guard let position = contents.position(ofID: id) else { return [] }
      focus = .card(position)
      motion.flash(region)
      return [.play(id)]
    }
  }

  private mutating func take(_ drag: Drag<Region>) {
    let isOnChips =
      layout.chipsTop(at: place).map {
        drag.start.y >= $0 - layout.pixels(4) && drag.start.y < $0 + layout.pixels(44)
      } ?? false
    motion.hold(isOnChips: isOnChips && drag.axis == .horizontal)
    motion.pull(by: forwards(drag.distance))
  }
}
