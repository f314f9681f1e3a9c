import CVitrineFFmpeg
import VitrinePictures

/// How a file says that its pictures have to be turned: by a matrix that maps places of the
/// picture to places of the screen (`AV_PKT_DATA_DISPLAYMATRIX`, libavutil/display.h).
///
/// Only quarter turns are taken over: the nearest one to any angle. Reflections are not: a mirrored
/// picture stays mirrored, but its upper edge comes up. Shifts and scales are left out.
struct DisplayMatrix {
  /// Where the screen has what is one pixel further down in the picture, in any unit.
  private let right, down: Int32

  /// `numbers` are a b u, c d v, x y w: a place (p, q) comes to (a p + c q + x, b p + d q + y).
  init(_ numbers: [Int32]) {
    (right, down) = numbers.count == 9 ? (numbers[3], numbers[4]) : (0, 0)
  }

  init?(of stream: UnsafePointer<AVStream>) {
    guard let numbers = unsafe vitrine_stream_display_matrix(stream) else { return nil }
    self.init(unsafe Array(UnsafeBufferPointer(start: numbers, count: 9)))
  }

  init?(of frame: UnsafePointer<AVFrame>) {
    guard let numbers = unsafe vitrine_frame_display_matrix(frame) else { return nil }
    self.init(unsafe Array(UnsafeBufferPointer(start: numbers, count: 9)))
  }

  /// How far the picture has to be turned clockwise. The matrix says it without an angle: where
  /// the picture's lower edge comes to.
  var rotation: Rotation {
    if down.magnitude >= right.magnitude { return down < 0 ? .upsideDown : .none }
    return right < 0 ? .clockwise : .counterclockwise
  }
}
