import CVitrineFFmpeg
import VitrineLinux
import VitrinePictures

/// Ordinary memory for a picture before it is turned for the display.
struct UprightPicture: ~Copyable {
  let layout: BufferLayout
  let memory: Mapping

  init(_ format: PixelFormat, _ size: PixelSize) throws(MediaError) {
    let pitch = BufferLayout.alignedPitch(format: format, width: size.width)
    guard let layout = BufferLayout(format: format, size: size, pitch: pitch),
      let memory = try? Mapping(anonymous: layout.byteCount)
    else { throw .call("turning", .invalidData) }
    self.layout = layout
    self.memory = memory
  }
}

extension PictureConverter {
  /// Turns a frame directly if nothing else needs to be done; otherwise converts and scales it into
  /// ordinary memory first.
  mutating func convertTurned(
    _ frame: Frame, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    let target = unsafe PictureTurner.Planes(
      destination, format: job.layout.format, size: job.destination.size)
    if let source = unsafe PictureTurner.Planes(frame),
      unsafe PictureTurner.turn(source, by: job.rotation, into: target)
    {
      return
    }
    let size = job.rotation.inverse.upright(job.destination.size)
    let upright = try Self.reuse(&self.upright, job.layout.format, size)
    let outcome = Result { () throws(MediaError) in
      unsafe try convert(frame, by: upright, job, to: target)
    }
    self.upright = consume upright
    try outcome.get()
  }

  private mutating func convert(
    _ frame: Frame, by upright: borrowing UprightPicture, _ job: Job,
    to target: PictureTurner.Planes
  ) throws(MediaError) {
    let (layout, size) = (upright.layout, upright.layout.size)
    let step = Job(
      source: job.source, sourceColor: job.sourceColor, destination: PixelRect(size),
      layout: layout, isExact: job.isExact)
    let planes = unsafe Self.planes(of: layout, at: step.destination, in: upright.memory.bytes)
    try scale(frame, step, to: planes)
    let source = unsafe PictureTurner.Planes(planes, format: layout.format, size: size)
    guard unsafe PictureTurner.turn(source, by: job.rotation, into: target) else {
      throw .call("turning", .invalidData)
    }
  }

  /// Reuses the memory if it fits.
  static func reuse(
    _ cached: inout UprightPicture?, _ format: PixelFormat, _ size: PixelSize
  ) throws(MediaError) -> UprightPicture {
    let old = cached.take()
    switch consume old {
    case .some(let old) where old.layout.format == format && old.layout.size == size: return old
    default: return try UprightPicture(format, size)
    }
  }
}

extension PictureTurner.Planes {
  init(_ planes: vitrine_planes, format: PixelFormat, size: PixelSize) {
    let (starts, pitches) = unsafe (
      [planes.data.0, planes.data.1, planes.data.2, planes.data.3],
      [planes.pitch.0, planes.pitch.1, planes.pitch.2, planes.pitch.3]
    )
    unsafe self.init(
      starts: starts.compactMap { unsafe $0 }, pitches: pitches.map(Int.init), format: format,
      size: size)
  }

  /// The planes of a decoded picture; nil for formats that Vitrine does not write.
  init?(_ frame: Frame) {
    guard let format = unsafe PixelFormat(ffmpeg: frame.raw.pointee.format),
      let memory = format.memoryPlanes
    else { return nil }
    var (starts, pitches): ([UnsafeMutablePointer<UInt8>], [Int]) = unsafe ([], [])
    for index in memory.indices {
      guard let start = unsafe vitrine_frame_data(frame.raw, CInt(index)) else { return nil }
      unsafe starts.append(start)
      unsafe pitches.append(Int(vitrine_frame_pitch(frame.raw, CInt(index))))
    }
    unsafe self.init(starts: starts, pitches: pitches, format: format, size: frame.size)
  }
}
