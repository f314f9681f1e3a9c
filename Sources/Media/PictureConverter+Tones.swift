import CFFmpeg
internal import Linux
import Pictures

extension PictureConverter {
  /// Maps an HDR frame to SDR: straight into the destination where nothing else is to be done,
  /// else into ordinary memory, from which it is scaled, converted and turned as any other.
  mutating func convertTones(
    _ frame: Frame, _ hdr: HDRMetadata, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    if tones?.hdr != hdr { tones = ToneTable(hdr) }
    guard let table = tones else { return }
    let deep = try tenBits(of: frame, job)
    guard let source = unsafe TonePass.Source(deep) else {
      throw .call("tone mapping", .invalidData)
    }
    let size = job.source.size
    if job.rotation == .none, job.destination.size == size,
      job.destinationColor ?? .mapped == .mapped,
      let target = unsafe TonePass.Target(destination, job.layout.format)
    {
      unsafe TonePass.map(source, to: target, size: size, range: job.sourceColor.range, by: table)
      return
    }
    let mapped = try Self.take(&mappedPicture, .yuv420, size)
    let outcome = Result { () throws(MediaError) in
      unsafe try finish(mapped, source, table, job, to: destination)
    }
    mappedPicture = consume mapped
    try outcome.get()
  }

  private mutating func finish(
    _ mapped: borrowing UprightPicture, _ source: TonePass.Source, _ table: ToneTable, _ job: Job,
    to destination: vitrine_planes
  ) throws(MediaError) {
    let size = job.source.size
    let planes = unsafe Self.planes(of: mapped.layout, at: PixelRect(size), in: mapped.memory.bytes)
    guard let target = unsafe TonePass.Target(planes, .yuv420),
      let frame = unsafe Frame(
        showing: mapped.memory.bytes, layout: mapped.layout, color: .mapped)
    else { throw .call("tone mapping", .invalidData) }
    unsafe TonePass.map(source, to: target, size: size, range: job.sourceColor.range, by: table)
    var rest = job
    (rest.source, rest.sourceColor, rest.tones) = (PixelRect(size), .mapped, nil)
    try convert(frame, rest, to: destination)
  }

  /// The frame itself where it has 4:2:0 in ten bits, which HDR nearly always has.
  private mutating func tenBits(of frame: Frame, _ job: Job) throws(MediaError) -> Frame {
    if unsafe TonePass.Source(frame) != nil { return frame }
    let size = job.source.size
    let deep = try Self.take(&deepPicture, .p010, size)
    let step = Job(
      source: job.source, sourceColor: job.sourceColor, destination: PixelRect(size),
      layout: deep.layout)
    let planes = unsafe Self.planes(of: deep.layout, at: step.destination, in: deep.memory.bytes)
    let frame = Result { () throws(MediaError) in
      try scale(frame, step, to: planes)
      guard
        let made = unsafe Frame(
          showing: deep.memory.bytes, layout: deep.layout, color: job.sourceColor)
      else { throw MediaError.call("tone mapping", .invalidData) }
      return made
    }
    deepPicture = consume deep
    return try frame.get()
  }
}

extension ColorDescription {
  /// What SDR is written in.
  fileprivate static let mapped = ColorDescription(matrix: .bt709, range: .limited)
}

extension TonePass.Source {
  /// Nil for formats that the pass does not read.
  fileprivate init?(_ frame: Frame) {
    guard let luma = unsafe vitrine_frame_data(frame.raw, 0),
      let second = unsafe vitrine_frame_data(frame.raw, 1)
    else { return nil }
    let (pitch, chromaPitch) = unsafe (
      Int(vitrine_frame_pitch(frame.raw, 0)), Int(vitrine_frame_pitch(frame.raw, 1))
    )
    switch unsafe AVPixelFormat(frame.raw.pointee.format) {
    case AV_PIX_FMT_P010LE:
      unsafe self.init(
        luma: luma, cb: second, cr: second + 2, pitch: pitch, chromaPitch: chromaPitch,
        chromaStep: 4, shift: 6)
    case AV_PIX_FMT_YUV420P10LE:
      guard let third = unsafe vitrine_frame_data(frame.raw, 2),
        unsafe vitrine_frame_pitch(frame.raw, 2) == vitrine_frame_pitch(frame.raw, 1)
      else { return nil }
      unsafe self.init(
        luma: luma, cb: second, cr: third, pitch: pitch, chromaPitch: chromaPitch, chromaStep: 2,
        shift: 0)
    default: return nil
    }
  }
}

extension TonePass.Target {
  /// Nil for formats that the pass does not write.
  init?(_ planes: vitrine_planes, _ format: PixelFormat) {
    guard let luma = unsafe planes.data.0, let second = unsafe planes.data.1 else { return nil }
    let (pitch, chromaPitch) = (Int(planes.pitch.0), Int(planes.pitch.1))
    switch format {
    case .nv12:
      unsafe self.init(
        luma: luma, cb: second, cr: second + 1, pitch: pitch, chromaPitch: chromaPitch,
        chromaStep: 2)
    case .yuv420:
      guard let third = unsafe planes.data.2, planes.pitch.2 == planes.pitch.1 else {
        return nil
      }
      unsafe self.init(
        luma: luma, cb: second, cr: third, pitch: pitch, chromaPitch: chromaPitch, chromaStep: 1)
    default: return nil
    }
  }
}
