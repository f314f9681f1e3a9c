public import VitrineTiming

/// Which time stamps there may be in a source whose stamps do not jump: what lies far outside of the
/// time that its container speaks of is a mistake in the file, and no time. A value.
///
/// A film that is longer than it says goes on by the lengths of its frames.
public struct StampBounds: Sendable {
  private let earliest: MediaTime
  private let latest: MediaTime?

  /// Decoders are fed from a little before the beginning.
  private static let ahead = MediaTime(10, 1)
  /// Durations are estimated, and files grow while they play.
  private static let behind = MediaTime(3600, 1)

  /// By what the container says; nil where it does not.
  public init(start: MediaTime?, duration: MediaTime?) {
    earliest = min(start ?? .zero, .zero) - Self.ahead
    latest = start.flatMap { start in duration.map { start + $0 + Self.behind } }
  }

  public func contains(_ time: MediaTime) -> Bool {
    time >= earliest && latest.map { time <= $0 } ?? true
  }
}
