import VitrinePictures
import VitrineScenes

/// The icons of playback and volume.
extension Pen {
  /// Centred by its circumscribed circle, which looks more centred than its bounding box.
  func play() {
    polygon(Point(6, 2.6), Point(21.6, 12), Point(6, 21.4), radius: 2)
    fill()
  }

  func pause() {
    rectangle(Rect(x: 5, y: 4, width: 5, height: 16), radius: 1.5)
    rectangle(Rect(x: 14, y: 4, width: 5, height: 16), radius: 1.5)
    fill()
  }

  /// `direction` is 1 for clockwise and -1 for the other way.
  func circularArrow(_ direction: Double, weight: Double = 1.6) {
    arc(around: Point(12, 12.5), radius: 8.5, from: 0.25 * direction, to: 1.12 * direction)
    let x = 12 + 8.5 * direction
    line(x, 8.5)
    lines(Point(x, 3.5), Point(x, 8.5), Point(x - 5 * direction, 8.5))
    stroke(weight)
  }

  /// `direction` is 1 for forward and -1 for backward.
  func skip(_ direction: Double) {
    for x in [-6.75, 0.25] {
      lines(
        Point(12 + x * direction, 5.5), Point(12 + (x + 6.5) * direction, 12),
        Point(12 + x * direction, 18.5))
    }
    stroke(2)
  }

  func next(_ direction: Double) {
    polygon(
      Point(12 - 7.5 * direction, 3.4), Point(12 + 6 * direction, 12),
      Point(12 - 7.5 * direction, 20.6), radius: 1.6)
    rectangle(
      Rect(center: Point(12 + 7 * direction, 12), side: 0).inset(-1.2, -7.5), radius: 1.2)
    fill()
  }

  func volume(waves: Int) {
    speaker()
    if waves > 0 { arc(around: Point(11.5, 12), radius: 4.5, from: 0.12, to: 0.38) }
    if waves > 1 { arc(around: Point(11.5, 12), radius: 9, from: 0.12, to: 0.38) }
    stroke(2)
  }

  func muted() {
    speaker()
    lines(Point(15.75, 9.25), Point(21.25, 14.75))
    lines(Point(21.25, 9.25), Point(15.75, 14.75))
    stroke(2)
  }

  private func speaker() {
    polygon(
      Point(2.5, 9), Point(6.25, 9), Point(11.5, 4.5), Point(11.5, 19.5), Point(6.25, 15),
      Point(2.5, 15), radius: 0.75)
  }
}
