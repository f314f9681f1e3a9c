import VitrinePictures
import VitrineScenes

/// The icons, in a square of 24 units. Lines are two units wide with round ends, so that all icons
/// have the same weight; playback icons are filled.
extension Icon {
  static let side = 24.0

  /// Draws with the pen's colour, in a square of `side` units at its origin. An icon is one shape,
  /// or shapes that do not overlap, so that it may be translucent.
  func draw(with pen: Pen) {
    switch self {
    case .play: pen.play()
    case .pause: pen.pause()
    case .replay: pen.circularArrow(-1, weight: 2)
    case .back: pen.back(1)
    case .backMirrored: pen.back(-1)
    case .skipForward: pen.skip(1)
    case .skipBackward: pen.skip(-1)
    case .next: pen.next(1)
    case .previous: pen.next(-1)
    case .rewind: pen.circularArrow(-1)
    case .advance: pen.circularArrow(1)
    case .settings: pen.settings()
    case .expand: Self.expand(with: pen)
    case .portrait: pen.turn(width: 4.6, height: 8)
    case .landscape: pen.turn(width: 8, height: 4.6)
    case .tracks: pen.tracks()
    case .volume: pen.volume(waves: 2)
    case .volumeLow: pen.volume(waves: 1)
    case .muted: pen.muted()
    case .check: pen.check()
    case .warning: pen.warning()
    case .list: Self.list(with: pen)
    case .close: pen.cross()
    case .search: Self.search(with: pen)
    case .erase: Self.erase(with: pen, 1)
    case .eraseMirrored: Self.erase(with: pen, -1)
    case .pointer: Self.pointer(with: pen)
    }
  }

  /// The corners of a display.
  private static func expand(with pen: Pen) {
    for (x, y) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      func point(_ across: Double, _ down: Double) -> Point {
        Point(12 + across * x, 12 + down * y)
      }
      pen.lines(point(3.5, 8), point(8, 8), point(8, 3.5))
    }
    pen.stroke(2)
  }

  private static func pointer(with pen: Pen) {
    pen.polygon(
      Point(1, 1), Point(1, 19), Point(5.4, 15), Point(8.3, 21.6), Point(11.4, 20.3),
      Point(8.5, 13.8), Point(14.3, 13.4), radius: 0.4)
    pen.fill()
  }

  private static func list(with pen: Pen) {
    for row in [6.0, 12, 18] { pen.lines(Point(9, row), Point(20.5, row)) }
    pen.strokeIcon()
    for row in [6.0, 12, 18] { pen.arc(around: Point(4.25, row), radius: 1.4, from: 0, to: 1) }
    pen.fill()
  }

  private static func search(with pen: Pen) {
    pen.arc(around: Point(10.5, 10.5), radius: 7, from: 0, to: 1)
    pen.lines(Point(15.5, 15.5), Point(21, 21))
    pen.strokeIcon()
  }

  /// A cross in a tag that points to the left; `direction` is -1 for one that points to the right.
  private static func erase(with pen: Pen, _ direction: Double) {
    func point(_ x: Double, _ y: Double) -> Point { Point(12 + x * direction, y) }
    pen.polygon(
      point(-10, 12), point(-4, 5), point(10, 5), point(10, 19), point(-4, 19), radius: 2)
    pen.lines(point(0, 9), point(6, 15))
    pen.lines(point(6, 9), point(0, 15))
    pen.strokeIcon()
  }
}

extension Pen {
  fileprivate func strokeIcon() { stroke(2) }

  /// `direction` is 1 for an arrow to the left and -1 for one to the right.
  fileprivate func back(_ direction: Double) {
    func point(_ x: Double, _ y: Double) -> Point { Point(12 + x * direction, y) }
    lines(point(8, 12), point(-7.5, 12))
    lines(point(-0.75, 5), point(-7.75, 12), point(-0.75, 19))
    strokeIcon()
  }

  fileprivate func check() {
    lines(Point(4, 12.75), Point(9.25, 18), Point(20, 6.75))
    strokeIcon()
  }

  fileprivate func cross() {
    lines(Point(5.5, 5.5), Point(18.5, 18.5))
    lines(Point(18.5, 5.5), Point(5.5, 18.5))
    strokeIcon()
  }

  fileprivate func warning() {
    polygon(Point(12, 2.2), Point(22.8, 20.5), Point(1.2, 20.5), radius: 2)
    lines(Point(12, 9.5), Point(12, 13.5))
    strokeIcon()
    arc(around: Point(12, 17), radius: 1.2, from: 0, to: 1)
    fill()
  }

  /// A picture with two lines of subtitles.
  fileprivate func tracks() {
    rectangle(Rect(x: 2.5, y: 4.5, width: 19, height: 15), radius: 3)
    lines(Point(6.5, 11.5), Point(8.5, 11.5))
    lines(Point(12, 11.5), Point(17.5, 11.5))
    lines(Point(6.5, 15.5), Point(12, 15.5))
    lines(Point(15.5, 15.5), Point(17.5, 15.5))
    strokeIcon()
  }

  /// Three sliders.
  fileprivate func settings() {
    for (row, knob) in [(5.5, 14.5), (12, 8.5), (18.5, 15.5)] {
      lines(Point(3, row), Point(knob - 4.5, row))
      lines(Point(knob + 4.5, row), Point(21, row))
      strokeIcon()
      arc(around: Point(knob, row), radius: 2.25, from: 0, to: 1)
      strokeIcon()
    }
  }

  /// A display in one of the two orientations, with a circular arrow around it.
  fileprivate func turn(width: Double, height: Double) {
    arc(around: Point(12, 12.5), radius: 8.75, from: 0.25, to: 1.1)
    line(20.75, 8.25)
    lines(Point(20.75, 3.5), Point(20.75, 8.25), Point(16, 8.25))
    strokeIcon()
    rectangle(
      Rect(x: 12 - width / 2, y: 13.25 - height / 2, width: width, height: height), radius: 1.25)
    stroke(1.4)
  }
}
