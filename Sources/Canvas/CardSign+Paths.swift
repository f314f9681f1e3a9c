import VitrinePictures
import VitrineScenes

extension CardSign {
  /// A solid shape, and a mark on it.
  func draw(in frame: Rect, _ color: Color, mark: Color, opacity: Double = 1, with pen: Pen) {
    pen.saved {
      pen.enter(frame, units: 24)
      pen.use(color, opacity: opacity)
      switch self {
      case .information: pen.arc(around: Point(12, 12), radius: 11.5, from: 0, to: 1)
      case .warning:
        pen.polygon(Point(12, 0.4), Point(24.4, 22.6), Point(-0.4, 22.6), radius: 2)
      case .emergency:
        let (near, far) = (7.2, 16.8)
        pen.polygon(
          Point(near, 0.4), Point(far, 0.4), Point(23.6, near), Point(23.6, far),
          Point(far, 23.6), Point(near, 23.6), Point(0.4, far), Point(0.4, near), radius: 0.8)
      }
      pen.fill()
      pen.use(mark, opacity: opacity)
      drawMark(with: pen)
    }
  }

  private func drawMark(with pen: Pen) {
    switch self {
    case .information:
      pen.arc(around: Point(12, 6.4), radius: 1.7, from: 0, to: 1)
      pen.fill()
      pen.lines(Point(12, 11), Point(12, 17.6))
      pen.stroke(2.8)
    case .warning:
      pen.lines(Point(12, 8.6), Point(12, 13.6))
      pen.stroke(2.6)
      pen.arc(around: Point(12, 18.2), radius: 1.6, from: 0, to: 1)
      pen.fill()
    case .emergency:
      pen.lines(Point(12, 5.6), Point(12, 13))
      pen.stroke(3)
      pen.arc(around: Point(12, 17.9), radius: 1.85, from: 0, to: 1)
      pen.fill()
    }
  }
}
