internal import VitrineTiming

/// The frames of a simulated file, and their times from its beginning.
package struct ScriptedTimeline: Sendable {
  /// The number of frames; nil if endless.
  let count: Int?
  /// The time from one frame to the next.
  let frameDuration: MediaTime
  /// Whether its duration is unknown.
  private let isLengthless: Bool
  /// A gap of some seconds before a frame.
  private let gap: (before: Int, seconds: Int64)?

  init(
    count: Int?, frameDuration: MediaTime, isLengthless: Bool = false,
    gap: (before: Int, seconds: Int64)? = nil
  ) {
    self.count = count
    self.frameDuration = frameDuration
    self.isLengthless = isLengthless
    self.gap = gap
  }

  func time(of frame: Int) -> MediaTime {
    let gap = gap.map { frame >= $0.before ? MediaTime($0.seconds, 1) : .zero } ?? .zero
    return MediaTime(Int64(frame) * frameDuration.value, frameDuration.timescale) + gap
  }

  /// The index of the frame at a time.
  func frame(at time: MediaTime) -> Int {
    let frame = max(0, Int(time.seconds / frameDuration.seconds + 0.001))
    return min(frame, (count ?? .max) - 1)
  }

  /// The number of frames that have begun and ended by a time.
  func count(by time: MediaTime) -> Int {
    min(max(0, Int(time.seconds / frameDuration.seconds + 0.001)), count ?? .max)
  }

  /// Nil if it is endless or unknown.
  var length: MediaTime? { isLengthless ? nil : count.map(time) }
}
