/// Keyboard focus.
extension PlayerLayout {
  enum Way { case up, down, left, right }

  /// The first control to focus.
  var firstFocus: Control? {
    [Control.playPause, .slider, .back, .live, .tracks, .rotate].first { frame(of: $0) != nil }
  }

  /// The next control in a direction, or the same one if there is none.
  func neighbour(of control: Control?, _ way: Way) -> Control? {
    let rows = [[Control.back], [.playPause], [.slider], [.live, .tracks, .rotate]]
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
}
