/// Delays sound by a fixed number of frames, for displays that show their picture late.
///
/// A ring buffer that is always full: its oldest frames play next. It allocates only once.
package struct DelayLine: Sendable {
  private var samples: [Int16]
  private let channels: Int
  /// The frame to play next, which is the one to replace next.
  private var next = 0
  /// The timeline position of the next frame of input.
  private var position: Int64 = 0

  package init(frames: Int, channels: Int) {
    samples = Array(repeating: 0, count: max(frames, 0) * channels)
    self.channels = channels
  }

  package var frames: Int { samples.count / channels }

  /// The frames to play in place of the next `count` frames of input, or of the first of them.
  package func output(_ count: Int) -> ArraySlice<Int16> {
    samples[next * channels..<min(next + count, frames) * channels]
  }

  /// Stores input in place of the frames that were played.
  package mutating func exchange(_ input: ArraySlice<Int16>) {
    samples.replaceSubrange(next * channels..<next * channels + input.count, with: input)
    advance(by: input.count / channels)
  }

  /// Continues at this position. Frames that were skipped or lost are silent.
  package mutating func move(to position: Int64) {
    let distance = position - self.position
    self.position = position
    guard frames > 0, distance != 0 else { return }
    let count = Int(min(distance.magnitude, UInt64(frames)))
    let start = distance > 0 ? next : next - count
    for frame in start..<start + count {
      let index = (frame + frames) % frames * channels
      for sample in index..<index + channels { samples[sample] = 0 }
    }
    next = (start + (distance > 0 ? count : 0) + frames) % frames
  }

  private mutating func advance(by count: Int) {
    position += Int64(count)
    next = (next + count) % frames
  }
}
