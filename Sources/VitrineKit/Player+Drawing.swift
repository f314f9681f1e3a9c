internal import VitrineEngine

// What the program draws over the picture. Each call may come at any time, also before `run`.
extension Player {
  /// Draws this over the video from now on, in the place of what the program has drawn before; nil takes it away.
  /// It is kept until `run` returns: of a player that is not run, let a closure that uses the player have it weakly.
  public func setDrawing(_ drawing: Drawing?) {
    // What is over draws no more, and would keep what the closure holds.
    if !audience.isOver { engine.draw(drawing?.value) }
  }

  /// Draws over the video from now on, in the place of what the program has drawn before: see `Drawing`.
  public func draw(
    updating: Drawing.Updating = .onDemand,
    _ body: @escaping @Sendable (inout Drawing.Canvas) -> Void
  ) {
    setDrawing(Drawing(updating: updating, body))
  }

  /// Has the drawing be drawn anew, soon. Several in short succession are one.
  public func redraw() { engine.redraw() }
}
