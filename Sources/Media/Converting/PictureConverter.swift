import CVitrineFFmpeg
internal import VitrineLinux
package import VitrinePictures

/// A converter from decoded pictures to scanout memory, which copies, interleaves, converts, scales
/// and turns in one pass. Thread-bound. It only writes to the destination, in order, since that
/// memory is usually write-combined.
@safe package struct PictureConverter: ~Copyable {
  /// The parameters of the pass; a change requires a new setup.
  package struct Job: Hashable, Sendable {
    /// The part of the picture to show, in its pixels.
    package var source: PixelRect
    package var sourceColor: ColorDescription
    /// The place in the destination's buffer, in that buffer's pixels.
    package var destination: PixelRect
    package var layout: BufferLayout
    /// The clockwise rotation.
    package var rotation: Rotation
    /// The metadata of HDR pictures that are mapped to SDR: BT.709 with limited range, or RGB. Nil
    /// leaves colours unchanged.
    package var tones: HDRMetadata?
    /// The matrix and range of YUV output. Nil keeps the source's; RGB output ignores it.
    package var destinationColor: ColorDescription?
    /// Whether each pixel is computed separately, at twice the cost, if the source has more than 8
    /// bits and the output is 8-bit RGB. For pictures that are made once. Otherwise tables handle
    /// two pixels at a time, which are off by up to 4 of 255 and depend on the CPU.
    package var isExact: Bool

    package init(
      source: PixelRect, sourceColor: ColorDescription, destination: PixelRect,
      layout: BufferLayout, rotation: Rotation = .none, tones: HDRMetadata? = nil,
      destinationColor: ColorDescription? = nil, isExact: Bool = false
    ) {
      self.source = source
      self.sourceColor = sourceColor
      self.destination = destination
      self.layout = layout
      self.rotation = rotation
      self.tones = tones
      self.destinationColor = destinationColor
      self.isExact = isExact
    }
  }

  private var scaler = Scaler()
  /// Pictures that are scaled or converted before they are turned.
  var upright: UprightPicture?
  /// Pictures in the bit depth that a pass reads, and HDR pictures mapped to SDR that are also
  /// scaled, converted or turned.
  var deepPicture: UprightPicture?
  private var mappedPicture: UprightPicture?
  private var tones: ToneTable?
  /// Pictures converted to other YUV.
  private var recoloredPicture: UprightPicture?
  /// Pictures before their chroma is interleaved.
  private var planarPicture: UprightPicture?
  private let binding = ThreadBinding()

  package init() {}

  /// Converts a frame into `bytes`, which has the job's layout.
  package mutating func convert(
    _ frame: Frame, _ job: Job, into bytes: UnsafeMutableRawBufferPointer
  ) throws(MediaError) {
    binding.check()
    precondition(bytes.count >= job.layout.byteCount, "the buffer is too small for its layout")
    guard let source = cut(frame, to: job.source) else { throw .call("frame", .invalidData) }
    let destination = unsafe Self.planes(of: job.layout, at: job.destination, in: bytes)
    if let hdr = job.tones {
      return try convertTones(source, hdr, job, to: destination)
    }
    if hasAlpha(source) { return try convertAlpha(source, job, to: destination) }
    try convert(source, job, to: destination)
  }

  mutating func convert(
    _ source: Frame, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    if let color = job.destinationColor, color != job.sourceColor, !job.layout.format.isRGB {
      return try convertColors(source, to: color, job, to: destination)
    }
    guard job.rotation == .none else {
      return try convertTurned(source, job, to: destination)
    }
    if PlaneCopy.copy(source, job, to: destination) { return }
    try scale(source, job, to: destination)
  }

  /// Returns the visible part of a frame as a frame that shares its memory; nil if the part is
  /// outside the picture.
  private func cut(_ frame: Frame, to rect: PixelRect) -> Frame? {
    let size = frame.size
    guard rect.x >= 0, rect.y >= 0, rect.width > 0, rect.height > 0,
      rect.x + rect.width <= size.width, rect.y + rect.height <= size.height
    else { return nil }
    if rect == PixelRect(size) { return frame }
    guard let part = Frame(timebase: nil), unsafe av_frame_ref(part.raw, frame.raw) >= 0 else {
      return nil
    }
    unsafe part.raw.pointee.crop_left = rect.x
    unsafe part.raw.pointee.crop_top = rect.y
    unsafe part.raw.pointee.crop_right = size.width - rect.x - rect.width
    unsafe part.raw.pointee.crop_bottom = size.height - rect.y - rect.height
    guard unsafe av_frame_apply_cropping(part.raw, CInt(AV_FRAME_CROP_UNALIGNED)) >= 0 else {
      return nil
    }
    return part
  }

  static func planes(
    of layout: BufferLayout, at rect: PixelRect, in bytes: UnsafeMutableRawBufferPointer
  ) -> vitrine_planes {
    var planes = vitrine_planes()
    let memory = layout.format.memoryPlanes ?? []
    unsafe withUnsafeMutableBytes(of: &planes.data) { data in
      let pointers = unsafe data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
      for (index, (plane, shape)) in zip(layout.planes, memory).enumerated() {
        let offset =
          plane.offset + rect.y / shape.down * plane.pitch + rect.x / shape.across * shape.bytes
        unsafe pointers[index] = unsafe bytes.baseAddress?.advanced(by: offset)
          .assumingMemoryBound(to: UInt8.self)
      }
    }
    unsafe withUnsafeMutableBytes(of: &planes.pitch) { sizes in
      let pitches = unsafe sizes.bindMemory(to: CInt.self)
      for (index, plane) in layout.planes.enumerated() { unsafe pitches[index] = CInt(plane.pitch) }
    }
    return planes
  }

  /// Converts and scales, without turning.
  mutating func scale(
    _ frame: Frame, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    if isPairedByUs(job) { return try scalePaired(frame, job, to: destination) }
    try scaler.scale(frame, job, to: destination)
  }

}

extension PictureConverter {
  /// Converts a frame to the requested matrix and range.
  private mutating func convertColors(
    _ frame: Frame, to color: ColorDescription, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    let plain = try readable(frame, .yuv420, bits: 8, job)
    guard let source = unsafe SourcePlanes(plain, bits: 8) else {
      throw .call("colours", .invalidData)
    }
    let pass = ColorPass(from: job.sourceColor, to: color)
    if let target = unsafe Self.straight(job, to: destination) {
      return unsafe pass.map(source, to: target, size: job.source.size)
    }
    let recolored = try Self.reuse(&recoloredPicture, .yuv420, job.source.size)
    var rest = job
    (rest.sourceColor, rest.destinationColor) = (color, nil)
    let outcome = Result { () throws(MediaError) in
      unsafe try finish(rest, through: recolored, to: destination) { target in
        unsafe pass.map(source, to: target, size: job.source.size)
      }
    }
    recoloredPicture = consume recolored
    try outcome.get()
  }
}

extension PictureConverter {
  /// Maps an HDR frame to SDR.
  private mutating func convertTones(
    _ frame: Frame, _ hdr: HDRMetadata, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    if tones?.hdr != hdr { tones = ToneTable(hdr) }
    guard let table = tones else { return }
    let deep = try readable(frame, .p010, bits: 10, job)
    guard let source = unsafe SourcePlanes(deep, bits: 10) else {
      throw .call("tone mapping", .invalidData)
    }
    let (size, range) = (job.source.size, job.sourceColor.range)
    if job.destinationColor ?? .mapped == .mapped,
      let target = unsafe Self.straight(job, to: destination)
    {
      return unsafe TonePass.map(source, to: target, size: size, range: range, by: table)
    }
    let mapped = try Self.reuse(&mappedPicture, .yuv420, size)
    var rest = job
    (rest.sourceColor, rest.tones) = (.mapped, nil)
    let outcome = Result { () throws(MediaError) in
      unsafe try finish(rest, through: mapped, to: destination) { target in
        unsafe TonePass.map(source, to: target, size: size, range: range, by: table)
      }
    }
    mappedPicture = consume mapped
    try outcome.get()
  }
}

extension ColorDescription {
  /// The colour encoding of mapped pictures.
  fileprivate static let mapped = ColorDescription(matrix: .bt709, range: .limited)
}

// Formats with interleaved chroma that swscale reads but cannot write: NV16, before FFmpeg 7.
extension PictureConverter {
  /// Whether chroma is interleaved here, after swscale.
  private func isPairedByUs(_ job: Job) -> Bool {
    job.layout.format == .nv16 && sws_isSupportedOutput(AV_PIX_FMT_NV16) == 0
  }

  /// Scales and converts into planes, and interleaves them.
  private mutating func scalePaired(
    _ frame: Frame, _ job: Job, to destination: vitrine_planes
  ) throws(MediaError) {
    let size = job.destination.size
    let copy = try Self.reuse(&planarPicture, .yuv422, size)
    var step = job
    (step.destination, step.layout) = (PixelRect(size), copy.layout)
    let made = Result { () throws(MediaError) in
      let planes = unsafe Self.planes(of: copy.layout, at: step.destination, in: copy.memory.bytes)
      try scale(frame, step, to: planes)
      return try Self.frame(showing: copy, job.sourceColor)
    }
    planarPicture = consume copy
    var rest = job
    rest.source = PixelRect(size)
    guard PlaneCopy.copy(try made.get(), rest, to: destination) else {
      throw .call("conversion", .invalidData)
    }
  }
}

// Input and output of a pass over 4:2:0: the frame and the destination themselves if their formats
// allow it, otherwise ordinary memory.
extension PictureConverter {
  /// Returns the frame if it is 4:2:0 with this many bits; otherwise a conversion to `format`,
  /// which is.
  private mutating func readable(
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
  private static func straight(_ job: Job, to destination: vitrine_planes) -> TargetPlanes? {
    guard job.rotation == .none, job.destination.size == job.source.size else { return nil }
    return unsafe TargetPlanes(destination, job.layout.format)
  }

  /// Lets a pass write into `copy`, and then scales, converts and turns the result like any other
  /// picture: `rest` is the remaining job, with the colours that the pass writes.
  private mutating func finish(
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
