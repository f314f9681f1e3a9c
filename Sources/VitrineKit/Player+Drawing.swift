internal import VitrineEngine

// Custom drawing. All of it may be called at any time, even before `run`.
extension Player {
  /// Draws over the video, instead of an earlier drawing; nil removes it.
  ///
  /// The drawing is retained until ``run()`` returns. If you may never call ``run()``, its closure
  /// must capture the player weakly.
  public func setDrawing(_ drawing: Drawing?) {
    // A player that is over draws nothing, and would retain the closure's captures.
    if !audience.isOver { engine.draw(drawing?.value) }
  }

  /// Draws over the video, instead of an earlier drawing: see ``Drawing``.
  public func draw(
    updating: Drawing.Updating = .onDemand,
    _ body: @escaping @Sendable (inout Drawing.Canvas) -> Void
  ) {
    setDrawing(Drawing(updating: updating, body))
  }

  /// Redraws soon. Calls in quick succession are combined.
  public func redraw() { engine.redraw() }
}
