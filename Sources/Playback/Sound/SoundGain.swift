/// Makes sound louder or quieter, from one level to the next in a ramp that is not heard as a
/// click. A value.
public struct SoundGain: Sendable {
  private var level: Float = 1
  private var target: Float = 1
  private let channels: Int
  private let step: Float

  /// How long the way from silence to full volume takes, in seconds.
  private static let ramp: Float = 0.03

  public init(rate: Int, channels: Int) {
    self.channels = channels
    step = 1 / (Self.ramp * Float(rate))
  }

  /// 1 leaves the sound as it is.
  public mutating func set(_ target: Double) { self.target = Float(target) }

  /// Whether it leaves the sound as it is.
  public var isIdle: Bool { level == 1 && target == 1 }

  /// The level after `frames` more: what was written already is not undone.
  public mutating func apply(to samples: ArraySlice<Int16>) -> [Int16] {
    var result = Array(samples)
    var frame = 0
    while frame * channels < result.count {
      if level != target {
        level = level < target ? min(level + step, target) : max(level - step, target)
      }
      for index in frame * channels..<min((frame + 1) * channels, result.count) {
        // An item may be louder than it was recorded; what does not fit is cut off.
        result[index] = Int16(max(-32_768, min(Float(result[index]) * level, 32_767)))
      }
      frame += 1
    }
    return result
  }
}
