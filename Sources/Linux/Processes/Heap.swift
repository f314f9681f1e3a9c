import CVitrineLinux

/// The memory that everything small of this process is in.
public enum Heap {
  /// Keeps it together, to be called before there are threads.
  ///
  /// glibc gives nearly each thread an arena of its own, up to eight for each processor. A player's
  /// threads come and go with each item, and what they leave lies in all of them: memory that is
  /// free and of no use to others, more of it for days. The corresponding C function is `mallopt`.
  public static func keepTogether() { _ = vitrine_limit_arenas(arenas) }

  /// A thread that has vblanks to meet hardly ever finds another one in both.
  private static let arenas: CInt = 2
}
