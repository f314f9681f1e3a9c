package import VitrinePictures
package import VitrineTiming

/// The program's own drawing over the video, and when to redraw it.
package struct CustomDrawing: Sendable {
  /// When to redraw it, in addition to changes of the display, and of the pressed area.
  package enum Pace: Hashable, Sendable {
    case onDemand
    /// At a fixed interval, from 10 ms to a day.
    case every(Duration)
    /// After each flip of the previous drawing.
    case everyFrame
  }

  package var pace: Pace
  /// Called on the interface's thread, so it must not block.
  package var draw: @Sendable (DrawingContext) -> CustomScene

  /// Called on the same thread with a touched area of the stage.
  package var tapped: @Sendable (String, HostTime) -> Void
  /// Called on the same thread with a finger that is down on an area of the stage.
  package var touched: @Sendable (String, AreaTouch) -> Void

  package init(
    _ pace: Pace = .onDemand,
    tapped: @escaping @Sendable (String, HostTime) -> Void = { _, _ in },
    touched: @escaping @Sendable (String, AreaTouch) -> Void = { _, _ in },
    _ draw: @escaping @Sendable (DrawingContext) -> CustomScene
  ) {
    (self.pace, self.tapped, self.touched, self.draw) = (pace, tapped, touched, draw)
  }
}

/// A finger that is down on an area, in pixels of the upright display.
package enum AreaTouch: Hashable, Sendable {
  case down(Point)
  case moved(Point)
  case up
  /// It counts as something else, or rests too long.
  case cancelled
}

/// The context for one drawing.
package struct DrawingContext: Sendable {
  package let theme: Theme
  package let metrics: Metrics
  /// Synchronised with the refreshes during an animation.
  package let now: HostTime
  /// The area under a finger.
  package let pressed: String?
  package let playback: Playback

  /// The state of the player that a drawing depends on.
  package struct Playback: Hashable, Sendable {
    /// The overlays of the current item; nil for all of them.
    package var overlays: [String]?
    /// Whether a visitor or the operator has paused.
    package var isPaused = false

    package init(overlays: [String]? = nil, isPaused: Bool = false) {
      (self.overlays, self.isPaused) = (overlays, isPaused)
    }
  }

  package init(
    theme: Theme, metrics: Metrics, now: HostTime, pressed: String? = nil,
    playback: Playback = Playback()
  ) {
    self.theme = theme
    self.metrics = metrics
    self.now = now
    self.pressed = pressed
    self.playback = playback
  }
}
