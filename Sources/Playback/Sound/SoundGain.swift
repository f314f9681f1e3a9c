/// The gains of an item for its loudness.
package struct ItemGain: Hashable, Sendable {
  /// On a device with two channels, and with more.
  package let stereo, surround: Double

  package init(stereo: Double = 1, surround: Double = 1) {
    (self.stereo, self.surround) = (stereo, surround)
  }

  package func gain(channels: Int) -> Double { channels > 2 ? surround : stereo }
}

/// Changes the volume in ramps, without audible clicks, and applies the gain of items.
package struct SoundGain: Sendable {
  private var level: Float = 1
  private var target: Float = 1
  /// The gain of the current item.
  private var item: Float = 1
  private var channels: Int
  private var isWide: Bool
  private let step: Float

  /// The duration of a ramp from silence to full volume, in seconds.
  private static let ramp: Float = 0.03

  /// With `isWide`, samples have 32 bits in two words each.
  package init(rate: Int, channels: Int, isWide: Bool = false) {
    (self.channels, self.isWide) = (channels, isWide)
    step = 1 / (Self.ramp * Float(rate))
  }

  /// Another device is open; the level stays.
  package mutating func change(channels: Int, isWide: Bool) {
    (self.channels, self.isWide) = (channels, isWide)
  }

  /// 1 leaves the sound unchanged.
  package mutating func set(_ target: Double) { self.target = Float(target) }

  /// Sets the gain of an item, from its first sample on.
  package mutating func set(item: Double) { self.item = Float(item) }

  /// Whether the gain leaves the sound unchanged.
  package var isIdle: Bool { level == 1 && target == 1 && item == 1 }

  /// Advances the level by the number of frames; written sound is not changed.
  package mutating func apply(to samples: ArraySlice<Int16>) -> [Int16] {
    var result = Array(samples)
    var frame = 0
    let size = channels * (isWide ? 2 : 1)
    while frame * size < result.count {
      if level != target {
        level = level < target ? min(level + step, target) : max(level - step, target)
      }
      // An item may be amplified; samples out of range are clipped.
      let gain = level * item
      let indices = frame * size..<min((frame + 1) * size, result.count)
      if isWide {
        for index in stride(from: indices.lowerBound, to: indices.upperBound - 1, by: 2) {
          result[wide: index] = Int32(clipping: Double(result[wide: index]) * Double(gain))
        }
      } else {
        for index in indices {
          result[index] = Int16(max(-32_768, min(Float(result[index]) * gain, 32_767)))
        }
      }
      frame += 1
    }
    return result
  }
}
