import CFFmpeg
internal import Linux
import Pictures

extension PictureConverter {
  /// Writes a frame in the YUV that is wanted: straight into the destination where nothing else is
  /// to be done, else into ordinary memory, from which it is scaled, converted and turned as any
  /// other.
  mutating func convertColors(
    _ frame: Frame, to color: ColorDescription, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    let plain = try eightBits(of: frame, job)
    guard let source = unsafe ColorPass.Source(plain) else {
      throw .call("colours", .invalidData)
    }
    let size = job.source.size
    let pass = ColorPass(from: job.sourceColor, to: color)
    if job.rotation == .none, job.destination.size == size,
      let target = unsafe TonePass.Target(destination, job.layout.format)
    {
      return unsafe pass.map(source, to: target, size: size)
    }
    let recolored = try Self.take(&recoloredPicture, .yuv420, size)
    let outcome = Result { () throws(MediaError) in
      let planes = unsafe Self.planes(
        of: recolored.layout, at: PixelRect(size), in: recolored.memory.bytes)
      guard let target = unsafe TonePass.Target(planes, .yuv420),
        let frame = unsafe Frame(
          showing: recolored.memory.bytes, layout: recolored.layout, color: color)
      else { throw MediaError.call("colours", .invalidData) }
      unsafe pass.map(source, to: target, size: size)
      var rest = job
      (rest.source, rest.sourceColor, rest.destinationColor) = (PixelRect(size), color, nil)
      try convert(frame, rest, to: destination)
    }
    recoloredPicture = consume recolored
    try outcome.get()
  }

  /// The frame itself where it has 4:2:0 in eight bits; else without what it has more.
  private mutating func eightBits(of frame: Frame, _ job: Job) throws(MediaError) -> Frame {
    if unsafe ColorPass.Source(frame) != nil { return frame }
    let size = job.source.size
    let plain = try Self.take(&deepPicture, .yuv420, size)
    let step = Job(
      source: job.source, sourceColor: job.sourceColor, destination: PixelRect(size),
      layout: plain.layout)
    let planes = unsafe Self.planes(of: plain.layout, at: step.destination, in: plain.memory.bytes)
    let made = Result { () throws(MediaError) in
      try scale(frame, step, to: planes)
      guard
        let made = unsafe Frame(
          showing: plain.memory.bytes, layout: plain.layout, color: job.sourceColor)
      else { throw MediaError.call("colours", .invalidData) }
      return made
    }
    deepPicture = consume plain
    return try made.get()
  }
}

extension ColorPass.Source {
  /// Nil for formats that the pass does not read.
  fileprivate init?(_ frame: Frame) {
    guard let luma = unsafe vitrine_frame_data(frame.raw, 0),
      let second = unsafe vitrine_frame_data(frame.raw, 1)
    else { return nil }
    let (pitch, chromaPitch) = unsafe (
      Int(vitrine_frame_pitch(frame.raw, 0)), Int(vitrine_frame_pitch(frame.raw, 1))
    )
    switch unsafe AVPixelFormat(frame.raw.pointee.format) {
    case AV_PIX_FMT_NV12:
      unsafe self.init(
        luma: luma, cb: second, cr: second + 1, pitch: pitch, chromaPitch: chromaPitch,
        chromaStep: 2)
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P:
      guard let third = unsafe vitrine_frame_data(frame.raw, 2),
        unsafe vitrine_frame_pitch(frame.raw, 2) == vitrine_frame_pitch(frame.raw, 1)
      else { return nil }
      unsafe self.init(
        luma: luma, cb: second, cr: third, pitch: pitch, chromaPitch: chromaPitch, chromaStep: 1)
    default: return nil
    }
  }
}
