public import VitrineTiming

/// Makes one time line without a break of a source whose time stamps jump or begin anew: broadcast
/// recordings do, and files that were put one behind the other. A value.
///
/// Packets come in with the stamps that they have, in the file's order, and go out with what is to
/// be added to them. At a jump all tracks get the same, so that sound and picture stay together;
/// what comes after it begins where the longest of the tracks before it ended. Packets behind a
/// jump are held until each track has shown where it goes on.
public struct ContinuousTime<Payload> {
  /// A packet, and what is added to its time stamps.
  public typealias Timed = (payload: Payload, offset: MediaTime)

  private typealias Held = (payload: Payload, stamp: PacketStamp?)

  /// After so many nanoseconds stamps begin again at 0; nil where they do not.
  private let period: Int64?
  /// In nanoseconds: added to the stamps of the present stretch, and of the one before.
  private var offset: Int64 = 0
  private var offsetBefore: Int64?
  private var tracks: [Int: TrackReach] = [:]
  private var held: [Held] = []
  /// Where the tracks go on that have shown it.
  private var starts: [Int: StretchStart] = [:]
  /// Tracks that what is held waits for.
  private var awaited: Set<Int> = []
  /// Where what is held begins, if not where that before it ended.
  private var beginning: Int64?

  private let limits: JumpLimits
  /// How much of a track is held until the others have shown where they go on.
  private static var longestHold: Int64 { 2_000_000_000 }
  private static var mostHeld: Int { 1000 }
  /// A track that has said nothing for so long is not waited for.
  private static var longestRest: Int64 { 5_000_000_000 }

  /// `period` is the time after which the container's stamps begin again at 0.
  public init(period: MediaTime? = nil, limits: JumpLimits = .broadcast) {
    (self.period, self.limits) = (period?.nanoseconds, limits)
  }

  /// For a place of which only the time is known: its first packets are put there, once there
  /// are some of all these tracks.
  public init(beginningAt time: MediaTime, tracks: some Sequence<Int>, period: MediaTime? = nil) {
    self.init(period: period)
    (beginning, awaited) = (time.nanoseconds, Set(tracks))
  }

  /// What can be handed on now that this packet has come, in order. One without a stamp goes where
  /// the one before it went.
  public mutating func take(_ payload: Payload, _ stamp: PacketStamp?) -> [Timed] {
    guard let stamp else {
      if !isHolding { return [timed(payload, offset)] }
      held.append((payload, nil))
      return goOnIfEnough()
    }
    guard stamp.isSteady else { return takeBeside(payload, stamp) }
    if !isHolding {
      if let place = place(stamp) { return [pass(payload, stamp, place)] }
      awaited = Set(tracks.filter { $0.value.decoded > furthest - Self.longestRest }.keys)
      return hold(payload, stamp)
    }
    guard beginning == nil, let place = place(stamp) else { return hold(payload, stamp) }
    guard let start = starts[stamp.stream] else { return [pass(payload, stamp, place)] }
    if start.goesOn(with: stamp, back: limits.back, ahead: limits.ahead) {
      return hold(payload, stamp)
    }
    return releaseStrays(of: stamp.stream) + [pass(payload, stamp, place)]
  }

  /// There is no more: what is held goes out.
  public mutating func flush() -> [Timed] {
    var out: [Timed] = []
    while !held.isEmpty { out += goOn() }
    return out
  }

  private var isHolding: Bool { !held.isEmpty || beginning != nil }
  private var furthest: Int64 { tracks.values.map(\.decoded).max() ?? 0 }

  private func timed(_ payload: Payload, _ offset: Int64) -> Timed {
    (payload, MediaTime(nanoseconds: offset))
  }

  private mutating func pass(
    _ payload: Payload, _ stamp: PacketStamp, _ place: (offset: Int64, isCurrent: Bool)
  ) -> Timed {
    tracks[stamp.stream, default: TrackReach(at: stamp.decoding + place.offset)]
      .note(stamp, offset: place.offset, isCurrent: place.isCurrent)
    return timed(payload, place.offset)
  }
}

// Where a packet belongs.
extension ContinuousTime {
  /// What is added to a stamp that goes on where its track was; nil where it jumps.
  private func place(_ stamp: PacketStamp) -> (offset: Int64, isCurrent: Bool)? {
    if let found = offset(for: stamp, near: offset) { return (found, true) }
    // What is left of the stretch before, of a track that lies behind the others.
    guard let offsetBefore, tracks[stamp.stream]?.isCurrent == false,
      let found = offset(for: stamp, near: offsetBefore)
    else { return nil }
    return (found, false)
  }

  private func offset(for stamp: PacketStamp, near offset: Int64) -> Int64? {
    let own = tracks[stamp.stream]
    guard !tracks.isEmpty else { return offset }
    let expected = own?.decoded ?? furthest
    let unwrapped = unwrapped(stamp.decoding + offset, near: expected)
    let back = own == nil ? limits.apart : own?.isCurrent == true ? limits.back : limits.ahead
    let ahead = own == nil ? limits.apart : limits.ahead
    guard unwrapped - expected >= -back, unwrapped - furthest <= ahead else { return nil }
    return unwrapped - stamp.decoding
  }

  /// The one of all times that look the same in the container which is nearest to `time`.
  private func unwrapped(_ value: Int64, near time: Int64) -> Int64 {
    guard let period, period > 0 else { return value }
    let turns = (Double(time - value) / Double(period)).rounded()
    return value + Int64(turns) * period
  }

  /// Subtitles have no place of their own: they go with what is read beside them.
  private mutating func takeBeside(_ payload: Payload, _ stamp: PacketStamp) -> [Timed] {
    if isHolding {
      held.append((payload, stamp))
      return goOnIfEnough()
    }
    let near = [offset, offsetBefore].compactMap(\.self).map { offset in
      unwrapped(stamp.decoding + offset, near: furthest) - stamp.decoding
    }
    let best = near.min { distance(stamp, $0) < distance(stamp, $1) }
    return [timed(payload, best ?? offset)]
  }

  private func distance(_ stamp: PacketStamp, _ offset: Int64) -> Int64 {
    abs(stamp.decoding + offset - furthest)
  }
}

// At a jump.
extension ContinuousTime {
  private mutating func hold(_ payload: Payload, _ stamp: PacketStamp) -> [Timed] {
    held.append((payload, stamp))
    let first = starts.values.first?.decoding ?? stamp.decoding
    let decoding = unwrapped(stamp.decoding, near: first)
    if starts[stamp.stream] == nil { starts[stamp.stream] = StretchStart(stamp, at: decoding) }
    starts[stamp.stream]?.note(stamp, at: decoding)
    return goOnIfEnough()
  }

  private mutating func goOnIfEnough() -> [Timed] {
    let isComplete = !starts.isEmpty && awaited.isSubset(of: starts.keys)
    let isLong = starts.values.contains { $0.length > Self.longestHold }
    return isComplete || isLong || held.count >= Self.mostHeld ? goOn() : []
  }

  /// Puts the beginning of what is held where what is before it ended.
  private mutating func goOn() -> [Timed] {
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
    return items.flatMap { take($0.payload, $0.stamp) }
  }

  /// A track has gone on where it was before: single stamps of it were wrong. Those packets go
  /// where they would have been without.
  private mutating func releaseStrays(of stream: Int) -> [Timed] {
    starts[stream] = nil
    let isAll = starts.isEmpty
    var out: [Timed] = []
    var kept: [Held] = []
    for item in held {
      guard let stamp = item.stamp, stamp.stream == stream, let reach = tracks[stream] else {
        if isAll { out.append(timed(item.payload, offset)) } else { kept.append(item) }
        continue
      }
      out.append(timed(item.payload, reach.decoded - stamp.decoding))
      tracks[stream]?.decoded += stamp.duration
    }
    held = kept
    return out
  }
}
