/// When a mode is looked for that has the rate of what is played.
public enum RateMatching: String, Sendable, CaseIterable {
  case off
  /// Once, for the first video of all.
  case list
  /// For each video. Most displays are dark for a second or more while they change.
  case item
}
