internal import VitrineScenes

/// Graphics over the video, as a function of the display and the time.
///
/// They are drawn into the plane of the interface and rotate with the picture. The player calls the
/// closure again whenever the display changes.
///
/// ```swift
/// player.draw { canvas in
///   let sign = Rect(x: 24, y: 24, width: 220, height: 56)
///   canvas.box(sign, Color(0x000000, alpha: 0.6), radius: 12)
///   canvas.text("Ask at the desk", in: sign.inset(16, 0), size: 20, weight: .medium)
/// }
/// ```
///
/// Only differences from the previous drawing are painted; without any, the display is not updated.
public struct Drawing: Sendable {
  /// When to redraw, in addition to changes of the display and of the area under a finger.
  public enum Updating: Hashable, Sendable {
    /// After ``Player/redraw()``.
    case onDemand
    /// At a fixed interval of at least 10 ms.
    case every(Duration)
    /// At each refresh of the display, for animations.
    case everyFrame

    var value: CustomDrawing.Pace {
      switch self {
      case .onDemand: .onDemand
      case .every(let interval): .every(interval)
      case .everyFrame: .everyFrame
      }
    }
  }

  /// When to redraw.
  public var updating: Updating
  private let body: @Sendable (inout Canvas) -> Void

  /// Creates a drawing.
  ///
  /// The interface's thread calls the closure, one call at a time. The closure must not block: read
  /// files or wait for requests elsewhere, then call ``Player/redraw()``.
  public init(
    updating: Updating = .onDemand, _ body: @escaping @Sendable (inout Canvas) -> Void
  ) {
    self.updating = updating
    self.body = body
  }

  var value: CustomDrawing {
    CustomDrawing(updating.value) { [body] sheet in
      var canvas = Canvas(sheet)
      body(&canvas)
      return canvas.scene
    }
  }
}
