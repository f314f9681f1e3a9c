import CVitrineFFmpeg
import VitrinePictures

extension PictureConverter {
  /// Maps an HDR frame to SDR.
  mutating func convertTones(
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
