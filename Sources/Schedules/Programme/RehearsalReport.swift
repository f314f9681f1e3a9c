/// The result of a simulation: blocks in which the same items take turns, gaps, conflicts, and the
/// totals of each item.
package struct RehearsalReport: Sendable {
  /// A period in which the same items are on the highest level.
  package struct Block: Hashable, Sendable {
    package let begin: Moment
    package var end: Moment
    /// Nil for a gap.
    package let level: Level?
    /// The showings and seconds of each item.
    package var shown: [Int: Total] = [:]

    fileprivate let members: [Int]
  }

  package struct Total: Hashable, Sendable {
    package var showings = 0
    package var seconds = 0.0

    package init() {}
  }

  /// A conflict of items that claim the screen exclusively: the first one wins.
  package struct Conflict: Hashable, Sendable {
    package let begin: Moment
    package let items: [Int]
  }

  /// The time that an item or list received while it shared the time, and the time due to it.
  package struct Share: Hashable, Sendable {
    package var seconds = 0.0
    package var wanted = 0.0
    /// The total time that was shared in this period.
    package var total = 0.0
  }

  package private(set) var blocks: [Block] = []
  package private(set) var conflicts: [Conflict] = []
  package private(set) var totals: [Int: Total] = [:]
  /// By the items of the sharer.
  package private(set) var shares: [[Int]: Share] = [:]
  /// Items that were on the highest level, shown or not.
  private var candidates: Set<Int> = []
  private var sharers: [Programme.Sharer] = []
  private var sharing: Set<Int> = []

  package init() {}

  /// Adds a showing of the simulation.
  package mutating func record(_ showing: Rehearsal.Showing, of rehearsal: inout Rehearsal) {
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
  package func neverShown(
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
  package var gaps: [Block] { blocks.filter { $0.level == nil } }
}

extension RehearsalReport.Total {
  fileprivate mutating func add(_ seconds: Double) {
    showings += 1
    self.seconds += seconds
  }
}
