/// What is a jump of time stamps, in nanoseconds: less is how the file is. A value.
public struct JumpLimits: Sendable {
  /// How far stamps of one track go back.
  let back: Int64
  /// How far stamps are in front of all before them: the longest gap that stays as it is.
  let ahead: Int64
  /// How far tracks are apart at the beginning.
  let apart: Int64

  /// Of broadcasts, which may begin and break off anywhere. Stamps of a track never go back, but for
  /// what rounding does to them; tracks lie beside each other, pictures a second ahead of their sound
  /// at the most.
  public static let broadcast = JumpLimits(
    back: 100_000_000, ahead: 2_000_000_000, apart: 10_000_000_000)

  /// Of all other files, whose stamps jump by mistake alone: where a camera's clock was set, or a
  /// header is damaged. Pictures may be long.
  public static let file = JumpLimits(
    back: 10_000_000_000, ahead: 3_600_000_000_000, apart: 3_600_000_000_000)
}
