internal import VitrineScenes

/// A picture of the program's own over the video, as a function of the display and of time. It lies in the plane
/// of the interface, turns with the picture, and is drawn anew whenever the display becomes another one.
///
/// ```swift
/// player.draw { canvas in
///   let sign = Rect(x: 24, y: 24, width: 220, height: 56)
///   canvas.box(sign, Color(0x000000, alpha: 0.6), radius: 12)
///   canvas.text("Ask at the desk", in: sign.inset(16, 0), size: 20, weight: .medium)
/// }
/// ```
///
/// What it draws is compared with what was drawn before: only what differs is painted, and where nothing does the
/// display is left alone.
public struct Drawing: Sendable {
  /// When it is drawn anew; it always is when the display is turned or another one, and when a finger comes down
  /// on an area of it or leaves.
  public enum Updating: Hashable, Sendable {
    /// When `Player.redraw` is called.
    case onDemand
    /// Every so often, in rhythm; 10 ms is the shortest.
    case every(Duration)
    /// For each refresh of the display: for what moves.
    case everyFrame

    var value: OwnDrawing.Pace {
      switch self {
      case .onDemand: .whenAsked
      case .every(let interval): .every(interval)
      case .everyFrame: .everyFrame
      }
    }
  }

  /// When it is drawn anew.
  public var updating: Updating
  private let body: @Sendable (inout Canvas) -> Void

  /// The closure is called on the interface's thread, one call at a time. That thread is not to be kept: what
  /// waits for something is done elsewhere, and `Player.redraw` called when it has come.
  public init(
    updating: Updating = .onDemand, _ body: @escaping @Sendable (inout Canvas) -> Void
  ) {
    self.updating = updating
    self.body = body
  }

  var value: OwnDrawing {
    OwnDrawing(updating.value) { [body] sheet in
      var canvas = Canvas(sheet)
      body(&canvas)
      return canvas.scene
    }
  }
}
