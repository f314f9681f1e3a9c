package import VitrineTiming

/// Decides whether an item may be opened while others hang: abandoned files whose threads have not
/// ended because a disk or share does not respond.
///
/// Each of them keeps a thread and its memory. Without a limit, each round of the list would add
/// one until no thread can be created.
package struct HungFiles: Sendable {
  /// An abandoned file, and since when.
  package struct Hung: Hashable, Sendable {
    package var location: String
    package var since: HostTime
    /// Whether its location refers to another file by now.
    package var isOther = false

    package init(_ location: String, since: HostTime) {
      self.location = location
      self.since = since
    }
  }

  /// Threads need a moment to end; those of items abandoned as hung have already had it.
  package static let grace = Duration.seconds(1)
  /// The maximum number of hung files.
  package static let most = 8
  /// The maximum per location, however often its file is replaced.
  static let mostOfLocation = 2

  private let hung: [Hung]

  /// `left` are the closed items whose threads have not ended.
  package init(_ left: [Hung], at now: HostTime) {
    hung = left.filter { now - $0.since >= Self.grace }
  }

  /// Returns why the item is not opened, or nil.
  package func refusal(of location: String) -> PlaybackError? {
    let same = hung.filter { $0.location == location }
    if same.contains(where: { !$0.isOther }) || same.count >= Self.mostOfLocation {
      return PlaybackError(
        .source,
        "skipped: an earlier read still hangs; "
          + "check its disk or share", exitStatus: .unavailable)
    }
    guard hung.count >= Self.most else { return nil }
    return PlaybackError(
      .source,
      "\(hung.count) earlier reads still hang, so no other file is opened; "
        + "check their disk or share", exitStatus: .unavailable)
  }
}
