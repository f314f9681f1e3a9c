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
    case .replay: pen.replay()
    case .back: pen.back()
    case .backMirrored: pen.backMirrored()
    case .skipForward: pen.skip(1)
    case .skipBackward: pen.skip(-1)
    case .next: pen.next(1)
    case .previous: pen.next(-1)
    case .tracks: pen.tracks()
    case .rotate: pen.rotate()
    case .volume: pen.volume(waves: 2)
    case .volumeLow: pen.volume(waves: 1)
    case .muted: pen.muted()
    case .check: pen.check()
    case .warning: pen.warning()
    case .list: pen.list()
    case .close: pen.cross()
    }
  }
}

extension Pen {
  fileprivate func strokeIcon() { stroke(2) }

  fileprivate func back() {
    lines(Point(20, 12), Point(4.5, 12))
    lines(Point(11.25, 5), Point(4.25, 12), Point(11.25, 19))
    strokeIcon()
  }

  fileprivate func backMirrored() {
    lines(Point(4, 12), Point(19.5, 12))
    lines(Point(12.75, 5), Point(19.75, 12), Point(12.75, 19))
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

  fileprivate func list() {
    for row in [6.0, 12, 18] { lines(Point(9, row), Point(20.5, row)) }
    strokeIcon()
    for row in [6.0, 12, 18] { arc(around: Point(4.25, row), radius: 1.4, from: 0, to: 1) }
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

  /// A display with a circular arrow around it.
  fileprivate func rotate() {
    arc(around: Point(12, 12.5), radius: 8.75, from: 0.25, to: 1.1)
    line(20.75, 8.25)
    lines(Point(20.75, 3.5), Point(20.75, 8.25), Point(16, 8.25))
    strokeIcon()
    rectangle(Rect(x: 9.25, y: 8.75, width: 5.5, height: 8.5), radius: 1.25)
    fill()
  }
}
