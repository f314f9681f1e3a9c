/// What is done with HDR pictures on a display that takes them.
public enum HDRPolicy: String, Sendable, CaseIterable {
  /// They are mapped to SDR: the signal stays the same with all items.
  case off
  /// They are shown as they are, and SDR pictures as those are. Most displays are dark for a
  /// moment where one follows the other.
  case auto
}
