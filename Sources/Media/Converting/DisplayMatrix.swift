import CVitrineFFmpeg
import VitrinePictures

/// The display matrix of a file, which maps positions in the picture to positions on the screen
/// (`AV_PKT_DATA_DISPLAYMATRIX`, libavutil/display.h).
///
/// Angles are rounded to quarter turns. Reflections are ignored: a mirrored picture stays mirrored,
/// but its upper edge is at the top. Translation and scaling are ignored, too.
struct DisplayMatrix {
  /// The position on the screen of one pixel further down in the picture, in any unit.
  private let right, down: Int32

  /// `numbers` are a b u, c d v, x y w, which map (p, q) to (a p + c q + x, b p + d q + y).
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

  /// The clockwise rotation that the picture needs, derived from where its lower edge is mapped.
  var rotation: Rotation {
    if down.magnitude >= right.magnitude { return down < 0 ? .upsideDown : .none }
    return right < 0 ? .clockwise : .counterclockwise
  }
}
