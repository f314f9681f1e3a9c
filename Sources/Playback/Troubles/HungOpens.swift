public import VitrineTiming

/// Decides whether an item may be opened while others hang: files that were given up, and whose
/// threads have not ended, since a disk or share does not answer. A value.
///
/// Each such file keeps a thread and its memory for as long. Without a bound every round over the
/// list would add one, until none can be made.
public struct HungOpens: Sendable {
  /// A file that was given up, and when.
  public struct Hung: Hashable, Sendable {
    public var location: String
    public var since: HostTime
    /// Its location leads to another file by now.
    public var isOther = false

    public init(_ location: String, since: HostTime) {
      (self.location, self.since) = (location, since)
    }
  }

  /// Threads need a moment to end; those of what was given up as hung had theirs.
  public static let grace = Duration.seconds(1)
  /// More are not waited for.
  public static let most = 8
  /// However often other files take the place of one that hangs.
  static let mostOfLocation = 2

  private let hung: [Hung]

  /// Those that were closed and have not ended.
  public init(_ left: [Hung], at now: HostTime) {
    hung = left.filter { now - $0.since >= Self.grace }
  }

  /// Why this one is left out; nil where it is opened.
  public func refusal(of location: String) -> PlaybackError? {
    let same = hung.filter { $0.location == location }
    if same.contains(where: { !$0.isOther }) || same.count >= Self.mostOfLocation {
      return PlaybackError(
        .source,
        "an earlier attempt to read it still hangs; it is left out until that ends. "
          + "Check its disk or share", exitStatus: .unavailable)
    }
    guard hung.count >= Self.most else { return nil }
    return PlaybackError(
      .source,
      "\(hung.count) files that were given up still hang; no other is opened until one of "
        + "them ends. Check their disk or share", exitStatus: .unavailable)
  }
}
