import Glibc

/// What this process may do with a file. The corresponding C function is `faccessat`, which asks
/// for the effective user.
public enum FileAccess {
  /// Whether it may do all of `mode`: `R_OK`, `W_OK`, `X_OK`, or `F_OK` for being there. Else
  /// `Errno.last` says why not.
  public static func allows(_ mode: CInt, _ path: String) -> Bool {
    unsafe faccessat(AT_FDCWD, kernelPath(path), mode, AT_EACCESS) == 0
  }
}
