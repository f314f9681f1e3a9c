/// Speech over the sound of the items, which is quieter meanwhile. Bound to the sound thread.
package struct SpokenSound: Sendable {
  /// Interleaved, in the format of the device.
  private var samples: [Int16] = []
  /// The first sample that was not written yet.
  private var next = 0
  private var volume: Float = 1
  private var others: SoundGain
  private let channels: Int

  /// The volume of everything else during speech.
  private static let ducked = 0.25
  /// Speech stays audible for a visitor who mutes the video.
  private static let leastVolume: Float = 0.3

  package init(rate: Int, channels: Int) {
    self.channels = channels
    others = SoundGain(rate: rate, channels: channels)
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
    for (place, sample) in self.samples[next...].prefix(result.count).enumerated() {
      let sum = Float(result[place]) + Float(sample) * volume
      result[place] = Int16(max(-32_768, min(sum, 32_767)))
    }
    return result
  }

  /// Records that these frames were written, or skipped.
  package mutating func advance(_ frames: Int) {
    guard !samples.isEmpty else { return }
    next += min(frames * channels, samples.count - next)
    if next == samples.count { say([]) }
  }
}
