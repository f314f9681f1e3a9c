import CVitrineFFmpeg
import VitrineLinux
import VitrinePictures
package import VitrineTiming

/// A deinterlacer that turns each field into a picture; progressive pictures pass unchanged.
/// Thread-bound. It uses FFmpeg's bwdif filter.
///
/// The filter is built for pictures of one shape and would read others out of bounds: it is
/// replaced when the shape changes.
package struct Deinterlacer: ~Copyable {
  private var graph: DeinterlacingGraph
  private let timebase: Timebase
  private let binding: ThreadBinding

  /// Creates a filter for pictures like `frame`, whose timestamps are in `timebase`.
  package init(like frame: Frame, timebase: Timebase) throws(MediaError) {
    graph = try DeinterlacingGraph(like: frame, timebase: timebase)
    self.timebase = timebase
    binding = ThreadBinding()
  }

  /// Sends a frame (nil at the end) and returns the pictures that are ready.
  package mutating func filter(_ frame: Frame?) throws(MediaError) -> [Frame] {
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

/// FFmpeg's deinterlacing filter for pictures of one shape. Thread-bound.
struct DeinterlacingGraph: ~Copyable {
  /// The shape that the filter is built for.
  let shape: Shape
  private let graph: FilterGraph
  private let timebase: Timebase?
  private let picture: PictureDescription?

  /// The properties that must be the same in all pictures of a filter.
  struct Shape: Equatable {
    private let width, height, format: CInt
    private let matrix, range: UInt32

    init(_ frame: Frame) {
      let raw = unsafe frame.raw.pointee
      (width, height, format) = unsafe (raw.width, raw.height, raw.format)
      (matrix, range) = unsafe (raw.colorspace.rawValue, raw.color_range.rawValue)
    }
  }

  init(like frame: Frame, timebase: Timebase) throws(MediaError) {
    let raw = unsafe frame.raw.pointee
    let aspect = unsafe raw.sample_aspect_ratio
    let format =
      unsafe vitrine_pixel_format_name(raw.format).map { unsafe String(cString: $0) } ?? "none"
    let arguments =
      unsafe "video_size=\(raw.width)x\(raw.height):pix_fmt=\(format)"
      + ":time_base=\(timebase.numerator)/\(timebase.denominator)"
      + ":pixel_aspect=\(max(aspect.num, 0))/\(max(aspect.den, 1))"
    graph = try FilterGraph(
      [
        ("buffer", "buffer", arguments), ("bwdif", "bwdif", "mode=send_field:deint=interlaced"),
        ("buffersink", "buffersink", nil),
      ], purpose: "deinterlacing")
    self.timebase = graph.timebase
    picture = frame.track
    shape = Shape(frame)
  }

  /// Sends a frame (nil at the end) and returns the pictures that are ready.
  func filter(_ frame: Frame?) throws(MediaError) -> [Frame] {
    if let frame {
      // The filter uses `pts`: the decoder's best estimate is in another field.
      unsafe frame.raw.pointee.pts = unsafe frame.raw.pointee.best_effort_timestamp
    }
    try graph.send(frame, isShared: true)
    var ready: [Frame] = []
    while let next = Frame(timebase: timebase, of: picture), graph.receive(into: next) {
      unsafe next.raw.pointee.best_effort_timestamp = unsafe next.raw.pointee.pts
      ready.append(next)
    }
    return ready
  }
}
