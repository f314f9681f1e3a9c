public import VitrinePictures

/// The program's drawings over the video, and its touch areas. A value type, in pixels of the
/// upright display.
public struct CustomScene: Hashable, Sendable {
  /// Above the video and below the interface's controls, from bottom to top.
  public var below: [Drawing]
  /// Above the controls and below the operator's notices.
  public var above: [Drawing]
  /// If areas overlap, the last one wins.
  public var areas: [HitArea]
  /// The bottom limit for subtitles, as far as there is room. Nil does not restrict them.
  public var subtitleBottom: Double?

  public init(below: [Drawing] = [], above: [Drawing] = [], areas: [HitArea] = []) {
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
    scene.subtitleBottom = subtitleBottom.flatMap { $0.isFinite ? $0 : nil }
    return scene
  }
}

/// A part of the display whose touches the program receives.
public struct HitArea: Hashable, Sendable {
  /// The program's name for it.
  public var id: String
  public var frame: Rect
  /// Whether it takes precedence over the interface's controls.
  public var isAbove: Bool

  public init(_ id: String, in frame: Rect, isAbove: Bool = false) {
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
