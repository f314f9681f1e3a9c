import CVitrineFFmpeg
internal import VitrineLinux
import VitrinePictures

// Formats with interleaved chroma that swscale reads but cannot write: NV16, before FFmpeg 7.
extension PictureConverter {
  /// Whether chroma is interleaved here, after swscale.
  func isPairedByUs(_ job: Job) -> Bool {
    job.layout.format == .nv16 && sws_isSupportedOutput(AV_PIX_FMT_NV16) == 0
  }

  /// Scales and converts into planes, and interleaves them.
  mutating func scalePaired(
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
    guard copyPlanes(try made.get(), rest, to: destination) else {
      throw .call("conversion", .invalidData)
    }
  }
}
