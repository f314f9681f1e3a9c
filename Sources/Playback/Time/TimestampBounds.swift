package import VitrineTiming

/// The plausible timestamps of a source without discontinuities: those far outside the container's
/// duration are errors and are ignored.
///
/// If a video is longer than specified, it continues by the durations of its frames.
package struct TimestampBounds: Sendable {
  private let earliest: MediaTime
  private let latest: MediaTime?

  /// Decoders are fed from slightly before the beginning.
  private static let ahead = MediaTime(10, 1)
  /// Durations are estimates, and files grow during playback.
  private static let behind = MediaTime(3600, 1)

  /// From the container; nil if it does not specify them.
  package init(start: MediaTime?, duration: MediaTime?) {
    earliest = min(start ?? .zero, .zero) - Self.ahead
    latest = start.flatMap { start in duration.map { start + $0 + Self.behind } }
  }

  package func contains(_ time: MediaTime) -> Bool {
    time >= earliest && latest.map { time <= $0 } ?? true
  }
}
