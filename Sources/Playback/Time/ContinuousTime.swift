package import VitrineTiming

/// Maps the timestamps of a source with discontinuities, such as broadcast recordings and
/// concatenated files, to a continuous timeline.
///
/// Packets are passed in with their timestamps, in the file's order, and returned with an offset.
/// At a discontinuity all tracks get the same offset, so that sound and picture stay in sync; the
/// new stretch starts where the longest track of the previous one ended. Packets after a
/// discontinuity are held until each track shows where it continues.
package struct ContinuousTime<Payload> {
  /// A packet, and the offset to add to its timestamps.
  package typealias Timed = (payload: Payload, offset: MediaTime)

  private typealias Held = (payload: Payload, stamp: PacketTimestamps?)

  /// The period in nanoseconds after which timestamps wrap around to 0; nil if they do not.
  private let period: Int64?
  /// In nanoseconds: the offsets of the current stretch and the previous one.
  private var offset: Int64 = 0
  private var offsetBefore: Int64?
  private var tracks: [Int: TrackReach] = [:]
  private var held: [Held] = []
  /// The timestamps that each track continues with, once known.
  private var starts: [Int: StretchStart] = [:]
  /// The tracks that the held packets wait for.
  private var awaited: Set<Int> = []
  /// The start of the held packets, if not the end of the previous stretch.
  private var beginning: Int64?

  private let limits: JumpLimits
  /// The longest part of a track to hold while the other tracks' new timestamps are unknown, and the
  /// most packets.
  private static var longestHold: Int64 { 2_000_000_000 }
  private static var mostHeld: Int { 1000 }
  /// A track without packets for this long is not waited for.
  private static var longestRest: Int64 { 5_000_000_000 }

  /// `period` is the time after which the container's timestamps wrap around to 0.
  package init(period: MediaTime? = nil, limits: JumpLimits = .broadcast) {
    (self.period, self.limits) = (period?.nanoseconds, limits)
  }

  /// Starts at a position after a seek: the first packets are placed there, once all these tracks
  /// have packets.
  package init(beginningAt time: MediaTime, tracks: some Sequence<Int>, period: MediaTime? = nil) {
    self.init(period: period)
    (beginning, awaited) = (time.nanoseconds, Set(tracks))
  }

  /// Adds a packet, and returns the packets that can be passed on now, in order. A packet without a
  /// timestamp gets the offset of the previous one.
  package mutating func push(_ payload: Payload, _ stamp: PacketTimestamps?) -> [Timed] {
    guard let stamp else {
      if !isHolding { return [timed(payload, offset)] }
      held.append((payload, nil))
      return resumeIfComplete()
    }
    guard stamp.isSteady else { return pushSubtitle(payload, stamp) }
    if !isHolding {
      if let place = place(stamp) { return [pass(payload, stamp, place)] }
      awaited = Set(tracks.filter { $0.value.decoded > furthest - Self.longestRest }.keys)
      return hold(payload, stamp)
    }
    guard beginning == nil, let place = place(stamp) else { return hold(payload, stamp) }
    guard let start = starts[stamp.stream] else { return [pass(payload, stamp, place)] }
    if start.isContinued(by: stamp, back: limits.back, ahead: limits.ahead) {
      return hold(payload, stamp)
    }
    return releaseStrays(of: stamp.stream) + [pass(payload, stamp, place)]
  }

  /// Returns all held packets at the end.
  package mutating func flush() -> [Timed] {
    var out: [Timed] = []
    while !held.isEmpty { out += resume() }
    return out
  }

  private var isHolding: Bool { !held.isEmpty || beginning != nil }
  private var furthest: Int64 { tracks.values.map(\.decoded).max() ?? 0 }

  private func timed(_ payload: Payload, _ offset: Int64) -> Timed {
    (payload, MediaTime(nanoseconds: offset))
  }

  private mutating func pass(
    _ payload: Payload, _ stamp: PacketTimestamps, _ place: (offset: Int64, isCurrent: Bool)
  ) -> Timed {
    tracks[stamp.stream, default: TrackReach(at: stamp.decoding + place.offset)]
      .extend(with: stamp, offset: place.offset, isCurrent: place.isCurrent)
    return timed(payload, place.offset)
  }
}

// Placing packets
extension ContinuousTime {
  /// The offset of a packet that continues its track; nil at a discontinuity.
  private func place(_ stamp: PacketTimestamps) -> (offset: Int64, isCurrent: Bool)? {
    if let found = offset(for: stamp, near: offset) { return (found, true) }
    // The rest of the previous stretch, on a track that lags behind the others.
    guard let offsetBefore, tracks[stamp.stream]?.isCurrent == false,
      let found = offset(for: stamp, near: offsetBefore)
    else { return nil }
    return (found, false)
  }

  private func offset(for stamp: PacketTimestamps, near offset: Int64) -> Int64? {
    let own = tracks[stamp.stream]
    guard !tracks.isEmpty else { return offset }
    let expected = own?.decoded ?? furthest
    let unwrapped = unwrapped(stamp.decoding + offset, near: expected)
    let back = own == nil ? limits.apart : own?.isCurrent == true ? limits.back : limits.ahead
    let ahead = own == nil ? limits.apart : limits.ahead
    guard unwrapped - expected >= -back, unwrapped - furthest <= ahead else { return nil }
    return unwrapped - stamp.decoding
  }

  /// The equivalent of a wrapped timestamp that is nearest to `time`.
  private func unwrapped(_ value: Int64, near time: Int64) -> Int64 {
    guard let period, period > 0 else { return value }
    let turns = (Double(time - value) / Double(period)).rounded()
    return value + Int64(turns) * period
  }

  /// Subtitle timestamps are sparse: they get the offset of the packets read beside them.
  private mutating func pushSubtitle(_ payload: Payload, _ stamp: PacketTimestamps) -> [Timed] {
    if isHolding {
      held.append((payload, stamp))
      return resumeIfComplete()
    }
    let near = [offset, offsetBefore].compactMap(\.self).map { offset in
      unwrapped(stamp.decoding + offset, near: furthest) - stamp.decoding
    }
    let best = near.min { distance(stamp, $0) < distance(stamp, $1) }
    return [timed(payload, best ?? offset)]
  }

  private func distance(_ stamp: PacketTimestamps, _ offset: Int64) -> Int64 {
    abs(stamp.decoding + offset - furthest)
  }
}

// Discontinuities
extension ContinuousTime {
  private mutating func hold(_ payload: Payload, _ stamp: PacketTimestamps) -> [Timed] {
    held.append((payload, stamp))
    let first = starts.values.first?.decoding ?? stamp.decoding
    let decoding = unwrapped(stamp.decoding, near: first)
    if starts[stamp.stream] == nil { starts[stamp.stream] = StretchStart(stamp, at: decoding) }
    starts[stamp.stream]?.extend(with: stamp, at: decoding)
    return resumeIfComplete()
  }

  private mutating func resumeIfComplete() -> [Timed] {
    let isComplete = !starts.isEmpty && awaited.isSubset(of: starts.keys)
    let isLong = starts.values.contains { $0.length > Self.longestHold }
    return isComplete || isLong || held.count >= Self.mostHeld ? resume() : []
  }

  /// Places the start of the held packets at the end of the previous stretch.
  private mutating func resume() -> [Timed] {
    let end = beginning ?? tracks.values.map(\.presented).max() ?? 0
    let items = held
    if let leader = starts.values.min(by: { $0.presentation < $1.presentation }) {
      offsetBefore = beginning == nil ? offset : nil
      offset = end - leader.presentation
      for key in tracks.keys { tracks[key]?.fallBehind() }
      for (stream, start) in starts where start.decoding - leader.decoding < limits.apart {
        let beginning = TrackReach(at: start.decoding + offset)
        tracks[stream, default: beginning].begin(at: beginning.decoded)
      }
    }
    (held, starts, awaited, beginning) = ([], [:], [], nil)
    return items.flatMap { push($0.payload, $0.stamp) }
  }

  /// Releases a track's packets if it continued as before: single timestamps were wrong. The
  /// packets go where they would have been without the discontinuity.
  private mutating func releaseStrays(of stream: Int) -> [Timed] {
    starts[stream] = nil
    let isAll = starts.isEmpty
    var out: [Timed] = []
    var remaining: [Held] = []
    for item in held {
      guard let stamp = item.stamp, stamp.stream == stream, let reach = tracks[stream] else {
        if isAll { out.append(timed(item.payload, offset)) } else { remaining.append(item) }
        continue
      }
      out.append(timed(item.payload, reach.decoded - stamp.decoding))
      tracks[stream]?.decoded += stamp.duration
    }
    held = remaining
    return out
  }
}

/// The limits in nanoseconds beyond which a change of timestamps is a discontinuity.
package struct JumpLimits: Sendable {
  /// The longest backward step of one track's timestamps.
  let back: Int64
  /// The longest forward step from all earlier timestamps.
  let ahead: Int64
  /// The largest difference between the tracks' starts.
  let apart: Int64

  /// For broadcasts, which may start and stop anywhere. Timestamps of a track go back only by
  /// rounding errors; tracks are interleaved, with pictures at most a second ahead of their sound.
  package static let broadcast = JumpLimits(
    back: 100_000_000, ahead: 2_000_000_000, apart: 10_000_000_000)

  /// For all other files, where discontinuities are errors: a camera's clock was set, or a header
  /// is damaged. Pictures may have long durations.
  package static let file = JumpLimits(
    back: 10_000_000_000, ahead: 3_600_000_000_000, apart: 3_600_000_000_000)
}
