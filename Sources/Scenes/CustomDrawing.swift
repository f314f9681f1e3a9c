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

  package init(
    _ pace: Pace = .onDemand, _ draw: @escaping @Sendable (DrawingContext) -> CustomScene
  ) {
    self.pace = pace
    self.draw = draw
  }
}

/// The context for one drawing.
package struct DrawingContext: Sendable {
  package let theme: Theme
  package let metrics: Metrics
  /// Synchronised with the refreshes during an animation.
  package let now: HostTime
  /// The area under a finger.
  package let pressed: String?

  package init(theme: Theme, metrics: Metrics, now: HostTime, pressed: String? = nil) {
    self.theme = theme
    self.metrics = metrics
    self.now = now
    self.pressed = pressed
  }
}
