import CVitrineFFmpeg
import VitrineLinux
public import VitrineTiming

/// Makes whole pictures of interlaced fields, one for each field; whole pictures pass untouched.
/// Thread-bound. FFmpeg's bwdif filter does the work.
///
/// The filter is built for pictures of one shape and reads others beyond their ends: where they
/// change in mid-stream another filter takes over.
public struct Deinterlacer: ~Copyable {
  private var graph: DeinterlacingGraph
  private let timebase: Timebase
  private let binding: ThreadBinding

  /// A filter for pictures like `frame`, whose timestamps count in `timebase`.
  public init(like frame: Frame, timebase: Timebase) throws(MediaError) {
    graph = try DeinterlacingGraph(like: frame, timebase: timebase)
    self.timebase = timebase
    binding = ThreadBinding()
  }

  /// Gives one frame (nil at the end) and takes the pictures that are ready.
  public mutating func filter(_ frame: Frame?) throws(MediaError) -> [Frame] {
    binding.check()
    var ready: [Frame] = []
    if let frame, graph.shape != DeinterlacingGraph.Shape(frame) {
      // Those that the filter still holds come before the change.
      ready = try graph.filter(nil)
      graph = try DeinterlacingGraph(like: frame, timebase: timebase)
    }
    return ready + (try graph.filter(frame))
  }
}
