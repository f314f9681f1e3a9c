internal import VitrineKMS
internal import VitrineLinux

/// What an output is lit without, where the kernel refuses it with all that is wanted.
enum ModesetFallback: Hashable {
  /// Pictures of the screen by the writeback connector: on some drivers it cannot share a CRTC with
  /// another connector, or has fewer modes.
  case writeback
  /// The signal that the picture wants.
  case hdr
  /// The gamma table by which it is dimmed.
  case dimming

  /// What is missed least goes first; nil where nothing is left, or would not help.
  static func next(
    after error: Errno, writesBack: Bool, isHDR: Bool, isDimmed: Bool = false
  ) -> ModesetFallback? {
    guard error.isRefusal else { return nil }
    if writesBack { return .writeback }
    if isHDR { return .hdr }
    return isDimmed ? .dimming : nil
  }
}
