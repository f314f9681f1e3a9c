import CVitrineFFmpeg
internal import VitrineLinux
import VitrinePictures

// Input and output of a pass over 4:2:0: the frame and the destination themselves if their formats
// allow it, otherwise ordinary memory.
extension PictureConverter {
  /// Returns the frame if it is 4:2:0 with this many bits; otherwise a conversion to `format`,
  /// which is.
  mutating func readable(
    _ frame: Frame, _ format: PixelFormat, bits: Int, _ job: Job
  ) throws(MediaError) -> Frame {
    if unsafe SourcePlanes(frame, bits: bits) != nil { return frame }
    let size = job.source.size
    let copy = try Self.reuse(&deepPicture, format, size)
    let step = Job(
      source: job.source, sourceColor: job.sourceColor, destination: PixelRect(size),
      layout: copy.layout, isExact: job.isExact)
    let made = Result { () throws(MediaError) in
      let planes = unsafe Self.planes(of: copy.layout, at: step.destination, in: copy.memory.bytes)
      try scale(frame, step, to: planes)
      return try Self.frame(showing: copy, job.sourceColor)
    }
    deepPicture = consume copy
    return try made.get()
  }

  /// Returns the destination's planes if a pass can write to them and nothing else remains to be
  /// done.
  static func straight(_ job: Job, to destination: vitrine_planes) -> TargetPlanes? {
    guard job.rotation == .none, job.destination.size == job.source.size else { return nil }
    return unsafe TargetPlanes(destination, job.layout.format)
  }

  /// Lets a pass write into `copy`, and then scales, converts and turns the result like any other
  /// picture: `rest` is the remaining job, with the colours that the pass writes.
  mutating func finish(
    _ rest: Job, through copy: borrowing UprightPicture, to destination: vitrine_planes,
    _ write: (TargetPlanes) -> Void
  ) throws(MediaError) {
    var rest = rest
    rest.source = PixelRect(rest.source.size)
    let planes = unsafe Self.planes(of: copy.layout, at: rest.source, in: copy.memory.bytes)
    guard let target = unsafe TargetPlanes(planes, copy.layout.format) else {
      throw .call("converting the frame", .invalidData)
    }
    unsafe write(target)
    try convert(Self.frame(showing: copy, rest.sourceColor), rest, to: destination)
  }

  static func frame(
    showing copy: borrowing UprightPicture, _ color: ColorDescription
  ) throws(MediaError) -> Frame {
    guard
      let frame = unsafe Frame(showing: copy.memory.bytes, layout: copy.layout, color: color)
    else { throw .call("converting the frame", .invalidData) }
    return frame
  }
}
