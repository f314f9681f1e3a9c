/// What came of a rehearsal: blocks in which the same items take turns, gaps, contests, and what each item had.
public struct RehearsalReport: Sendable {
  /// A time in which the same items stand on the same level.
  public struct Block: Hashable, Sendable {
    public let begin: Moment
    public var end: Moment
    /// Nil shows nothing.
    public let level: Level?
    /// How often each was shown, and for how many seconds.
    public var shown: [Int: Had] = [:]

    fileprivate let members: [Int]
  }

  public struct Had: Hashable, Sendable {
    public var showings = 0
    public var seconds = 0.0

    public init() {}
  }

  /// Items that claim the screen alone at the same time: the first one has it.
  public struct Contest: Hashable, Sendable {
    public let begin: Moment
    public let items: [Int]
  }

  /// Of an item or a list that shares the time: what it had while it did, and what it should have had.
  public struct Share: Hashable, Sendable {
    public var seconds = 0.0
    public var wanted = 0.0
    /// All that was shared meanwhile.
    public var whole = 0.0
  }

  public private(set) var blocks: [Block] = []
  public private(set) var contests: [Contest] = []
  public private(set) var totals: [Int: Had] = [:]
  /// By the items of who shares.
  public private(set) var shares: [[Int]: Share] = [:]
  /// Items that were on the level that had the screen, shown or not.
  private var stood: Set<Int> = []
  private var sharers: [Programme.Sharer] = []
  private var sharing: Set<Int> = []

  public init() {}

  /// Takes the showing that a rehearsal has just given.
  public mutating func take(_ showing: Rehearsal.Showing, of rehearsal: inout Rehearsal) {
    let members = rehearsal.programme.standing
    if blocks.last?.level != showing.choice?.level || blocks.last?.members != members {
      blocks.append(
        Block(
          begin: showing.begin, end: showing.end, level: showing.choice?.level, members: members))
      sharers = rehearsal.sharers()
      sharing = Set(sharers.flatMap(\.items))
      stood.formUnion(members)
    }
    blocks[blocks.count - 1].end = showing.end
    noteContests(in: showing, of: &rehearsal)
    guard let item = showing.choice?.item else { return }
    let seconds = showing.end - showing.begin
    blocks[blocks.count - 1].shown[item, default: Had()].add(seconds)
    totals[item, default: Had()].add(seconds)
    guard sharing.contains(item) else { return }
    for sharer in sharers {
      var share = shares[sharer.items] ?? Share()
      if sharer.items.contains(item) { share.seconds += seconds }
      share.wanted += sharer.part * seconds
      share.whole += seconds
      shares[sharer.items] = share
    }
  }

  /// Who comes and goes below what has the screen changes no block; and windows open while something plays.
  private mutating func noteContests(
    in showing: Rehearsal.Showing, of rehearsal: inout Rehearsal
  ) {
    var next: Moment? = showing.begin
    while let moment = next {
      let contest = rehearsal.contest(at: moment)
      if contest.count > 1, contest != contests.last?.items {
        contests.append(Contest(begin: moment, items: contest))
      }
      next = rehearsal.nextEdge(after: moment).map { Moment(second: $0) }
      if let edge = next, edge >= showing.end { next = nil }
    }
  }

  /// The items that were never shown between these moments though they are there, in the list's order, and why.
  public func neverShown(
    of programme: Programme, from begin: Moment, until end: Moment
  ) -> [(item: Int, reason: NeverShown)] {
    programme.items.indices.filter { totals[$0] == nil && !programme.absent.contains($0) }.map {
      item in
      let reason = programme.reason(
        of: item, notShownFrom: begin, until: end, hasStood: stood.contains(item))
      return (item, reason)
    }
  }

  /// The times in which there is nothing to show.
  public var gaps: [Block] { blocks.filter { $0.level == nil } }
}

extension RehearsalReport.Had {
  fileprivate mutating func add(_ seconds: Double) {
    showings += 1
    self.seconds += seconds
  }
}
