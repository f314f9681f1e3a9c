internal import VitrinePictures
package import VitrineTiming

/// The program's own layer over the video: its current drawing, and when to redraw it. A value
/// type; only `redraw` and `tap` call the program's closures.
package struct CustomLayer: Sendable {
  /// The latest drawing.
  package private(set) var scene = CustomScene()
  private var drawing: CustomDrawing?
  private let theme: Theme
  private var metrics: Metrics
  /// The area under a finger.
  private var pressed: String?
  /// The area of the stage on which a finger is down.
  private var touched: String?
  private var playback = DrawingContext.Playback()
  private var isOutdated = false
  private var due: HostTime?
  /// The latest flip.
  private var flip: HostTime?

  /// This soon after a flip, the closure gets the time of the flip: motion is then even, however
  /// long the thread took to wake up.
  private static let wakeUp = Duration.milliseconds(12)
  private static let paces = Duration.milliseconds(10)...Duration.seconds(86_400)

  package init(theme: Theme, metrics: Metrics) {
    self.theme = theme
    self.metrics = metrics
  }

  /// Sets or removes the drawing. Setting the same one redraws it.
  package mutating func set(_ drawing: CustomDrawing?) {
    (self.drawing, due, isOutdated) = (drawing, nil, true)
  }

  /// Whether there is a drawing.
  package var isSet: Bool { drawing != nil }

  /// The display has rotated or changed.
  package mutating func setMetrics(_ metrics: Metrics) {
    (self.metrics, isOutdated) = (metrics, true)
  }

  /// A finger is on this area; nil if it has left.
  package mutating func press(_ id: String?) {
    guard id != pressed else { return }
    (pressed, isOutdated) = (id, true)
  }

  /// The current item has changed, or playback was paused or resumed.
  package mutating func setPlayback(_ new: DrawingContext.Playback) {
    guard new != playback else { return }
    (playback, isOutdated) = (new, true)
  }

  /// An area was touched. Calls the program's closure.
  package mutating func tap(_ id: String, at now: HostTime) {
    drawing?.tapped(id, now)
    isOutdated = true
  }

  /// A finger is down on an area of the stage, or was. Calls the program's closure.
  package mutating func touch(_ id: String, _ touches: [AreaTouch]) {
    for touch in touches {
      if case .down = touch { touched = id }
      drawing?.touched(id, touch)
    }
  }

  /// The finger counts as something else.
  package mutating func cancelTouch() {
    if let id = touched { touch(id, [.cancelled]) }
    touched = nil
  }

  /// Called when the latest drawing is on screen.
  package mutating func recordFlip(at time: HostTime) { flip = time }

  /// Whether the next refresh shows another picture.
  package var isMoving: Bool { drawing?.pace == .everyFrame || scene.isMoving }

  /// When to call `redraw` if nothing else happens.
  package var deadline: HostTime? { [due, scene.nextChange].compactMap(\.self).min() }

  /// Redraws if necessary.
  package mutating func redraw(at now: HostTime) {
    guard isOutdated || isMoving || deadline.map({ $0 <= now }) ?? false else { return }
    isOutdated = false
    scene = drawing?.draw(sheet(at: now)).drawable ?? CustomScene()
    guard case .every(let wanted)? = drawing?.pace else { return due = nil }
    let pace = min(max(wanted, Self.paces.lowerBound), Self.paces.upperBound)
    let last = due ?? now
    guard last <= now else { return }
    // Missed intervals are skipped.
    due = last + pace > now ? last + pace : now + pace
  }

  private func sheet(at now: HostTime) -> DrawingContext {
    let isInTime = flip.map { now >= $0 && now - $0 < Self.wakeUp } ?? false
    let time = isInTime ? flip ?? now : now
    return DrawingContext(
      theme: theme, metrics: metrics, now: time, pressed: pressed, playback: playback)
  }
}
