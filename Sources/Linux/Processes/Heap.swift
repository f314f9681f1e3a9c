import CVitrineLinux

/// The allocator of this process.
package enum Heap {
  /// Limits fragmentation; to be called before threads start.
  ///
  /// glibc gives nearly every thread its own arena, up to eight for each processor. A player's
  /// threads start and end with each item and leave free memory in all arenas, which others cannot
  /// use: its size grows for days (C: `mallopt`).
  package static func limitArenas() { _ = vitrine_limit_arenas(arenas) }

  /// With two arenas, a realtime thread hardly ever finds both locked.
  private static let arenas: CInt = 2
}
