import CVitrineFFmpeg
import VitrineLinux
public import VitrineTiming

/// A deinterlacer that turns each field into a picture; progressive pictures pass unchanged.
/// Thread-bound. It uses FFmpeg's bwdif filter.
///
/// The filter is built for pictures of one shape and would read others out of bounds: it is
/// replaced when the shape changes.
public struct Deinterlacer: ~Copyable {
  private var graph: DeinterlacingGraph
  private let timebase: Timebase
  private let binding: ThreadBinding

  /// Creates a filter for pictures like `frame`, whose timestamps are in `timebase`.
  public init(like frame: Frame, timebase: Timebase) throws(MediaError) {
    graph = try DeinterlacingGraph(like: frame, timebase: timebase)
    self.timebase = timebase
    binding = ThreadBinding()
  }

  /// Sends a frame (nil at the end) and returns the pictures that are ready.
  public mutating func filter(_ frame: Frame?) throws(MediaError) -> [Frame] {
    binding.check()
    var ready: [Frame] = []
    if let frame, graph.shape != DeinterlacingGraph.Shape(frame) {
      // Pictures that the old filter still holds come first.
      ready = try graph.filter(nil)
      graph = try DeinterlacingGraph(like: frame, timebase: timebase)
    }
    return ready + (try graph.filter(frame))
  }
}
