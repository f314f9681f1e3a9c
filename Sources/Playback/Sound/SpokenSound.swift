/// Speech over the sound of the items, which is quieter meanwhile. Bound to the sound thread.
package struct SpokenSound: Sendable {
  /// 16-bit stereo, whatever the format of the device.
  private var samples: [Int16] = []
  /// The first sample that was not written yet.
  private var next = 0
  private var volume: Float = 1
  private var others: SoundGain
  private var channels: Int
  private var isWide: Bool

  /// The volume of everything else during speech.
  private static let ducked = 0.25
  /// Speech stays audible for a visitor who mutes the video.
  private static let leastVolume: Float = 0.3

  package init(rate: Int, channels: Int, isWide: Bool = false) {
    (self.channels, self.isWide) = (channels, isWide)
    others = SoundGain(rate: rate, channels: channels, isWide: isWide)
  }

  /// Another device is open.
  package mutating func change(channels: Int, isWide: Bool) {
    (self.channels, self.isWide) = (channels, isWide)
    others.change(channels: channels, isWide: isWide)
  }

  /// Replaces the current speech; an empty array stops it.
  package mutating func say(_ samples: [Int16]) {
    (self.samples, next) = (samples, 0)
    others.set(samples.isEmpty ? 1 : Self.ducked)
  }

  /// 1 leaves the speech unchanged.
  package mutating func set(volume: Double) {
    self.volume = min(max(Float(volume), Self.leastVolume), 1)
  }

  /// Whether it leaves the sound of the items unchanged.
  package var isIdle: Bool { samples.isEmpty && others.isIdle }

  /// Adds speech to the next samples of the items.
  package mutating func mixed(into samples: ArraySlice<Int16>) -> [Int16] {
    var result = others.apply(to: samples)
    let size = channels * (isWide ? 2 : 1)
    let spoken = self.samples[next...].prefix(result.count / size * 2)
    for (place, sample) in spoken.enumerated() {
      // In the front left and right channels, the first two.
      if isWide {
        let index = place / 2 * size + place % 2 * 2
        let sum = Double(result[wide: index]) + Double(sample) * Double(volume) * 65536
        result[wide: index] = Int32(clipping: sum)
      } else {
        let index = place / 2 * size + place % 2
        let sum = Float(result[index]) + Float(sample) * volume
        result[index] = Int16(max(-32_768, min(sum, 32_767)))
      }
    }
    return result
  }

  /// Records that these frames were written, or skipped.
  package mutating func advance(_ frames: Int) {
    guard !samples.isEmpty else { return }
    next += min(frames * 2, samples.count - next)
    if next == samples.count { say([]) }
  }
}
