internal import VitrinePictures
internal import VitrineScenes

/// The layout of the controls on a display, in pixels.
struct PlayerLayout: Hashable, Sendable {
  let metrics: Metrics
  let theme: Theme
  /// The controls that have something to do and are not hidden; some may not fit.
  let controls: Set<Control>
  /// Whether times include hours.
  let hasHours: Bool
  /// For a live source: whether the viewer is at the live edge or behind it.
  var live: LiveSign?
  /// Whether an item opens, whose controls are not known yet.
  var isOpening = false
  /// Whether the language reads right to left, which mirrors the top bar. The slider is not
  /// mirrored.
  var isMirrored = false

  enum LiveSign: Hashable, Sendable { case shown, left }

  private static let margin = 24.0
  static let button = 44.0

  var screen: Rect { Rect(metrics.size) }
  private func points(_ count: Double) -> Double { metrics.points(count) }
  private var margin: Double { points(Self.margin) }
  /// Too narrow for times, slider and buttons in one row: the slider then gets its own row, unless
  /// the display is too low for that.
  var isNarrow: Bool { screen.width < points(metrics.isPortrait ? 600 : 420) }

  // Top bar.

  var topBar: Rect {
    Rect(x: 0, y: 0, width: screen.width, height: points(136))
  }

  var back: Rect? {
    guard controls.contains(.back) else { return nil }
    let (inset, side) = (margin - points(10), points(Self.button))
    return Rect(
      x: isMirrored ? screen.width - inset - side : inset, y: inset, width: side, height: side)
  }

  var title: Rect? {
    guard theme.shows(.topBar), theme.shows(.title) else { return nil }
    let begin = back.map { (isMirrored ? screen.width - $0.x : $0.right) + points(8) } ?? margin
    return Rect(
      x: isMirrored ? margin : begin, y: margin - points(10),
      width: screen.width - begin - margin, height: points(Self.button))
  }

  // Middle.

  /// The round buttons.
  private var buttonRow: ButtonRow {
    ButtonRow(
      controls,
      reservesSkips: theme.shows(.skipButtons) && (isOpening || controls.contains(.skipForward)),
      around: screen.center, point: points(1), margin: margin)
  }

  var playPause: Rect? { buttonRow.frame(of: .playPause) }

  var spinner: Rect { Rect(center: screen.center, side: points(56)) }

  /// A text below the spinner.
  var trouble: Rect {
    let width = min(points(560), screen.width - 2 * margin)
    return Rect(
      x: (screen.width - width) / 2, y: screen.center.y + points(42 + 20), width: width,
      height: points(84))
  }

  var message: Rect {
    let width = min(points(440), screen.width - 2 * margin)
    let height = points(132)
    return Rect(
      x: (screen.width - width) / 2, y: (screen.height - height) / 2, width: width,
      height: height)
  }

  // Bottom bar.

  var bottomBar: Rect {
    let height = points(isNarrow ? 204 : 148)
    return Rect(x: 0, y: screen.height - height, width: screen.width, height: height)
  }

  private var row: Rect {
    Rect(
      x: margin, y: screen.height - margin - points(Self.button) + points(8),
      width: screen.width - 2 * margin, height: points(Self.button))
  }

  private var buttons: [Control] {
    var buttons = Self.buttons.filter(controls.contains)
    // A small display keeps those that are nowhere else: fingers set the volume at the right edge, and the menu has tracks.
    for button in [Control.volume, .description, .subtitles, .tracks]
    where buttons.count > mostButtons {
      buttons.removeAll { $0 == button }
    }
    return buttons
  }

  /// The buttons of the bottom bar, from left to right.
  static let buttons: [Control] = [.subtitles, .description, .volume, .tracks, .rotate]

  /// The number of buttons that fit beside the times and, in the same row, a short slider.
  private var mostButtons: Int {
    let times = live == nil ? 2 * timeWidth : points(hasHours ? 164 : 140)
    let rest = row.width - times - (isNarrow ? 0 : points(120))
    return max(Int(rest / points(Self.button)), 2)
  }

  /// The frame of a button in the bottom bar.
  func button(_ control: Control) -> Rect? {
    guard let place = buttons.firstIndex(of: control) else { return nil }
    let fromRight = Double(buttons.count - place)
    // Aligns the icon, which is smaller than the touch target, with the margin.
    return Rect(
      x: row.right + points(10) - fromRight * points(Self.button), y: row.y,
      width: points(Self.button), height: points(Self.button))
  }

  private var timeWidth: Double { points(hasHours ? 70 : 44) }

  var playedTime: Rect {
    Rect(x: row.x, y: row.y, width: timeWidth, height: row.height)
  }

  /// Before the buttons, with the buttons' spacing; next to the played time if the slider has its
  /// own row.
  var totalTime: Rect {
    if isNarrow { return totalTime(besidePlayed: timeWidth) }
    let right = buttons.first.flatMap(button).map { $0.x - points(10) } ?? row.right
    return Rect(x: right - timeWidth, y: row.y, width: timeWidth, height: row.height)
  }

  /// Next to a played time of this width.
  func totalTime(besidePlayed width: Double) -> Rect {
    let right = buttons.first.flatMap(button)?.x ?? row.right
    return Rect(
      x: row.x + width, y: row.y, width: right - row.x - width, height: row.height)
  }

  /// The touch target of the live sign, which is larger than its dot and word.
  var liveSign: Rect? {
    guard live != nil, theme.shows(.bottomBar) else { return nil }
    let left = row.x - points(12)
    let room = (buttons.first.flatMap(button)?.x ?? row.right) - left
    return Rect(
      x: left, y: row.y, width: min(points(hasHours ? 164 : 140), room), height: row.height)
  }

  /// The touch target of the slider; the line is in its middle.
  var slider: Rect? {
    guard theme.shows(.bottomBar) else { return nil }
    if isNarrow {
      return Rect(x: row.x, y: row.y - points(Self.button), width: row.width, height: row.height)
    }
    // A live source has a sign instead of the times.
    let left = (liveSign ?? playedTime).right + points(12)
    let right = liveSign == nil ? totalTime.x : totalTime.right
    return Rect(
      x: left, y: row.y, width: max(right - points(12) - left, points(40)), height: row.height)
  }

  /// The fraction on the slider at a point, 0 to 1.
  func share(of point: Point) -> Double {
    guard let slider else { return 0 }
    return min(max((point.x - slider.x) / slider.width, 0), 1)
  }

  // Temporary elements.

  /// The time above the slider, at this fraction of it; `hasPicture` keeps room at the edges of the
  /// display for the thumbnail.
  func bubble(at share: Double, hasPicture: Bool) -> Rect {
    let line = slider ?? Rect(x: margin, y: row.y, width: row.width, height: row.height)
    let (width, height) = (points(hasHours ? 96 : 72), points(32))
    let reach = margin + (hasPicture ? pictureSize.width : width) / 2
    let center = min(max(line.x + share * line.width, reach), screen.width - reach)
    return Rect(x: center - width / 2, y: line.y - points(4) - height, width: width, height: height)
  }

  private var pictureSize: (width: Double, height: Double) { (points(192), points(108)) }

  /// The thumbnail above the time.
  func picture(over bubble: Rect) -> Rect {
    Rect(
      x: bubble.center.x - pictureSize.width / 2, y: bubble.y - points(8) - pictureSize.height,
      width: pictureSize.width, height: pictureSize.height)
  }

  /// A circle that is partly on the display, at a fraction of its full size.
  func ripple(isForward: Bool, share: Double) -> Rect {
    let side = min(screen.height * 1.25, screen.width) * share
    let reach = screen.width * 0.34 * share
    let center = Point(
      isForward ? screen.width - reach + side / 2 : reach - side / 2, screen.center.y)
    return Rect(center: center, side: side)
  }

  func skipLabel(isForward: Bool) -> Rect {
    let width = screen.width * 0.3
    let height = points(72)
    return Rect(
      x: isForward ? screen.width - width - points(4) : points(4), y: screen.center.y - height / 2,
      width: width, height: height)
  }

  var volume: Rect {
    let height = min(points(200), screen.height * 0.5)
    return Rect(
      x: screen.width - margin - points(44), y: (screen.height - height) / 2, width: points(44),
      height: height)
  }

  /// The line in the volume bar, above its icon.
  var volumeTrack: Rect {
    let inner = volume.inset(points(18), points(18))
    let height = max(inner.height - points(34), points(1))
    return Rect(x: inner.x, y: inner.y, width: inner.width, height: height)
  }

  /// The volume at a point of the bar, 0 to 1.
  func volume(at point: Point) -> Double {
    min(max((volumeTrack.bottom - point.y) / volumeTrack.height, 0), 1)
  }

  /// The area at the right edge in which a vertical drag sets the volume.
  func isVolumeEdge(_ point: Point) -> Bool { point.x >= screen.width * 0.8 }

  // Track menu: a sheet at the right.

  var menu: Rect {
    let width = min(points(340), screen.width - points(56))
    return Rect(x: screen.width - width, y: 0, width: width, height: screen.height)
  }

  /// The scroll bar of the menu; nil if everything is visible.
  func menuBar(rows: Int, offset: Double) -> Rect? {
    let range = menuRange(rows: rows)
    guard range > 0 else { return nil }
    let track = menu.inset(0, points(8))
    let height = max(track.height * menu.height / (menu.height + range), points(36))
    let way = min(max(offset / range, 0), 1) * (track.height - height)
    return Rect(
      x: track.right - points(7), y: track.y + way, width: points(3), height: height)
  }

  var rowHeight: Double { points(48) }
  var menuTop: Double { points(20) }

  func menuRow(_ index: Int, offset: Double) -> Rect {
    Rect(
      x: menu.x, y: menuTop + Double(index) * rowHeight - offset, width: menu.width,
      height: rowHeight)
  }

  /// The largest scroll offset of the menu.
  func menuRange(rows: Int) -> Double {
    max(0, Double(rows) * rowHeight + 2 * menuTop - menu.height)
  }
}

extension PlayerLayout {
  /// The frame of a control; nil if it does not exist at the moment.
  func frame(of control: Control) -> Rect? {
    switch control {
    case .back: back
    case .previous, .skipBackward, .playPause, .skipForward, .next: buttonRow.frame(of: control)
    case .slider: controls.contains(.slider) ? slider : nil
    case .subtitles, .description, .volume, .tracks, .rotate: button(control)
    case .live: live == .left ? liveSign : nil
    }
  }

  /// The control at a point. The slider's touch target is extended vertically.
  func control(at point: Point) -> Control? {
    // The slider's target is larger than the others'.
    let controls = Control.allCases.filter { $0 != .slider } + [.slider]
    return controls.first { control in
      guard var frame = frame(of: control) else { return false }
      if control == .slider { frame = frame.inset(-points(8), -points(4)) }
      return frame.contains(point)
    }
  }

  func third(of point: Point) -> Region.Third {
    if point.x < screen.width / 3 { return .left }
    return point.x < screen.width * 2 / 3 ? .middle : .right
  }
}

/// Keyboard focus.
extension PlayerLayout {
  enum Direction { case up, down, left, right }

  /// The first control to focus.
  var firstFocus: Control? {
    ([.playPause, .slider] + Control.allCases).first { frame(of: $0) != nil }
  }

  /// Whether left and right lead to other controls from this one.
  func hasNeighbours(_ control: Control) -> Bool {
    rows.contains { $0.contains(control) && $0.count > 1 }
  }

  private var rows: [[Control]] {
    [
      [.back], ButtonRow.controls, [.slider], [.live] + Self.buttons,
    ].map { $0.filter { frame(of: $0) != nil } }.filter { !$0.isEmpty }
  }

  /// The next control in a direction, or the same one if there is none.
  func neighbour(of control: Control?, _ direction: Direction) -> Control? {
    let rows = rows
    guard let control, let row = rows.firstIndex(where: { $0.contains(control) }),
      let place = rows[row].firstIndex(of: control)
    else { return firstFocus }
    switch direction {
    case .up: return row > 0 ? entrance(of: rows[row - 1]) : control
    case .down: return row + 1 < rows.count ? entrance(of: rows[row + 1]) : control
    case .left: return place > 0 ? rows[row][place - 1] : control
    case .right: return place + 1 < rows[row].count ? rows[row][place + 1] : control
    }
  }

  /// The control of a row that up and down lead to.
  private func entrance(of row: [Control]) -> Control {
    row.first { $0 == .playPause } ?? row[0]
  }
}
