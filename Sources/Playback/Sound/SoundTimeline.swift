package import VitrineTiming

/// Maps the sound device's samples to media times. The device plays continuously, so its sample
/// count is the master clock: runs and pauses are segments of it. The sound thread writes it; other
/// threads read a copy.
package struct SoundTimeline: Sendable {
  struct Segment: Sendable {
    let firstSample: Int64
    let run: Run
    /// At the first sample.
    let media: Int64
    /// The rate; 0 while paused.
    let speed: Double
  }

  package let rate: Int
  private var segments: [Segment] = []

  /// `rate` is in samples (of one channel) per second.
  package init(rate: Int) {
    self.rate = rate
  }

  /// Plays `run` from `sample` on, starting at `media`, at `speed`.
  package mutating func begin(
    _ run: Run, at media: MediaTime, from sample: Int64, speed: Double = 1
  ) {
    // Replaces everything planned from here on.
    segments.removeAll { $0.firstSample >= sample || $0.run == run }
    append(Segment(firstSample: sample, run: run, media: media.nanoseconds, speed: speed))
  }

  /// Changes the rate from `sample` on; 0 pauses.
  package mutating func setSpeed(_ speed: Double, from sample: Int64) {
    guard let last = segments.last, last.speed != speed else { return }
    // Before its start, a run waits at its first position.
    let place = max(sample, last.firstSample)
    append(
      Segment(
        firstSample: place, run: last.run, media: media(at: Double(place), in: last), speed: speed))
  }

  /// Advances the media time of the last run by `time`, from `sample` on.
  package mutating func leap(by time: MediaTime, from sample: Int64) {
    guard let last = segments.last, last.speed > 0 else { return }
    let place = max(sample, last.firstSample)
    let media = media(at: Double(place), in: last).saturatingAdd(time.nanoseconds)
    append(Segment(firstSample: place, run: last.run, media: media, speed: last.speed))
  }

  /// Removes a planned run.
  package mutating func remove(_ run: Run) {
    segments.removeAll { $0.run == run }
  }

  /// Moves the media time of the last run while it is paused.
  package mutating func move(to media: MediaTime) {
    guard let last = segments.last, last.speed == 0 else { return }
    segments[segments.count - 1] = Segment(
      firstSample: last.firstSample, run: last.run, media: media.nanoseconds, speed: 0)
  }

  /// The run played at a sample of the device, its media time and its rate; nil before the first run.
  package func place(at sample: Double) -> (run: Run, media: MediaTime, speed: Double)? {
    guard let segment = segments.last(where: { Double($0.firstSample) <= sample }) else {
      return nil
    }
    return (segment.run, MediaTime(nanoseconds: media(at: sample, in: segment)), segment.speed)
  }

  /// The media time of `run` at a sample of the device, extrapolated before its start. Nil for a
  /// run that has not started.
  package func mediaTime(of run: Run, at sample: Double) -> MediaTime? {
    guard let segment = segment(of: run, at: sample) else { return nil }
    return MediaTime(nanoseconds: media(at: sample, in: segment))
  }

  /// The device's sample at which `run` reaches a media time; nil if it has not started, or is
  /// paused before that.
  package func sample(of media: MediaTime, in run: Run) -> Double? {
    let wanted = media.nanoseconds
    guard
      let index = segments.lastIndex(where: { $0.run == run && $0.media <= wanted })
        ?? segments.firstIndex(where: { $0.run == run })
    else { return nil }
    let segment = segments[index]
    guard segment.speed > 0 else {
      return segment.media < wanted ? nil : Double(segment.firstSample)
    }
    let distance =
      Double(wanted.saturatingSubtract(segment.media)) / 1e9 * Double(rate) / segment.speed
    let sample = Double(segment.firstSample) + distance
    // Skipped media times map to the end of the skip.
    let next = segments[(index + 1)...].first { $0.run == run }
    return next.map { min(sample, Double($0.firstSample)) } ?? sample
  }

  private func segment(of run: Run, at sample: Double) -> Segment? {
    segments.last { $0.run == run && Double($0.firstSample) <= sample }
      ?? segments.first { $0.run == run }
  }

  private func media(at sample: Double, in segment: Segment) -> Int64 {
    guard segment.speed > 0 else { return segment.media }
    let seconds = (sample - Double(segment.firstSample)) / Double(rate) * segment.speed
    return segment.media.saturatingAdd(Int64(saturating: seconds * 1e9))
  }

  private mutating func append(_ segment: Segment) {
    segments.append(segment)
    // Older segments have been played: the device's buffer never spans more.
    if segments.count > 16 { segments.removeFirst(8) }
  }
}

/// Maps media time to host time: the sound device's sample count, read with a steady clock.
package struct PlaybackClock: Sendable {
  package var steady: SteadyClock
  package var timeline: SoundTimeline

  package init(steady: SteadyClock, timeline: SoundTimeline) {
    self.steady = steady
    self.timeline = timeline
  }

  package func mediaTime(of run: Run, at time: HostTime) -> MediaTime? {
    timeline.mediaTime(of: run, at: steady.position(at: time))
  }

  /// Nil if the run has not started, or is paused before `media`.
  package func hostTime(of media: MediaTime, in run: Run) -> HostTime? {
    timeline.sample(of: media, in: run).map(steady.time(of:))
  }
}
