internal import VitrineKMS
internal import VitrineLinux

/// A feature to leave out if the kernel rejects the full mode set.
enum ModesetFallback: Hashable {
  /// Screenshots by writeback: on some drivers, the writeback connector cannot share a CRTC with
  /// another connector, or supports fewer modes.
  case writeback
  /// The signal for HDR pictures.
  case hdr
  /// The gamma table for dimming.
  case dimming

  /// The least important feature first; nil if there is none left, or if that would not help.
  static func next(
    after error: Errno, writesBack: Bool, isHDR: Bool, isDimmed: Bool = false
  ) -> ModesetFallback? {
    guard error.isRefusal else { return nil }
    if writesBack { return .writeback }
    if isHDR { return .hdr }
    return isDimmed ? .dimming : nil
  }
}
