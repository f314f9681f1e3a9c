public import VitrinePlayback
public import VitrinePlaylists
public import VitrineSchedules
public import VitrineTiming

/// What the player of a scheduled list shows: fills its queue with what comes next, a few items ahead, and
/// keeps account of what was shown. A value: it is told what is seen, and says what is to be done.
///
/// What has begun plays out. An override that comes or ends, a clock that has become good and the end of a time
/// without anything to show take effect at once.
public struct ShowPlan: Sendable {
  /// What is seen of the player.
  public struct Sight: Sendable {
    public var entry: Queue.Entry.ID?
    public var queue: [Queue.Entry]
    /// In seconds; nil while that is not known.
    public var remaining: Double?
    public var position: MediaTime = .zero
    public var isPaused = false
    /// Whether the display is on.
    public var isLit = true

    public init(entry: Queue.Entry.ID?, queue: [Queue.Entry]) {
      (self.entry, self.queue) = (entry, queue)
    }
  }

  /// What the machine's clocks show at one moment: the wall clock says what is to be shown, and the host's, which is
  /// never set, how long it was.
  public struct Clocks: Sendable {
    public let moment: Moment
    public let isTrusted: Bool
    public let host: HostTime

    public init(_ moment: Moment, isTrusted: Bool, _ host: HostTime) {
      (self.moment, self.isTrusted, self.host) = (moment, isTrusted, host)
    }
  }

  public enum Effect: Hashable, Sendable {
    case edit(QueueEdit)
    /// Of the item that the edit before has brought.
    case seek(MediaTime)
  }

  public private(set) var programme: Programme
  private let items: [Item]
  /// Those that take as long as they take; what is reckoned with is a guess.
  private let ofUnknownLength: Set<Int>
  /// What is to be in the queue, in its order; nil shows nothing.
  private var wanted: [Show] = []
  private var showing: Showing?
  /// What an override has cut, and where.
  private var interrupted: (item: Int, position: MediaTime)?
  /// The accounts without what is on screen.
  private var settled: [String: Account] = [:] { didSet { edges += 1 } }
  /// Counts what has changed in them.
  public private(set) var edges = 0
  /// Since when the player has been asked for another queue.
  private var asked: HostTime?
  /// Items that were passed over, and until when they are left out.
  private var failed: [Int: HostTime] = [:]
  private var looked: Look?
  /// The seconds at which the plan is right, if the item on screen ends in one of them.
  private var validity: Range<Int64>?

  /// An item and the level that it was chosen on; the item is nil where there is nothing to show.
  private struct Show {
    let item: Int?
    let level: Level?
    /// When it was to begin.
    let planned: Moment
    /// What was left of one that an override has cut, in seconds: its beginning has counted.
    var rest: Double?
  }

  private struct Showing {
    let entry: Queue.Entry.ID
    let show: Show
    let reason: ScheduleReport.Reason
    /// For how long it has been on a display that was on, in seconds.
    var seen = 0.0
  }

  /// The player as it was seen last.
  private struct Look {
    let host: HostTime
    let isLit: Bool
    /// Since the look before, in seconds, and what was left then of the item on screen.
    let gap: Double
    let restBefore: Double
    /// What is left of it now.
    let rest: Double
  }

  /// So many are planned.
  static let ahead = 6
  /// A time without anything to show is looked at as often.
  static let emptyDuration = MediaTime(10, 1)
  /// What ends no more than this before its time has played to its end: looking takes a while.
  private static let slack = 1.5
  /// What could not be shown is tried again after so many seconds.
  private static let retry = Duration.seconds(60)
  /// A queue that is still another one after so long was changed by an operator.
  private static let patience = Duration.seconds(3)

  /// `accounts` are those of a run before.
  public init(_ list: ScheduledList, _ clock: WallClock, accounts: [String: Account] = [:]) {
    (programme, items) = (list.programme(clock), list.items)
    ofUnknownLength = list.ofUnknownLength
    programme.accounts = accounts
    settled = accounts
  }

  /// What a player begins with.
  public mutating func begin(at clocks: Clocks) -> [Item] {
    programme.isClockTrusted = clocks.isTrusted
    plan(after: nil, at: clocks.moment)
    asked = clocks.host
    return wanted.map(item)
  }

  /// Goes on where another list was left; what plays plays out.
  public mutating func succeed(_ old: ShowPlan) {
    var old = old
    if let show = old.showing?.show, let item = show.item {
      old.programme.noteEnd(of: item, shown: old.length(of: show))
    }
    programme.succeed(old.programme)
    settled = programme.accounts
    edges += old.edges
    interrupted = old.interrupted.flatMap { cut in
      items.firstIndex(of: old.items[cut.item]).map { ($0, cut.position) }
    }
  }

  /// The place's clocks are others from now on: what is planned is planned anew at the next look, what plays
  /// plays out.
  public mutating func exchange(_ clock: WallClock) {
    programme.exchange(clock)
    validity = nil
  }

  /// Whether the player's queue is what was planned, or is about to be: nothing was cleared or loaded.
  public func isFollowed(by sight: Sight) -> Bool {
    asked != nil || sight.queue[place(in: sight)...].map(\.item) == wanted.map(item)
  }

  /// Takes what is seen; what is to be done.
  public mutating func look(_ sight: Sight, at clocks: Clocks) -> [Effect] {
    let (moment, wasTrusted) = (clocks.moment, programme.isClockTrusted)
    programme.isClockTrusted = clocks.isTrusted
    measure(sight, at: clocks.host)
    if let asked, sight.queue.map(\.item) != wanted.map(item), clocks.host - asked < Self.patience {
      return []
    }
    asked = nil
    forgive(at: clocks.host)
    note(sight, at: clocks.host)
    if let cut = cut(becomesTrusted: clocks.isTrusted && !wasTrusted, at: clocks) { return cut }
    let edge = sight.isPaused ? moment : moment + max(0, sight.remaining ?? showingRest)
    if validity?.contains(edge.second) == true { return [] }
    plan(after: showing?.show, at: edge)
    if let showing { wanted.insert(showing.show, at: 0) }
    let (next, place) = (wanted.map(item), place(in: sight))
    guard sight.queue[place...].map(\.item) != next else { return [] }
    asked = clocks.host
    // What was shown goes first: the same film further behind is another entry.
    return sight.queue[..<place].map { .edit(.remove($0.id)) } + [.edit(.reload(next))]
  }
}

extension ShowPlan {
  /// Puts what comes from a moment on into `wanted`; `last` is shown until then.
  private mutating func plan(after last: Show?, at edge: Moment) {
    var (ahead, moment) = (programme, edge)
    if let last, let item = last.item { ahead.noteEnd(of: item, shown: length(of: last)) }
    wanted = []
    var end: Int64?
    while wanted.count < Self.ahead {
      let choice = ahead.choose(at: moment)
      if wanted.isEmpty { end = ahead.nextChange(after: moment) }
      wanted.append(Show(item: choice?.item, level: choice?.level, planned: moment))
      guard let item = choice?.item else { break }
      ahead.noteBegin(of: item, at: moment)
      ahead.noteEnd(of: item, shown: ahead.items[item].length)
      moment = moment + ahead.items[item].length
    }
    // bound: the end is none before the beginning
    validity = edge.second..<max(end ?? .max, edge.second +| 1)
  }

  private func item(_ show: Show) -> Item {
    guard let index = show.item else {
      var item = Item(.color(0))
      item.imageDuration = Self.emptyDuration
      return item
    }
    return items[index]
  }

  /// Where in the queue that stands which was shown at the last look.
  private func place(in sight: Sight) -> Int {
    sight.queue.firstIndex { $0.id == showing?.entry } ?? 0
  }

  private var showingRest: Double {
    guard let showing, showing.show.item != nil else { return 0 }
    return length(of: showing.show) - showing.seen
  }

  /// In seconds; nothing where there is nothing to show.
  private func length(of show: Show) -> Double {
    show.rest ?? show.item.map { programme.items[$0].length } ?? 0
  }

  /// Counts the time since the last look for what has been on screen, where the display was on.
  private mutating func measure(_ sight: Sight, at host: HostTime) {
    let gap = looked.map { max(0, (host - $0.host).seconds) } ?? 0
    if looked?.isLit == true { showing?.seen += gap }
    looked = Look(
      host: host, isLit: sight.isLit, gap: gap, restBefore: looked?.rest ?? 0,
      rest: max(0, sight.remaining ?? 0))
  }

  /// Keeps account of what began and ended since the last look.
  private mutating func note(_ sight: Sight, at host: HostTime) {
    guard let entry = sight.entry, entry != showing?.entry else { return }
    // The queue is as it was planned, unless something else has changed it.
    let queue = Array(sight.queue[place(in: sight)...])
    let place = queue.firstIndex { $0.id == entry }
    guard let place, queue.map(\.item) == wanted.map(item) else { return }
    let skipped = Array(wanted[..<place].dropFirst().filter { $0.item != nil })
    let ended = showing
    noteEnd()
    passOver(skipped, after: ended, at: host)
    let show = wanted[place]
    if show.rest == nil { _ = programme.choose(at: show.planned) }
    settled = programme.accounts
    let reason = reason(of: show)
    noteBegin(of: show)
    showing = Showing(entry: entry, show: show, reason: reason)
    validity = nil
  }

  /// Account is kept among those that stood when it was chosen.
  private mutating func noteBegin(of show: Show) {
    guard let item = show.item, show.rest == nil else { return }
    _ = programme.choose(at: show.planned)
    programme.noteBegin(of: item, at: show.planned)
  }

  /// What was to be shown in between could not be, unless there was the time for it.
  private mutating func passOver(_ skipped: [Show], after ended: Showing?, at host: HostTime) {
    guard let ended, ended.show.item != nil, !skipped.isEmpty, let looked else { return }
    let times = skipped.map { programme.items[$0.item ?? 0].length }
    if looked.gap - looked.restBefore < times.reduce(0, +) - Self.slack {
      for item in skipped.compactMap(\.item) { failed[item] = host + Self.retry }
      programme.absent = Set(failed.keys)
    } else {
      for (show, time) in zip(skipped, times) {
        noteBegin(of: show)
        if let item = show.item { programme.noteEnd(of: item, shown: time) }
      }
    }
  }

  private mutating func forgive(at host: HostTime) {
    guard !failed.isEmpty else { return }
    failed = failed.filter { $0.value > host }
    programme.absent = Set(failed.keys)
  }

  private mutating func noteEnd() {
    guard let ended = showing, let item = ended.show.item else { return }
    let length = length(of: ended.show)
    let isWhole = ended.seen >= length - Self.slack && !ofUnknownLength.contains(item)
    programme.noteEnd(of: item, shown: isWhole ? length : ended.seen)
    showing = nil
  }

  /// What does not wait for an edge.
  private mutating func cut(becomesTrusted: Bool, at clocks: Clocks) -> [Effect]? {
    guard let showing else { return nil }
    var now = programme
    let fills = showing.show.item == nil && now.choose(at: clocks.moment) != nil
    guard fills || becomesTrusted else { return nil }
    noteEnd()
    self.showing = nil
    return anew(at: clocks)
  }

  private mutating func anew(at clocks: Clocks) -> [Effect] {
    plan(after: nil, at: clocks.moment)
    asked = clocks.host
    return [.edit(.begin(wanted.map(item)))]
  }
}

// Overrides.
extension ShowPlan {
  /// An override has the screen from now on; until `resume` nothing is to be looked at.
  public mutating func suspend(_ sight: Sight, at host: HostTime) {
    measure(sight, at: host)
    note(sight, at: host)
    interrupted = showing?.show.item.map { ($0, sight.position) }
    noteEnd()
    (showing, wanted, asked, validity) = (nil, [], nil, nil)
    settled = programme.accounts
  }

  /// It is over: what it has cut goes on in place, where that may still be shown.
  public mutating func resume(at clocks: Clocks) -> [Effect] {
    let moment = clocks.moment
    programme.isClockTrusted = clocks.isTrusted
    forgive(at: clocks.host)
    let cut = interrupted
    interrupted = nil
    var now = programme
    let choice = now.choose(at: moment)
    guard let cut, now.standing.contains(cut.item) || now.isOpen(cut.item, at: moment),
      !now.absent.contains(cut.item)
    else { return anew(at: clocks) }
    let rest = max(0, programme.items[cut.item].length - cut.position.seconds)
    plan(after: nil, at: moment + rest)
    wanted.insert(
      Show(item: cut.item, level: choice?.level, planned: moment, rest: rest), at: 0)
    asked = clocks.host
    return [.edit(.begin(wanted.map(item))), .seek(cut.position)]
  }
}

// What is told of it.
extension ShowPlan {
  /// What was shown so far, for the next start: what is on screen begins anew then.
  public var accounts: [String: Account] { settled }

  /// As of the last look.
  public mutating func report(at moment: Moment) -> ScheduleReport {
    let item = showing?.show.item
    var report = ScheduleReport(
      level: item == nil ? nil : showing?.show.level,
      item == nil ? .nothing : showing?.reason ?? .turn,
      list: item.flatMap { items[$0].rules?.campaigns.last?.title } ?? "",
      isScheduled: true, isClockTrusted: programme.isClockTrusted)
    let next = showing == nil ? wanted.first : wanted.dropFirst().first
    report.next = next?.item.map { items[$0].shownTitle }
    report.change = programme.nextChange(after: moment).map { Moment(second: $0) }
    return report
  }

  /// As things are when it is chosen.
  private mutating func reason(of show: Show) -> ScheduleReport.Reason {
    guard let item = show.item else { return .nothing }
    let rules = items[item].rules ?? ShowingRules()
    if rules.perHour != nil || rules.campaigns.contains(where: { $0.perHour != nil }) {
      return .hour
    }
    return programme.sharers().contains { $0.items.contains(item) } ? .share : .turn
  }
}
