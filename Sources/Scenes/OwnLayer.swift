internal import VitrinePictures
package import VitrineTiming

/// What the program that plays draws over the video: when it is drawn anew, and what it looks like since. A value
/// that calls the program's own closure, in `redraw` and nowhere else.
package struct OwnLayer: Sendable {
  /// As it was drawn last.
  package private(set) var scene = OwnScene()
  private var drawing: OwnDrawing?
  private let theme: Theme
  private var metrics: Metrics
  /// The area that a finger is on.
  private var pressed: String?
  private var isOutdated = false
  private var due: HostTime?
  /// When the display has shown a picture last.
  private var flip: HostTime?

  /// Within so long of a flip that is the time that is drawn for: what moves then moves evenly, however long the
  /// thread took to wake up.
  private static let wakeUp = Duration.milliseconds(12)
  private static let paces = Duration.milliseconds(10)...Duration.seconds(86_400)

  package init(theme: Theme, metrics: Metrics) { (self.theme, self.metrics) = (theme, metrics) }

  /// Another one, nil for none, or the same anew.
  package mutating func set(_ drawing: OwnDrawing?) {
    (self.drawing, due, isOutdated) = (drawing, nil, true)
  }

  /// The display was turned, or is another one.
  package mutating func setMetrics(_ metrics: Metrics) {
    (self.metrics, isOutdated) = (metrics, true)
  }

  /// A finger is on this area; nil where it has left.
  package mutating func press(_ id: String?) {
    guard id != pressed else { return }
    (pressed, isOutdated) = (id, true)
  }

  /// The display has shown what was drawn last.
  package mutating func noteFlip(at time: HostTime) { flip = time }

  /// Whether the next refresh shows another picture.
  package var isMoving: Bool { drawing?.pace == .everyFrame }

  /// When to call `redraw` if nothing else happens.
  package var deadline: HostTime? { due }

  /// Draws anew where it has to be.
  package mutating func redraw(at now: HostTime) {
    guard isOutdated || isMoving || due.map({ $0 <= now }) ?? false else { return }
    isOutdated = false
    scene = drawing?.draw(sheet(at: now)).drawable ?? OwnScene()
    guard case .every(let wanted)? = drawing?.pace else { return due = nil }
    let pace = min(max(wanted, Self.paces.lowerBound), Self.paces.upperBound)
    let last = due ?? now
    guard last <= now else { return }
    // Those that were missed are not made up for.
    due = last + pace > now ? last + pace : now + pace
  }

  private func sheet(at now: HostTime) -> OwnSheet {
    let isInTime = flip.map { now >= $0 && now - $0 < Self.wakeUp } ?? false
    let time = isInTime ? flip ?? now : now
    return OwnSheet(theme: theme, metrics: metrics, now: time, pressed: pressed)
  }
}
