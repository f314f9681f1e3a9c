/// What is written down of a player, for its next start: where it is, and how it fared. A value.
public struct ResumeNote: Hashable, Sendable {
  public var point: ResumePoint
  /// How often in a row the player has crashed, or was killed as hung, right after this point.
  public var crashCount = 0
  /// The locations of items that crashed the player again and again.
  public var quarantined: [String] = []
  /// Which files the locations lead to, as `CrashLoopGuard` has it.
  public var edition = ""
  /// Whether it ended because it was told to.
  public var isClosed = false

  public init(_ point: ResumePoint, edition: String = "") {
    (self.point, self.edition) = (point, edition)
  }
}
