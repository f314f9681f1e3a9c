import CLinux

/// The clock that people set.
public enum WallTime {
  /// Whether the kernel counts it as right: whoever sets it from a time server says so, and
  /// nobody has to for some hours. The corresponding C function is `adjtimex`.
  public static var isSynchronised: Bool { vitrine_clock_is_synchronised() != 0 }
}
