/// The result of a simulation: blocks in which the same items take turns, gaps, conflicts, and the
/// totals of each item.
public struct RehearsalReport: Sendable {
  /// A period in which the same items are on the highest level.
  public struct Block: Hashable, Sendable {
    public let begin: Moment
    public var end: Moment
    /// Nil for a gap.
    public let level: Level?
    /// The showings and seconds of each item.
    public var shown: [Int: Total] = [:]

    fileprivate let members: [Int]
  }

  public struct Total: Hashable, Sendable {
    public var showings = 0
    public var seconds = 0.0

    public init() {}
  }

  /// A conflict of items that claim the screen exclusively: the first one wins.
  public struct Conflict: Hashable, Sendable {
    public let begin: Moment
    public let items: [Int]
  }

  /// The time that an item or list received while it shared the time, and the time due to it.
  public struct Share: Hashable, Sendable {
    public var seconds = 0.0
    public var wanted = 0.0
    /// The total time that was shared in this period.
    public var total = 0.0
  }

  public private(set) var blocks: [Block] = []
  public private(set) var conflicts: [Conflict] = []
  public private(set) var totals: [Int: Total] = [:]
  /// By the items of the sharer.
  public private(set) var shares: [[Int]: Share] = [:]
  /// Items that were on the highest level, shown or not.
  private var candidates: Set<Int> = []
  private var sharers: [Programme.Sharer] = []
  private var sharing: Set<Int> = []

  public init() {}

  /// Adds a showing of the simulation.
  public mutating func record(_ showing: Rehearsal.Showing, of rehearsal: inout Rehearsal) {
    let members = rehearsal.programme.candidates
    if blocks.last?.level != showing.choice?.level || blocks.last?.members != members {
      blocks.append(
        Block(
          begin: showing.begin, end: showing.end, level: showing.choice?.level, members: members))
      sharers = rehearsal.sharers()
      sharing = Set(sharers.flatMap(\.items))
      candidates.formUnion(members)
    }
    blocks[blocks.count - 1].end = showing.end
    recordConflicts(in: showing, of: &rehearsal)
    guard let item = showing.choice?.item else { return }
    let seconds = showing.end - showing.begin
    blocks[blocks.count - 1].shown[item, default: Total()].add(seconds)
    totals[item, default: Total()].add(seconds)
    guard sharing.contains(item) else { return }
    for sharer in sharers {
      var share = shares[sharer.items] ?? Share()
      if sharer.items.contains(item) { share.seconds += seconds }
      share.wanted += sharer.part * seconds
      share.total += seconds
      shares[sharer.items] = share
    }
  }

  /// Finds conflicts below the highest level, and those that begin during a showing.
  private mutating func recordConflicts(
    in showing: Rehearsal.Showing, of rehearsal: inout Rehearsal
  ) {
    var next: Moment? = showing.begin
    while let moment = next {
      let conflict = rehearsal.conflict(at: moment)
      if conflict.count > 1, conflict != conflicts.last?.items {
        conflicts.append(Conflict(begin: moment, items: conflict))
      }
      next = rehearsal.nextEdge(after: moment).map { Moment(second: $0) }
      if let edge = next, edge >= showing.end { next = nil }
    }
  }

  /// Returns the available items that were never shown in a period, in the list's order, with the
  /// reasons.
  public func neverShown(
    of programme: Programme, from begin: Moment, until end: Moment
  ) -> [(item: Int, reason: NeverShown)] {
    programme.items.indices.filter { totals[$0] == nil && !programme.absent.contains($0) }.map {
      item in
      let reason = programme.reason(
        of: item, notShownFrom: begin, until: end, wasCandidate: candidates.contains(item))
      return (item, reason)
    }
  }

  /// The periods without anything to show.
  public var gaps: [Block] { blocks.filter { $0.level == nil } }
}

extension RehearsalReport.Total {
  fileprivate mutating func add(_ seconds: Double) {
    showings += 1
    self.seconds += seconds
  }
}
