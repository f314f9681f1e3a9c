import CVitrineFFmpeg
import VitrinePictures

/// Copies the planes of a picture that needs neither conversion nor scaling, or interleaves their
/// chroma.
enum PlaneCopy {
  /// Returns false if the job needs more than copying and interleaving.
  static func copy(_ frame: Frame, _ job: PictureConverter.Job, to destination: vitrine_planes)
    -> Bool
  {
    guard job.source.size == job.destination.size,
      let format = unsafe PixelFormat(ffmpeg: frame.raw.pointee.format), !format.isRGB
    else { return false }
    switch (format, job.layout.format) {
    case _ where format == job.layout.format:
      copyRows(of: format, frame, job, to: destination)
    case (.yuv420, .nv12), (.yuv422, .nv16):
      copyRows(of: format, frame, job, to: destination, only: 0)
      interleaveChroma(of: format, frame, job, to: destination)
    default: return false
    }
    return true
  }

  private static func copyRows(
    of format: PixelFormat, _ frame: Frame, _ job: PictureConverter.Job,
    to destination: vitrine_planes, only single: Int? = nil
  ) {
    let size = job.source.size
    let (targets, pitches) = unsafe (array(destination.data), array(destination.pitch))
    for (index, plane) in (format.memoryPlanes ?? []).enumerated() {
      if let single, single != index { continue }
      guard let from = unsafe vitrine_frame_data(frame.raw, CInt(index)),
        let to = unsafe targets[index]
      else {
        continue
      }
      let rows = (size.height + plane.down - 1) / plane.down
      let bytes = (size.width + plane.across - 1) / plane.across * plane.bytes
      unsafe av_image_copy_plane(
        to, pitches[index], from, vitrine_frame_pitch(frame.raw, CInt(index)), CInt(bytes),
        CInt(rows))
    }
  }

  /// Interleaves U and V samples. The compiler vectorizes the inner loop.
  private static func interleaveChroma(
    of format: PixelFormat, _ frame: Frame, _ job: PictureConverter.Job,
    to destination: vitrine_planes
  ) {
    let (across, down) = format.chroma
    let columns = (job.source.width + across - 1) / across
    let rows = (job.source.height + down - 1) / down
    guard let u = unsafe vitrine_frame_data(frame.raw, 1),
      let v = unsafe vitrine_frame_data(frame.raw, 2),
      let uv = unsafe destination.data.1
    else { return }
    let (uPitch, vPitch) = unsafe (
      vitrine_frame_pitch(frame.raw, 1), vitrine_frame_pitch(frame.raw, 2)
    )
    for row in 0..<rows {
      let uRow = unsafe u + row * Int(uPitch)
      let vRow = unsafe v + row * Int(vPitch)
      let pairs = unsafe uv + row * Int(destination.pitch.1)
      for column in 0..<columns {
        unsafe pairs[2 * column] = unsafe uRow[column]
        unsafe pairs[2 * column + 1] = unsafe vRow[column]
      }
    }
  }
}

private func array<Element>(_ four: (Element, Element, Element, Element)) -> [Element] {
  [four.0, four.1, four.2, four.3]
}
