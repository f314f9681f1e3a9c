/// The limits in nanoseconds beyond which a change of timestamps is a discontinuity.
public struct JumpLimits: Sendable {
  /// How far timestamps of one track go back.
  let back: Int64
  /// How far timestamps go ahead of all earlier ones: the longest gap that is kept.
  let ahead: Int64
  /// How far apart the tracks start.
  let apart: Int64

  /// For broadcasts, which may start and stop anywhere. Timestamps of a track go back only by
  /// rounding errors; tracks are interleaved, with pictures at most a second ahead of their sound.
  public static let broadcast = JumpLimits(
    back: 100_000_000, ahead: 2_000_000_000, apart: 10_000_000_000)

  /// For all other files, where discontinuities are errors: a camera's clock was set, or a header
  /// is damaged. Pictures may have long durations.
  public static let file = JumpLimits(
    back: 10_000_000_000, ahead: 3_600_000_000_000, apart: 3_600_000_000_000)
}
