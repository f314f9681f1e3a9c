internal import VitrinePictures
internal import VitrineScenes

extension Drawing {
  /// What is drawn upon at one moment: empty, as large as the upright display, in points. What comes later lies
  /// above what was there; what lies beside the display is not seen.
  public struct Canvas {
    /// What something lies above of.
    public enum Level: Hashable, Sendable {
      /// Over the video, below the interface's controls, list and messages.
      case belowControls
      /// Above these, too.
      case aboveControls
    }

    /// Of the display, as people see it.
    public let size: Size
    /// The moment that is drawn. It goes on evenly from one refresh to the next.
    public let now: Moment
    /// Where that lies which is drawn from now on.
    public var level = Level.belowControls
    /// How much is to be seen of what is drawn from now on: 0 to 1.
    public var opacity = 1.0
    /// What is drawn from now on is seen within this part alone; nil is all of the display.
    public var clip: Rect?

    /// Subtitles are raised above this place, counted from the upper edge, as far as there is room; nil lets them
    /// be where they are. For what lies along the lower edge.
    public var subtitleBottom: Double? {
      didSet { scene.subtitleBottom = subtitleBottom.map(brush.points) }
    }

    let brush: Brush
    var scene = OwnScene()
    private let pressed: String?

    init(_ sheet: OwnSheet) {
      brush = Brush(theme: sheet.theme, metrics: sheet.metrics)
      (now, pressed) = (Moment(sheet.now), sheet.pressed)
      let (pixels, scale) = (sheet.metrics.size, sheet.metrics.scale)
      size = Size(Double(pixels.width) / scale, Double(pixels.height) / scale)
    }

    /// All of the display.
    public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
    /// Whether the display is higher than wide.
    public var isPortrait: Bool { size.height > size.width }

    /// Whether a finger is on the area of this name.
    public func isPressed(_ id: String) -> Bool { id == pressed }

    /// Has this part of the display be the program's own: a tap there arrives as `Input.tap` with this name, and
    /// does nothing else. An area lies on the level that is drawn on: one below the controls gets what these leave
    /// over.
    public mutating func hitArea(_ id: String, _ rect: Rect) {
      scene.areas.append(OwnArea(id, in: pixels(rect), isAbove: level == .aboveControls))
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
