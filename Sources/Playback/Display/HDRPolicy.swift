/// How HDR video is shown on an HDR display.
package enum HDRPolicy: String, Sendable, CaseIterable {
  /// Tone-mapped to SDR: the signal is the same for all items.
  case off
  /// Unchanged, like SDR video. Most displays go dark for a moment when the signal switches.
  case auto
}
