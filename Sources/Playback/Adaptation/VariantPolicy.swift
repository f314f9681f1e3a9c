package import VitrinePictures
package import VitrineTiming

/// Chooses the rendition to download the next segment from.
///
/// It follows common practice: it uses a part of the estimated throughput, switches up only with a
/// sufficient buffer, and down only without one.
package struct VariantPolicy: Hashable, Sendable {
  /// A rendition.
  package struct Variant: Hashable, Sendable {
    /// The peak bandwidth in bits per second, from the playlist.
    package var bandwidth: Int64
    package var width: Int?
    package var height: Int?

    package init(bandwidth: Int64, width: Int? = nil, height: Int? = nil) {
      self.bandwidth = bandwidth
      self.width = width
      self.height = height
    }
  }

  /// The inputs of the decision.
  package struct Situation: Hashable, Sendable {
    package var throughput: Throughput
    /// The buffered time ahead of the position.
    package var ahead: MediaTime
    /// The index of the current variant; nil before the first segment.
    package var current: Int?
    /// Failed variants, with the end of their exclusion.
    package var excluded: [Int: HostTime]
    package var now: HostTime
    /// The longest possible buffer of a live stream; nil for other streams.
    package var reach: MediaTime?
    /// Variants whose next segment is cached.
    package var cached: Set<Int> = []
    /// Whether the network is down.
    package var isAway = false
    /// The duration of the next segment, if known.
    package var segment: MediaTime?

    package init(
      throughput: Throughput, ahead: MediaTime, current: Int?, excluded: [Int: HostTime] = [:],
      now: HostTime, reach: MediaTime? = nil
    ) {
      self.throughput = throughput
      self.ahead = ahead
      self.current = current
      self.excluded = excluded
      self.now = now
      self.reach = reach
    }
  }

  package var preference = Preference.automatic
  /// The display's size in pixels: it gains nothing from larger pictures. Nil disables the limit.
  package var largest: PixelSize?
  /// The largest picture, in pixels, that this machine can decode in time; nil while unknown.
  package var mostPixels: Int?

  /// The usable share of the throughput. The rest is a margin for wrong estimates and other
  /// traffic.
  static let usable = 0.7
  /// The current rendition may use a larger share than a new one, to avoid oscillation.
  static let staying = 0.9
  /// With a smaller buffer than this, it does not switch up; with a larger one, not down.
  static let toGoUp = MediaTime(10, 1)
  static let toGoDown = MediaTime(25, 1)
  /// The share of the buffer that downloading one segment may use up.
  static let risked = 0.5
  /// How long a failed variant is excluded.
  package static let exclusion = Duration.seconds(60)

  package init() {}

  /// The index of the variant to use; nil if there are none.
  package func choice(of variants: [Variant], _ situation: Situation) -> Int? {
    guard let choice = choiceOverNetwork(of: variants, situation) else { return nil }
    let cached = possible(of: variants).last { situation.cached.contains($0) }
    guard let cached else { return choice }
    // A cached segment costs nothing; but the operator may prefer less.
    let isNoLess =
      preference == .automatic && variants[cached].bandwidth >= variants[choice].bandwidth
    return situation.isAway || isNoLess ? cached : choice
  }

  private func choiceOverNetwork(of variants: [Variant], _ situation: Situation) -> Int? {
    let possible = candidates(of: variants, situation)
    guard let cheapest = possible.first else { return nil }
    let rate = situation.throughput.estimate * Self.usable
    let wanted = preference.choice(among: possible.map { variants[$0] }).map { possible[$0] }
    let ideal =
      wanted ?? possible.last { Double(variants[$0].bandwidth) <= rate } ?? cheapest
    guard preference == .automatic, let current = situation.current, possible.contains(current)
    else {
      return ideal
    }
    return settled(ideal, current, variants, situation)
  }

  /// Returns the ideal variant if the buffer permits the switch, otherwise the current one.
  private func settled(
    _ ideal: Int, _ current: Int, _ variants: [Variant], _ situation: Situation
  ) -> Int {
    let isUp = variants[ideal].bandwidth > variants[current].bandwidth
    if isUp {
      let enough = min(Self.toGoUp.seconds, (situation.reach?.seconds ?? .infinity) * 0.5)
      return situation.ahead.seconds >= enough ? ideal : current
    }
    let bandwidth = Double(variants[current].bandwidth)
    let mayStay = bandwidth <= situation.throughput.estimate * Self.staying
    // On a stalled connection, one more segment might use up the whole buffer.
    let takes =
      bandwidth * (situation.segment?.seconds ?? 0) / max(situation.throughput.estimate, 1)
    let hasMuch =
      situation.ahead >= Self.toGoDown && takes <= situation.ahead.seconds * Self.risked
    return mayStay || hasMuch ? current : ideal
  }

  /// The usable variants, cheapest first. If none suits the display or the machine, the smallest;
  /// if all are excluded, the exclusions are ignored.
  private func candidates(of variants: [Variant], _ situation: Situation) -> [Int] {
    let known = possible(of: variants)
    let there = known.filter { situation.excluded[$0].map { $0 <= situation.now } ?? true }
    return there.isEmpty ? known : there
  }

  /// The variants that suit the display and the machine, cheapest first.
  package func possible(of variants: [Variant]) -> [Int] {
    let order = variants.indices.sorted {
      (variants[$0].bandwidth, $0) < (variants[$1].bandwidth, $1)
    }
    let fitting = order.filter { fits(variants[$0], variants) }
    return fitting.isEmpty ? Array(order.prefix(1)) : fitting
  }

  /// Accepts the smallest of the pictures larger than the display: the next smaller ones may be
  /// much smaller than the display.
  private func fits(_ variant: Variant, _ all: [Variant]) -> Bool {
    guard let width = variant.width, let height = variant.height else { return true }
    if let mostPixels, width * height > mostPixels { return false }
    guard let largest, width > largest.width, height > largest.height else { return true }
    let covering = all.compactMap { other -> Int? in
      guard let width = other.width, let height = other.height, width >= largest.width,
        height >= largest.height
      else { return nil }
      return width * height
    }
    return width * height <= covering.min() ?? .max
  }

  /// Whether to abandon a download in favour of a cheaper segment: at this rate it would arrive too
  /// late, and the cheaper one earlier.
  package func abandons(
    bytesLeft: Int64, rate: Double, ahead: MediaTime, cheaperBytes: Int64
  ) -> Bool {
    guard preference == .automatic, rate > 0 else { return false }
    let needed = Double(bytesLeft) * 8 / rate
    return needed > ahead.seconds && Double(cheaperBytes) * 8 / rate < needed
  }
}
