import VitrineTiming

/// Switch scanning: for visitors who can press only one switch, the focus moves by itself, and OK chooses.
///
/// A press begins a scan; it ends after two rounds without another press.
struct Scanning: Hashable, Sendable {
  /// Nil disables it.
  private let interval: Duration?
  private var next: HostTime?
  private var movesLeft = 0

  init(_ interval: Duration?) { self.interval = interval }

  var isEnabled: Bool { interval != nil }

  /// When to call `timePassed`.
  var deadline: HostTime? { next }

  /// OK was pressed; `elements` is how many the focus reaches.
  mutating func recordPress(elements: Int, at now: HostTime) {
    guard let interval else { return }
    (next, movesLeft) = (now + interval, 2 * elements)
  }

  /// Another key, a finger, or a departure ends the scan.
  mutating func end() { (next, movesLeft) = (nil, 0) }

  /// Returns whether the focus moves now.
  mutating func timePassed(_ now: HostTime) -> Bool {
    guard let due = next, due <= now, let interval else { return false }
    movesLeft -= 1
    next = movesLeft > 0 ? now + interval : nil
    return true
  }
}

// The order in which the focus moves.
extension Screen {
  /// How many elements there are on the display.
  func scanCount(_ context: ScreenContext) -> Int {
    switch self {
    case .list(let list): list.catalogue.scanCount
    case .video(let video, _): video.menu?.rows.count ?? context.layout.scanOrder.count
    }
  }

  /// Whether a video's controls are hidden, so that a visitor cannot see what OK would do.
  var hidesControls: Bool {
    guard case .video(let video, _) = self else { return false }
    return !video.isAttracting && video.menu == nil
      && !(video.visibility.isShown && video.focus != nil)
  }

  /// Moves the focus to the next element, after the last one to the first.
  mutating func moveFocus(_ context: ScreenContext, at now: HostTime) {
    if list != nil {
      changeList { $0.moveFocus(at: now) }
    }
    changeVideo { video in
      guard !video.isAttracting else { return }
      if video.menu != nil { return video.moveMenuFocus(context.layout, at: now) }
      let order = context.layout.scanOrder
      guard !order.isEmpty else { return }
      let place = video.visibility.isShown ? video.focus.flatMap { order.firstIndex(of: $0) } : nil
      video.focus = order[place.map { ($0 + 1) % order.count } ?? 0]
      video.visibility.show(at: now)
    }
  }
}

extension PlayerLayout {
  /// All controls that OK activates, the most important first. The slider needs two keys.
  var scanOrder: [Control] {
    ([.playPause, .skipForward, .skipBackward, .next, .previous, .live] + Self.buttons + [.back])
      .filter { frame(of: $0) != nil }
  }
}
