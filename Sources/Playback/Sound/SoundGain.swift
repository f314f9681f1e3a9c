/// Changes the volume in ramps, without audible clicks.
package struct SoundGain: Sendable {
  private var level: Float = 1
  private var target: Float = 1
  private let channels: Int
  private let step: Float

  /// The duration of a ramp from silence to full volume, in seconds.
  private static let ramp: Float = 0.03

  package init(rate: Int, channels: Int) {
    self.channels = channels
    step = 1 / (Self.ramp * Float(rate))
  }

  /// 1 leaves the sound unchanged.
  package mutating func set(_ target: Double) { self.target = Float(target) }

  /// Whether the gain leaves the sound unchanged.
  package var isIdle: Bool { level == 1 && target == 1 }

  /// Advances the level by the number of frames; written sound is not changed.
  package mutating func apply(to samples: ArraySlice<Int16>) -> [Int16] {
    var result = Array(samples)
    var frame = 0
    while frame * channels < result.count {
      if level != target {
        level = level < target ? min(level + step, target) : max(level - step, target)
      }
      for index in frame * channels..<min((frame + 1) * channels, result.count) {
        // An item may be amplified; samples out of range are clipped.
        result[index] = Int16(max(-32_768, min(Float(result[index]) * level, 32_767)))
      }
      frame += 1
    }
    return result
  }
}
