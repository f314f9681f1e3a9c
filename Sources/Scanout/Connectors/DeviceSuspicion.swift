internal import VitrineLinux

/// Decides whether the failure of one output is a reason to reopen its device. Pure.
///
/// Reopening takes the display from all outputs of the device. A failure of one connector, such as
/// a mode that its cable does not support, is not the device's fault.
enum DeviceSuspicion {
  /// `error` is the kernel's error, if known; `failures` counts those in a row; `othersShow` says
  /// that another output of the device shows pictures.
  static func isSuspect(after error: Errno?, failures: Int, othersShow: Bool) -> Bool {
    guard !othersShow else { return false }
    return error == .noDevice || error == .inputOutput || failures > 1
  }
}
