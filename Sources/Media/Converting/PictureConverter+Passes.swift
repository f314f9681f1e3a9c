import CVitrineFFmpeg
internal import VitrineLinux
import VitrinePictures

// What a pass over 4:2:0 reads and writes: the frame and the destination themselves where they are
// made for it, else ordinary memory.
extension PictureConverter {
  /// The frame itself where it has 4:2:0 of so many bits; else one in `format`, which has.
  mutating func readable(
    _ frame: Frame, _ format: PixelFormat, bits: Int, _ job: Job
  ) throws(MediaError) -> Frame {
    if unsafe SourcePlanes(frame, bits: bits) != nil { return frame }
    let size = job.source.size
    let copy = try Self.take(&deepPicture, format, size)
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

  /// The destination's planes where a pass may write them: nothing else is to be done.
  static func straight(_ job: Job, to destination: vitrine_planes) -> TargetPlanes? {
    guard job.rotation == .none, job.destination.size == job.source.size else { return nil }
    return unsafe TargetPlanes(destination, job.layout.format)
  }

  /// Has a pass write into `copy`, from which the picture is scaled, converted and turned as any
  /// other: `rest` says what of the job is left, and which colours the pass writes.
  mutating func finish(
    _ rest: Job, through copy: borrowing UprightPicture, to destination: vitrine_planes,
    _ write: (TargetPlanes) -> Void
  ) throws(MediaError) {
    var rest = rest
    rest.source = PixelRect(rest.source.size)
    let planes = unsafe Self.planes(of: copy.layout, at: rest.source, in: copy.memory.bytes)
    guard let target = unsafe TargetPlanes(planes, copy.layout.format) else {
      throw .call("a pass over the picture", .invalidData)
    }
    unsafe write(target)
    try convert(Self.frame(showing: copy, rest.sourceColor), rest, to: destination)
  }

  static func frame(
    showing copy: borrowing UprightPicture, _ color: ColorDescription
  ) throws(MediaError) -> Frame {
    guard
      let frame = unsafe Frame(showing: copy.memory.bytes, layout: copy.layout, color: color)
    else { throw .call("a pass over the picture", .invalidData) }
    return frame
  }
}
