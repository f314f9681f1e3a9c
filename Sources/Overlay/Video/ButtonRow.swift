internal import VitrinePictures

/// The layout of the round buttons in the middle of the display, as many as fit, in pixels.
struct ButtonRow: Hashable, Sendable {
  /// The controls that the row may have, from left to right.
  static let controls: [Control] = [.previous, .skipBackward, .playPause, .skipForward, .next]

  private var frames: [Control: Rect] = [:]

  // In points.
  private static let gaps = 12.0...28.0
  private static func side(_ control: Control) -> Double {
    switch control {
    case .playPause: 84
    case .skipBackward, .skipForward: 60
    default: 52
    }
  }

  /// `reservesSkips` keeps the place of the skip buttons, so that those beside them do not move while an item opens.
  /// `point` is a point in pixels, and `margin` the distance to both edges of the display.
  init(
    _ available: Set<Control>, reservesSkips: Bool, around center: Point, point: Double,
    margin: Double
  ) {
    let room = (center.x - margin) / point - Self.side(.playPause) / 2
    // The buttons of one side, from the middle: those for other items give way first.
    var pairs: [(Control, Control)] = [(.skipBackward, .skipForward), (.previous, .next)]
    if !reservesSkips { pairs.removeFirst() }
    pairs.removeAll { $0.0 == .previous && available.isDisjoint(with: [$0.0, $0.1]) }
    func width(_ gap: Double) -> Double {
      pairs.reduce(0) { $0 + gap + Self.side($1.0) }
    }
    while !pairs.isEmpty, width(Self.gaps.lowerBound) > room { pairs.removeLast() }
    let rest = (room - width(0)) / Double(max(pairs.count, 1))
    let gap = min(max(rest, Self.gaps.lowerBound), Self.gaps.upperBound)
    var edge = Self.side(.playPause) / 2
    place(.playPause, 0)
    for (before, after) in pairs {
      let side = Self.side(after)
      place(before, -(edge + gap + side / 2))
      place(after, edge + gap + side / 2)
      edge += gap + side
    }

    func place(_ control: Control, _ distance: Double) {
      guard available.contains(control) else { return }
      frames[control] = Rect(
        center: Point(center.x + distance * point, center.y), side: Self.side(control) * point)
    }
  }

  /// Nil if the control is not in the row.
  func frame(of control: Control) -> Rect? { frames[control] }
}
