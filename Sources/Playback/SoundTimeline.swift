public import Timing

/// Which media time belongs to which sample of the sound device. The device plays without a
/// break, so its samples are the player's ruler: runs, pauses and what comes after them are
/// stretches along it. A value; the sound thread writes it, everyone else reads a copy.
public struct SoundTimeline: Sendable {
  struct Stretch: Sendable {
    let firstSample: Int64
    let run: Run
    /// At the first sample.
    let media: Int64
    /// Media time to device time; 0 while paused: the media time stands still.
    let speed: Double
  }

  public let rate: Int
  private var stretches: [Stretch] = []

  /// `rate` is in samples (of one channel) per second.
  public init(rate: Int) {
    self.rate = rate
  }

  /// From `sample` on, `media` of `run` plays at `speed`.
  public mutating func begin(
    _ run: Run, at media: MediaTime, from sample: Int64, speed: Double = 1
  ) {
    // What was to come from here on does not.
    stretches.removeAll { $0.firstSample >= sample || $0.run == run }
    append(Stretch(firstSample: sample, run: run, media: media.nanoseconds, speed: speed))
  }

  /// From `sample` on, the media time moves at `speed`; 0 halts it.
  public mutating func setSpeed(_ speed: Double, from sample: Int64) {
    guard let last = stretches.last, last.speed != speed else { return }
    // Before its beginning a run waits at its start.
    let place = max(sample, last.firstSample)
    append(
      Stretch(
        firstSample: place, run: last.run, media: media(at: Double(place), in: last), speed: speed))
  }

  /// A run that was to come does not.
  public mutating func remove(_ run: Run) {
    stretches.removeAll { $0.run == run }
  }

  /// Moves the halted media time of the last run.
  public mutating func move(to media: MediaTime) {
    guard let last = stretches.last, last.speed == 0 else { return }
    stretches[stretches.count - 1] = Stretch(
      firstSample: last.firstSample, run: last.run, media: media.nanoseconds, speed: 0)
  }

  /// The media time of `run` at a place on the ruler; before its beginning it is counted
  /// backwards. Nil for a run that has not begun.
  public func mediaTime(of run: Run, at sample: Double) -> MediaTime? {
    guard let stretch = stretch(of: run, at: sample) else { return nil }
    return MediaTime(nanoseconds: media(at: sample, in: stretch))
  }

  /// The place on the ruler where `run` reaches a media time; nil while it has not begun, or
  /// is paused before that.
  public func sample(of media: MediaTime, in run: Run) -> Double? {
    let wanted = media.nanoseconds
    guard
      let stretch = stretches.last(where: { $0.run == run && $0.media <= wanted })
        ?? stretches.first(where: { $0.run == run })
    else { return nil }
    guard stretch.speed > 0 else {
      return stretch.media < wanted ? nil : Double(stretch.firstSample)
    }
    let distance = Double(wanted - stretch.media) / 1e9 * Double(rate) / stretch.speed
    return Double(stretch.firstSample) + distance
  }

  private func stretch(of run: Run, at sample: Double) -> Stretch? {
    stretches.last { $0.run == run && Double($0.firstSample) <= sample }
      ?? stretches.first { $0.run == run }
  }

  private func media(at sample: Double, in stretch: Stretch) -> Int64 {
    guard stretch.speed > 0 else { return stretch.media }
    let seconds = (sample - Double(stretch.firstSample)) / Double(rate) * stretch.speed
    return stretch.media + Int64((seconds * 1e9).rounded())
  }

  private mutating func append(_ stretch: Stretch) {
    stretches.append(stretch)
    // Older ones are no longer heard: what is buffered never spans so many.
    if stretches.count > 16 { stretches.removeFirst(8) }
  }
}

/// When media time is on screen: the sound device's ruler, read with a steady clock.
public struct PlaybackClock: Sendable {
  public var steady: SteadyClock
  public var timeline: SoundTimeline

  public init(steady: SteadyClock, timeline: SoundTimeline) {
    (self.steady, self.timeline) = (steady, timeline)
  }

  public func mediaTime(of run: Run, at time: HostTime) -> MediaTime? {
    timeline.mediaTime(of: run, at: steady.position(at: time))
  }

  /// Nil while the run has not begun, or is paused before `media`.
  public func hostTime(of media: MediaTime, in run: Run) -> HostTime? {
    timeline.sample(of: media, in: run).map(steady.time(of:))
  }
}
