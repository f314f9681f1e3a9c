internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The choice of the rendition that the next segment comes from.
struct EncodingSelector {
  private let variants: [VariantPolicy.Variant]
  var policy = VariantPolicy() {
    didSet { offered = Self.offered(variants, policy) }
  }
  /// The renditions that visitors can choose from.
  private(set) var offered: AvailableRenditions
  private(set) var throughput: Throughput
  /// The rendition of the next segment; nil while it is undecided.
  var chosen: Int?
  private var excluded: [Int: HostTime] = [:]
  /// The start of the segment that was abandoned for a lower rendition.
  private var givenUp: Duration?
  /// Until when the network counts as unreachable.
  private var away: HostTime?
  /// Renditions whose cached lists have been requested.
  private(set) var lookedAt: Set<Int> = []

  private static let absence = Duration.seconds(30)

  init(_ variants: [VariantPolicy.Variant], _ throughput: Throughput) {
    self.variants = variants
    self.throughput = throughput
    offered = Self.offered(variants, VariantPolicy())
  }

  private static func offered(
    _ variants: [VariantPolicy.Variant], _ policy: VariantPolicy
  ) -> AvailableRenditions {
    AvailableRenditions(policy.possible(of: variants).map { variants[$0] })
  }

  /// The state of the stream outside of this value.
  struct Surroundings {
    let ahead: Duration
    let current: Int?
    /// The distance to the live edge; nil for on-demand streams.
    let liveDistance: Duration?
    /// Renditions whose next segment is cached.
    let kept: Set<Int>
    /// The approximate duration of the next segment.
    let segment: Duration?
  }

  /// Returns nil if there is no rendition.
  mutating func choose(_ surroundings: Surroundings, at now: HostTime) -> Int? {
    if let chosen { return chosen }
    var situation = VariantPolicy.Situation(
      throughput: throughput, ahead: MediaTime(nanoseconds: surroundings.ahead.nanoseconds),
      current: surroundings.current, excluded: excluded, now: now,
      reach: surroundings.liveDistance.map { MediaTime(nanoseconds: $0.nanoseconds) })
    situation.isAway = away.map { $0 > now } ?? false
    situation.cached = surroundings.kept
    situation.segment = surroundings.segment.map { MediaTime(nanoseconds: $0.nanoseconds) }
    chosen = policy.choice(of: variants, situation)
    return chosen
  }

  /// Whether reading may continue with this rendition.
  func mayStay(with encoding: Int, at now: HostTime) -> Bool {
    chosen == nil && (excluded[encoding].map { $0 <= now } ?? true)
  }

  /// Marks the rendition's cached list as requested.
  mutating func look(at encoding: Int) { lookedAt.insert(encoding) }

  /// Switches to another rendition out of those that `mayBeHad`. Returns false if there is none.
  mutating func turnAway(
    from encoding: Int, at now: HostTime, where mayBeHad: (Int) -> Bool = { _ in true }
  ) -> Bool {
    let hasOther = policy.possible(of: variants).contains { other in
      other != encoding && (excluded[other].map { $0 <= now } ?? true) && mayBeHad(other)
    }
    guard hasOther else { return false }
    exclude(encoding, at: now)
    chosen = nil
    return true
  }

  mutating func exclude(_ encoding: Int, at now: HostTime) {
    excluded[encoding] = now + VariantPolicy.exclusion
  }

  /// No rendition has the segment, but all may have the next one.
  mutating func excludeNone() { excluded = [:] }

  /// Records whether the network is reachable.
  mutating func setAway(_ isAway: Bool, at now: HostTime) {
    away = isAway ? now + Self.absence : nil
  }

  /// Measures the throughput of a segment that arrived at the first attempt.
  mutating func measure(_ flight: SegmentFlight, at now: HostTime) {
    guard let begun = flight.begun, flight.attempts == 0, flight.fetch.head?.isCached != true else {
      return
    }
    throughput.record(bytes: flight.fetch.received, in: now - begun)
  }

  /// Chooses a lower rendition if the segment would arrive too late and the lower one would not.
  /// Abandons each place only once.
  mutating func giveUp(_ flight: SegmentFlight, ahead: Duration, at now: HostTime) -> Bool {
    guard case .segment(let segment, let place, let encoding) = flight.resource, segment.isFirst,
      let rate = flight.rate(at: now),
      let size = flight.fetch.size, givenUp != place.start,
      let cheapest = variants.map(\.bandwidth).min(), cheapest < variants[encoding].bandwidth
    else { return false }
    let needed = Double(cheapest) / 8 * (place.end - place.start).seconds
    let isTooLate = policy.abandons(
      bytesLeft: size -| flight.fetch.received, rate: rate,
      ahead: MediaTime(nanoseconds: ahead.nanoseconds), cheaperBytes: Int64(saturating: needed))
    guard isTooLate else { return false }
    givenUp = place.start
    chosen = policy.choice(
      of: variants,
      VariantPolicy.Situation(
        throughput: Throughput(guess: rate), ahead: .zero, current: nil, excluded: excluded,
        now: now))
    return true
  }
}
