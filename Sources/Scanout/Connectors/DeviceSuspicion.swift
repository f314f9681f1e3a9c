internal import VitrineLinux

/// Whether the failure of one output is a reason to open its device anew. Pure.
///
/// Opening it anew takes the display from all outputs of the device. What one connector refuses, a
/// mode that its cable does not carry, is no fault of the device's.
enum DeviceSuspicion {
  /// `error` is what the kernel answered, where it is known; `failures` counts those in a row;
  /// `othersShow` is whether another output of the device shows pictures.
  static func isSuspect(after error: Errno?, failures: Int, othersShow: Bool) -> Bool {
    guard !othersShow else { return false }
    return error == .noDevice || error == .inputOutput || failures > 1
  }
}
