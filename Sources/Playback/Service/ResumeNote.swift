/// The saved state of a player for its next start: its resume point and crashes.
public struct ResumeNote: Hashable, Sendable {
  public var point: ResumePoint
  /// How often in a row the player crashed, or was killed because it hung, right after this point.
  public var crashCount = 0
  /// The locations of items that crashed the player repeatedly.
  public var quarantined: [String] = []
  /// The edition, as in `CrashLoopGuard`.
  public var edition = ""
  /// Whether the player exited in order.
  public var isClosed = false

  public init(_ point: ResumePoint, edition: String = "") {
    self.point = point
    self.edition = edition
  }
}
