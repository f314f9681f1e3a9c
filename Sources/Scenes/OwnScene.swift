public import VitrinePictures

/// What the program that plays has drawn over the video on its own, and what of it can be touched. A value; all
/// places are in pixels of the upright display.
public struct OwnScene: Hashable, Sendable {
  /// Over the video and below the interface's controls, from the lowest to the uppermost.
  public var below: [Drawing]
  /// Above the controls, and below what the operator has to say.
  public var above: [Drawing]
  /// Where several lie over each other, the last one counts.
  public var areas: [OwnArea]
  /// Subtitles stay above this, as far as there is room: how far down it is. Nil lets them be where they are.
  public var subtitleBottom: Double?

  public init(below: [Drawing] = [], above: [Drawing] = [], areas: [OwnArea] = []) {
    (self.below, self.above, self.areas) = (below, above, areas)
  }

  /// What lies at a place: above the controls, or below them. Nil where nothing does.
  package func area(at place: Point, isAbove: Bool) -> String? {
    areas.last { $0.isAbove == isAbove && $0.frame.contains(place) }?.id
  }

  /// Without what lies nowhere: a program may divide by zero.
  var drawable: OwnScene {
    var scene = OwnScene(
      below: below.filter(\.isSomewhere), above: above.filter(\.isSomewhere),
      areas: areas.filter(\.frame.isSomewhere))
    scene.subtitleBottom = subtitleBottom.flatMap { $0.isFinite ? $0 : nil }
    return scene
  }
}

/// A part of the display that is the program's own to be touched.
public struct OwnArea: Hashable, Sendable {
  /// The program's name for it.
  public var id: String
  public var frame: Rect
  /// Whether it comes before the interface's controls; else these, where they are shown, come before it.
  public var isAbove: Bool

  public init(_ id: String, in frame: Rect, isAbove: Bool = false) {
    (self.id, self.frame, self.isAbove) = (id, frame, isAbove)
  }
}

extension Drawing {
  fileprivate var isSomewhere: Bool { frame.isSomewhere && clip?.isSomewhere ?? true }
}

extension Rect {
  fileprivate var isSomewhere: Bool { [x, y, width, height].allSatisfy(\.isFinite) }
}
