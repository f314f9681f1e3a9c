/// When to choose a mode that matches the frame rate of the video.
package enum RateMatching: String, Sendable, CaseIterable {
  case off
  /// Once, for the very first video.
  case list
  /// For each video. Most displays go dark for a second or more during a mode set.
  case item
}
