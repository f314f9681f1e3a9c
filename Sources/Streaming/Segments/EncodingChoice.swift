internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// From which encoding the next segment comes, and what that hangs on. A value.
struct EncodingChoice {
  private let variants: [VariantPolicy.Variant]
  var policy = VariantPolicy() {
    didSet { offered = Self.offered(variants, policy) }
  }
  /// What people can choose among.
  private(set) var offered: OfferedEncodings
  private(set) var throughput: Throughput
  /// The encoding of the next segment; nil while that is open.
  var chosen: Int?
  private var excluded: [Int: HostTime] = [:]
  /// When the segment begins that was given up for a cheaper one.
  private var givenUp: Duration?
  /// Until when the network is believed to be away.
  private var away: HostTime?
  /// Encodings whose lists were asked for since they are on the disk.
  private(set) var lookedAt: Set<Int> = []

  private static let absence = Duration.seconds(30)

  init(_ variants: [VariantPolicy.Variant], _ throughput: Throughput) {
    (self.variants, self.throughput) = (variants, throughput)
    offered = Self.offered(variants, VariantPolicy())
  }

  private static func offered(
    _ variants: [VariantPolicy.Variant], _ policy: VariantPolicy
  ) -> OfferedEncodings {
    OfferedEncodings(policy.possible(of: variants).map { variants[$0] })
  }

  /// How things are beside what is known here.
  struct Surroundings {
    let ahead: Duration
    let current: Int?
    /// How far what is live lies behind its end; nil of a film.
    let liveDistance: Duration?
    /// Encodings whose next segment is on the disk.
    let kept: Set<Int>
    /// How long the next segment lasts, about.
    let segment: Duration?
  }

  /// Nil where there is none at all.
  mutating func choose(_ surroundings: Surroundings, at now: HostTime) -> Int? {
    if let chosen { return chosen }
    var situation = VariantPolicy.Situation(
      throughput: throughput, ahead: MediaTime(nanoseconds: surroundings.ahead.nanoseconds),
      current: surroundings.current, excluded: excluded, now: now,
      reach: surroundings.liveDistance.map { MediaTime(nanoseconds: $0.nanoseconds) })
    situation.isAway = away.map { $0 > now } ?? false
    situation.kept = surroundings.kept
    situation.segment = surroundings.segment.map { MediaTime(nanoseconds: $0.nanoseconds) }
    chosen = policy.choice(of: variants, situation)
    return chosen
  }

  /// Whether nothing speaks against the encoding that is read.
  func mayStay(with encoding: Int, at now: HostTime) -> Bool {
    chosen == nil && (excluded[encoding].map { $0 <= now } ?? true)
  }

  /// Its list is looked at since it is there.
  mutating func look(at encoding: Int) { lookedAt.insert(encoding) }

  /// Takes another encoding where there is one that can be had, of those that `mayBeHad`.
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

  /// None has a segment: the next one may be there in all of them.
  mutating func excludeNone() { excluded = [:] }

  /// Something came over the network, or nothing did.
  mutating func note(away isAway: Bool, at now: HostTime) {
    away = isAway ? now + Self.absence : nil
  }

  /// A segment came whole, at once.
  mutating func note(_ flight: SegmentFlight, at now: HostTime) {
    guard let begun = flight.begun, flight.attempts == 0, flight.fetch.head?.isKept != true else {
      return
    }
    throughput.note(bytes: flight.fetch.received, in: now - begun)
  }

  /// Chooses a cheaper encoding where a segment would come later than it is needed, and that one's
  /// would not. No place is given up twice.
  mutating func giveUp(_ flight: SegmentFlight, ahead: Duration, at now: HostTime) -> Bool {
    guard case .segment(let segment, let place, let encoding) = flight.errand, segment.isFirst,
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
