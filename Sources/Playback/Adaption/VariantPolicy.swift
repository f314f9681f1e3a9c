public import VitrinePictures
public import VitrineTiming

/// Chooses which encoding of a stream the next segment is taken from. A value.
///
/// The numbers are those of the field: a part of the throughput that is estimated; up only with
/// something in hand, down only without.
public struct VariantPolicy: Hashable, Sendable {
  /// One encoding.
  public struct Variant: Hashable, Sendable {
    /// In bits each second, as its list says of its dearest stretch.
    public var bandwidth: Int64
    public var width: Int?
    public var height: Int?

    public init(bandwidth: Int64, width: Int? = nil, height: Int? = nil) {
      (self.bandwidth, self.width, self.height) = (bandwidth, width, height)
    }
  }

  /// How things are.
  public struct Situation: Hashable, Sendable {
    public var throughput: Throughput
    /// What lies ahead of what plays.
    public var ahead: MediaTime
    /// Its place among the variants; nil before the first segment.
    public var current: Int?
    /// Variants that could not be had, until when.
    public var excluded: [Int: HostTime]
    public var now: HostTime
    /// The most that may lie ahead, of what is live; nil of a film.
    public var reach: MediaTime?
    /// Variants whose next segment is on this machine's disk.
    public var kept: Set<Int> = []
    /// Whether the network is away.
    public var isAway = false
    /// How long the next segment lasts, where that is known.
    public var segment: MediaTime?

    public init(
      throughput: Throughput, ahead: MediaTime, current: Int?, excluded: [Int: HostTime] = [:],
      now: HostTime, reach: MediaTime? = nil
    ) {
      (self.throughput, self.ahead, self.current) = (throughput, ahead, current)
      (self.excluded, self.now, self.reach) = (excluded, now, reach)
    }
  }

  public var wish = Wish.automatic
  /// What the display shows, in pixels: of larger pictures nothing more is seen. Nil is no limit.
  public var largest: PixelSize?
  /// In pixels each picture, what this machine decodes in time; nil while that is not known.
  public var mostPixels: Int?

  /// Of the throughput. The rest is for what is estimated wrongly, and for others on the line.
  static let usable = 0.7
  /// What plays may need more of it than what is newly chosen: else it would go up and down.
  static let staying = 0.9
  /// With less than this in hand nothing dearer is taken, and with more nothing cheaper.
  static let toGoUp = MediaTime(10, 1)
  static let toGoDown = MediaTime(25, 1)
  /// Of what is in hand, so much may go by while one segment comes.
  static let risked = 0.5
  /// How long a variant is left alone that could not be had.
  public static let exclusion = Duration.seconds(60)

  public init() {}

  /// The place of the one to take; nil where there is none at all.
  public func choice(of variants: [Variant], _ situation: Situation) -> Int? {
    guard let choice = choiceOverNetwork(of: variants, situation) else { return nil }
    let kept = possible(of: variants).last { situation.kept.contains($0) }
    guard let kept else { return choice }
    // It costs nothing; but the operator may want less.
    let isNoLess = wish == .automatic && variants[kept].bandwidth >= variants[choice].bandwidth
    return situation.isAway || isNoLess ? kept : choice
  }

  private func choiceOverNetwork(of variants: [Variant], _ situation: Situation) -> Int? {
    let possible = candidates(of: variants, situation)
    guard let cheapest = possible.first else { return nil }
    let rate = situation.throughput.estimate * Self.usable
    let wanted = wish.choice(among: possible.map { variants[$0] }).map { possible[$0] }
    let ideal =
      wanted ?? possible.last { Double(variants[$0].bandwidth) <= rate } ?? cheapest
    guard wish == .automatic, let current = situation.current, possible.contains(current) else {
      return ideal
    }
    return settled(ideal, current, variants, situation)
  }

  /// Whether what is in hand lets it change.
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
    // On a line that all but stands, one segment more may take all that there is.
    let takes =
      bandwidth * (situation.segment?.seconds ?? 0) / max(situation.throughput.estimate, 1)
    let hasMuch =
      situation.ahead >= Self.toGoDown && takes <= situation.ahead.seconds * Self.risked
    return mayStay || hasMuch ? current : ideal
  }

  /// Cheapest first: those that can be had and seen. Where none fits the display or the machine, the
  /// smallest does its best; where all are excluded, the exclusions do not count.
  private func candidates(of variants: [Variant], _ situation: Situation) -> [Int] {
    let known = possible(of: variants)
    let there = known.filter { situation.excluded[$0].map { $0 <= situation.now } ?? true }
    return there.isEmpty ? known : there
  }

  /// Cheapest first: those that are of use here.
  public func possible(of variants: [Variant]) -> [Int] {
    let order = variants.indices.sorted {
      (variants[$0].bandwidth, $0) < (variants[$1].bandwidth, $1)
    }
    let fitting = order.filter { fits(variants[$0], variants) }
    return fitting.isEmpty ? Array(order.prefix(1)) : fitting
  }

  /// Of pictures that are larger than the display, the smallest such are let pass: the next smaller
  /// ones may be much smaller than the display.
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

  /// Whether a segment that is being fetched is given up for a cheaper one: at this rate it comes
  /// later than it is needed, and a cheaper one would come in time.
  public func abandons(
    bytesLeft: Int64, rate: Double, ahead: MediaTime, cheaperBytes: Int64
  ) -> Bool {
    guard wish == .automatic, rate > 0 else { return false }
    let needed = Double(bytesLeft) * 8 / rate
    return needed > ahead.seconds && Double(cheaperBytes) * 8 / rate < needed
  }
}
