import CVitrineFFmpeg
import VitrinePictures

extension PictureConverter {
  /// Converts a frame to the requested matrix and range.
  mutating func convertColors(
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
