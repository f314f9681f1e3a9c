import Pictures
internal import Playback
import Timing

/// Which controls there are, and where.
extension Interface {
  var layout: PlayerLayout {
    PlayerLayout(
      metrics: metrics, theme: options.theme, hasBack: options.hasList,
      hasTracks: TrackMenu.isWorthIt(status.tracks),
      hasHours: (status.duration ?? .zero) >= MediaTime(3600, 1))
  }

  /// Nil for a control that there is none of, or none now.
  func frame(of control: Control) -> Rect? {
    control == .slider && !isSeekable ? nil : layout.frame(of: control)
  }

  func control(at place: Point) -> Control? {
    layout.control(at: place).flatMap { frame(of: $0) == nil ? nil : $0 }
  }

  /// Where the arrow keys begin.
  var firstFocus: Control? {
    [Control.playPause, .slider, .back, .tracks, .rotate].first { frame(of: $0) != nil }
  }

  /// The next control in a direction; the same one where there is none.
  func neighbour(of control: Control?, _ way: Way) -> Control? {
    let rows = [[Control.back], [.playPause], [.slider], [.tracks, .rotate]]
      .map { $0.filter { frame(of: $0) != nil } }.filter { !$0.isEmpty }
    guard let control, let row = rows.firstIndex(where: { $0.contains(control) }),
      let place = rows[row].firstIndex(of: control)
    else { return firstFocus }
    switch way {
    case .up: return row > 0 ? rows[row - 1][0] : control
    case .down: return row + 1 < rows.count ? rows[row + 1][0] : control
    case .left: return place > 0 ? rows[row][place - 1] : control
    case .right: return place + 1 < rows[row].count ? rows[row][place + 1] : control
    }
  }

  enum Way { case up, down, left, right }
}
