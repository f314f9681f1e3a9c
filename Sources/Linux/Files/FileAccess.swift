import Glibc

/// Permission checks for the effective user (C: `faccessat`).
package enum FileAccess {
  /// Whether all of `mode` is permitted: `R_OK`, `W_OK`, `X_OK`, or `F_OK` for existence. Otherwise
  /// `Errno.last` is the reason.
  package static func allows(_ mode: CInt, _ path: String) -> Bool {
    unsafe faccessat(AT_FDCWD, kernelPath(path), mode, AT_EACCESS) == 0
  }
}
