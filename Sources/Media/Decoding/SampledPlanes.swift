import CVitrineFFmpeg
import VitrinePictures

/// The samples of a 4:2:0 picture that a pass reads; valid while the caller keeps the memory.
@unsafe struct SourcePlanes {
  let luma: UnsafePointer<UInt8>
  let cb: UnsafePointer<UInt8>
  let cr: UnsafePointer<UInt8>
  /// Bytes from row to row, and from one chroma sample to the next.
  let pitch: Int
  let chromaPitch: Int
  let chromaStep: Int
  /// How far samples are shifted up in their bytes.
  let shift: UInt16

  /// Returns nil unless the frame is 4:2:0 with this many bits: eight, or ten in two bytes.
  init?(_ frame: Frame, bits: Int) {
    guard let luma = unsafe vitrine_frame_data(frame.raw, 0),
      let second = unsafe vitrine_frame_data(frame.raw, 1),
      let found = unsafe Self.layout(AVPixelFormat(frame.raw.pointee.format)), found.bits == bits
    else { return nil }
    let bytes = bits > 8 ? 2 : 1
    unsafe (self.luma, self.cb) = unsafe (UnsafePointer(luma), UnsafePointer(second))
    unsafe pitch = unsafe Int(vitrine_frame_pitch(frame.raw, 0))
    unsafe chromaPitch = unsafe Int(vitrine_frame_pitch(frame.raw, 1))
    unsafe shift = found.shift
    guard !found.isInterleaved else {
      unsafe (cr, chromaStep) = unsafe (UnsafePointer(second + bytes), 2 * bytes)
      return
    }
    guard let third = unsafe vitrine_frame_data(frame.raw, 2),
      unsafe vitrine_frame_pitch(frame.raw, 2) == vitrine_frame_pitch(frame.raw, 1)
    else { return nil }
    unsafe (cr, chromaStep) = unsafe (UnsafePointer(third), bytes)
  }

  private static func layout(
    _ format: AVPixelFormat
  ) -> (bits: Int, isInterleaved: Bool, shift: UInt16)? {
    switch format {
    case AV_PIX_FMT_NV12: (8, true, 0)
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: (8, false, 0)
    case AV_PIX_FMT_P010LE: (10, true, 6)
    case AV_PIX_FMT_YUV420P10LE: (10, false, 0)
    default: nil
    }
  }
}

/// The samples of an 8-bit 4:2:0 picture that a pass writes; valid while the caller keeps the
/// memory.
@unsafe struct TargetPlanes {
  let luma: UnsafeMutablePointer<UInt8>
  let cb: UnsafeMutablePointer<UInt8>
  let cr: UnsafeMutablePointer<UInt8>
  /// Bytes from row to row, and from one chroma sample to the next.
  let pitch: Int
  let chromaPitch: Int
  let chromaStep: Int

  /// Returns nil for formats that no pass writes.
  init?(_ planes: vitrine_planes, _ format: PixelFormat) {
    guard let luma = unsafe planes.data.0, let second = unsafe planes.data.1 else { return nil }
    unsafe (self.luma, cb) = unsafe (luma, second)
    unsafe (pitch, chromaPitch) = (Int(planes.pitch.0), Int(planes.pitch.1))
    switch format {
    case .nv12: unsafe (cr, chromaStep) = unsafe (second + 1, 2)
    case .yuv420:
      guard let third = unsafe planes.data.2, planes.pitch.2 == planes.pitch.1 else { return nil }
      unsafe (cr, chromaStep) = unsafe (third, 1)
    default: return nil
    }
  }
}
