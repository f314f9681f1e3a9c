package import VitrinePictures
package import VitrineTiming

/// The program's drawings over the video, and its touch areas. A value type, in pixels of the
/// upright display.
package struct CustomScene: Hashable, Sendable {
  /// Above the video and below the interface's controls, from bottom to top.
  package var below: [Drawing]
  /// Above the controls and below the operator's notices.
  package var above: [Drawing]
  /// If areas overlap, the last one wins.
  package var areas: [HitArea]
  /// The bottom limit for subtitles, as far as there is room. Nil does not restrict them.
  package var subtitleBottom: Double?
  /// The part of the display for the film; nil is all of it.
  package var film: PixelRect?
  /// When to draw again, in addition to the pace of the drawing; nil is never.
  package var nextChange: HostTime?
  /// Whether to draw again after each flip.
  package var isMoving = false

  package init(below: [Drawing] = [], above: [Drawing] = [], areas: [HitArea] = []) {
    self.below = below
    self.above = above
    self.areas = areas
  }

  /// The topmost area at a position, among those above or below the controls.
  package func area(at place: Point, isAbove: Bool) -> String? {
    areas.last { $0.isAbove == isAbove && $0.frame.contains(place) }?.id
  }

  /// Without drawings at invalid positions, as from a division by zero.
  var drawable: CustomScene {
    var scene = CustomScene(
      below: below.filter(\.isSomewhere), above: above.filter(\.isSomewhere),
      areas: areas.filter(\.frame.isSomewhere))
    (scene.nextChange, scene.isMoving) = (nextChange, isMoving)
    scene.film = film
    scene.subtitleBottom = subtitleBottom.flatMap { $0.isFinite ? $0 : nil }
    return scene
  }
}

/// A part of the display whose touches the program receives.
package struct HitArea: Hashable, Sendable {
  /// The program's name for it.
  package var id: String
  package var frame: Rect
  /// Whether it takes precedence over the interface's controls.
  package var isAbove: Bool

  package init(_ id: String, in frame: Rect, isAbove: Bool = false) {
    self.id = id
    self.frame = frame
    self.isAbove = isAbove
  }
}

extension Drawing {
  fileprivate var isSomewhere: Bool { frame.isSomewhere && clip?.isSomewhere ?? true }
}

extension Rect {
  fileprivate var isSomewhere: Bool { [x, y, width, height].allSatisfy(\.isFinite) }
}
