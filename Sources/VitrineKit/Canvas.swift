internal import VitrinePictures
internal import VitrineScenes
internal import VitrineTiming

extension Drawing {
  /// The surface that a ``Drawing`` draws on: initially empty, as large as the display in its
  /// rotation, in points. Later drawings cover earlier ones.
  public struct Canvas {
    /// The position in the stack of layers.
    public enum Level: Hashable, Sendable {
      /// Above the video, and below the interface's controls, gallery and messages.
      case belowControls
      /// Above the interface's controls, gallery and messages.
      case aboveControls
    }

    /// The size of the display in points, in the orientation of the viewer.
    public let size: Size
    /// The time to draw for. During an animation it advances evenly from one refresh to the next.
    public let now: Moment
    /// The level of subsequent drawings and areas.
    public var level = Level.belowControls
    /// The opacity of subsequent drawings, 0 to 1.
    public var opacity = 1.0
    /// Clips subsequent drawings to a rectangle; nil for the whole display.
    public var clip: Rect?

    /// The lowest position of subtitles, from the top of the display, as far as there is room; nil
    /// does not move them. Set it for drawings at the bottom.
    public var subtitleBottom: Double? {
      didSet { scene.subtitleBottom = subtitleBottom.map(brush.points) }
    }

    let brush: Brush
    var scene = CustomScene()
    private let pressed: String?

    init(_ sheet: DrawingContext) {
      brush = Brush(theme: sheet.theme, metrics: sheet.metrics)
      (now, pressed) = (Moment(sheet.now), sheet.pressed)
      let (pixels, scale) = (sheet.metrics.size, sheet.metrics.scale)
      size = Size(Double(pixels.width) / scale, Double(pixels.height) / scale)
    }

    /// The whole display.
    public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
    /// Whether the display is higher than it is wide.
    public var isPortrait: Bool { size.height > size.width }

    /// Returns whether a finger is on the area with this name.
    public func isPressed(_ id: String) -> Bool { id == pressed }

    /// Makes a rectangle touchable: a tap there arrives as ``Input/tap(_:count:)`` with this name,
    /// and has no other effect.
    ///
    /// The area is on the current ``level``. The interface's controls take precedence over areas
    /// below them.
    public mutating func hitArea(_ id: String, _ rect: Rect) {
      scene.areas.append(HitArea(id, in: pixels(rect), isAbove: level == .aboveControls))
    }

    /// Places the film in a rectangle, instead of the whole display. The rectangle covers what was
    /// drawn there before, so draw the background of the display first.
    ///
    /// Outside the display it has no effect. The film begins on the whole display if it starts before
    /// the first drawing.
    public mutating func film(in rect: Rect) {
      // Subsampled video needs even edges.
      func even(_ place: Double) -> Int { 2 * Int(saturating: (place / 2).rounded()) }
      let size = brush.metrics.size
      guard let place = pixels(rect).intersection(VitrinePictures.Rect(size)) else { return }
      let (wide, high) = (size.width / 2 * 2, size.height / 2 * 2)
      guard wide >= 2, high >= 2 else { return }
      let (x, y) = (min(even(place.x), wide - 2), min(even(place.y), high - 2))
      let frame = PixelRect(
        x: x, y: y, width: max(min(even(place.right), wide) - x, 2),
        height: max(min(even(place.bottom), high) - y, 2))
      scene.film = frame
      scene.below.append(
        VitrineScenes.Drawing(.hole(radius: 0), in: VitrinePictures.Rect(frame)))
    }

    mutating func add(_ shape: Shape, in rect: Rect, opacity share: Double = 1) {
      let drawing = VitrineScenes.Drawing(
        shape, in: pixels(rect), opacity: opacity * share, clip: clip.map(pixels))
      switch level {
      case .belowControls: scene.below.append(drawing)
      case .aboveControls: scene.above.append(drawing)
      }
    }

    func pixels(_ rect: Rect) -> VitrinePictures.Rect { rect.pixels(brush.metrics.scale) }
  }
}
