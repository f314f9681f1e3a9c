import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// The thin bar at the edge that shows the scroll position during a movement and shortly after.
enum ScrollIndicator {
  private static let stay = Duration.milliseconds(500)
  private static let fade = Duration.milliseconds(300)
  /// The time from rest until the bar is gone.
  static let life = stay + fade

  static func opacity(of scroll: Scroll, at time: HostTime) -> Double {
    if scroll.isMoving || scroll.isHeld { return 1 }
    guard let rested = scroll.restedAt else { return 0 }
    let part = (time - rested - stay).seconds / fade.seconds
    return min(max(1 - part, 0), 1)
  }

  /// When the appearance next changes after `time`.
  static func nextFrame(of scroll: Scroll, after time: HostTime) -> HostTime? {
    if scroll.isMoving { return time }
    guard scroll.limit > 0, let rested = scroll.restedAt, time < rested + life else { return nil }
    return max(time, rested + stay)
  }

  /// The bar in `track`, in proportion to the visible part.
  static func frame(of scroll: Scroll, place: Double, in track: Rect, shortest: Double) -> Rect? {
    guard scroll.limit > 0 else { return nil }
    let part = scroll.extent / (scroll.extent + scroll.limit)
    let height = min(max(part * track.height, shortest), track.height)
    let way = min(max(place / scroll.limit, 0), 1)
    return Rect(
      x: track.x, y: (track.y + way * (track.height - height)).rounded(), width: track.width,
      height: height)
  }
}
