import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineSchedules
package import VitrineTiming

/// The plan for a player of a scheduled list. `update` takes the player's state, keeps the accounts,
/// and returns the edits that keep the queue filled a few items ahead.
///
/// An item that has started plays to its end. Only the start or end of an override, a clock that
/// becomes trusted, and the end of a gap in the schedule take effect immediately.
package struct ShowPlan: Sendable {
  /// The state of the player.
  package struct PlayerState: Sendable {
    package var entry: Queue.Entry.ID?
    package var queue: [Queue.Entry]
    /// In seconds; nil while unknown.
    package var remaining: Double?
    package var position: MediaTime = .zero
    package var isPaused = false
    /// Whether the display is on.
    package var isLit = true

    package init(entry: Queue.Entry.ID?, queue: [Queue.Entry]) {
      self.entry = entry
      self.queue = queue
    }
  }

  /// The machine's clocks at one moment: the wall clock decides what is shown, and the host clock,
  /// which is never set, measures for how long.
  package struct Clocks: Sendable {
    package let moment: Moment
    package let isTrusted: Bool
    package let host: HostTime

    package init(_ moment: Moment, isTrusted: Bool, _ host: HostTime) {
      self.moment = moment
      self.isTrusted = isTrusted
      self.host = host
    }
  }

  package enum Effect: Hashable, Sendable {
    case edit(QueueEdit)
    /// Seeks in the item that the preceding edit started.
    case seek(MediaTime)
  }

  package private(set) var programme: Programme
  private let items: [Item]
  /// Items whose planned length is a guess. The time on screen is charged to them instead.
  private let ofUnknownLength: Set<Int>
  /// The planned queue, in order. An entry without an item shows nothing.
  private var wanted: [Show] = []
  private var showing: Showing?
  /// The item that an override interrupted, and the position in it.
  private var interrupted: (item: Int, position: MediaTime)?
  /// The accounts without the item on screen.
  private var settled: [String: Account] = [:] { didSet { edges += 1 } }
  /// Counts the changes of `settled`.
  package private(set) var edges = 0
  /// When the player was last asked to change its queue.
  private var asked: HostTime?
  /// Items that failed to play, and until when they are left out.
  private var failed: [Int: HostTime] = [:]
  private var observed: Observation?
  /// The end times, in seconds, of the item on screen for which the plan is still right.
  private var validity: Range<Int64>?

  /// A planned item and the level it was chosen on; the item is nil for a gap.
  private struct Show {
    let item: Int?
    let level: Level?
    /// The planned start.
    let planned: Moment
    /// The remaining seconds of an item that an override interrupted. Its start has been counted.
    var rest: Double?
  }

  private struct Showing {
    let entry: Queue.Entry.ID
    let show: Show
    let reason: ScheduleReport.Reason
    /// Seconds on screen while the display was on.
    var seen = 0.0
  }

  /// The player's state at the last check.
  private struct Observation {
    let host: HostTime
    let isLit: Bool
    /// The seconds since the previous check, and the item's remaining seconds then.
    let gap: Double
    let restBefore: Double
    /// The item's remaining seconds now.
    let rest: Double
  }

  /// The number of items planned ahead.
  static let ahead = 6
  /// The interval at which a gap in the schedule is checked.
  static let emptyDuration = MediaTime(10, 1)
  /// An item that ends at most this many seconds early has played to its end. Polling causes the
  /// difference.
  private static let slack = 1.5
  /// The pause before an item that failed is tried again.
  private static let retry = Duration.seconds(60)
  /// After this time, a queue that still differs was changed by an operator.
  private static let timeout = Duration.seconds(3)

  /// `accounts` are those of the previous run.
  package init(_ list: ScheduledList, _ clock: WallClock, accounts: [String: Account] = [:]) {
    (programme, items) = (list.programme(clock), list.items)
    ofUnknownLength = list.ofUnknownLength
    programme.accounts = accounts
    settled = accounts
  }

  /// Returns the items that the player starts with.
  package mutating func begin(at clocks: Clocks) -> [Item] {
    programme.isClockTrusted = clocks.isTrusted
    plan(after: nil, at: clocks.moment)
    asked = clocks.host
    return wanted.map(item)
  }

  /// Continues from another list; the current item plays to its end.
  package mutating func succeed(_ old: ShowPlan) {
    var old = old
    if let show = old.showing?.show, let item = show.item {
      old.programme.recordEnd(of: item, shown: old.length(of: show))
    }
    programme.succeed(old.programme)
    settled = programme.accounts
    edges += old.edges
    interrupted = old.interrupted.flatMap { cut in
      items.firstIndex(of: old.items[cut.item]).map { ($0, cut.position) }
    }
  }

  /// Changes the time zone: the next check plans again. The current item plays to its end.
  package mutating func replaceClock(_ clock: WallClock) {
    programme.replaceClock(clock)
    validity = nil
  }

  /// Whether the player's queue is the planned one, or is about to be: an operator has not cleared
  /// or replaced it.
  package func isFollowed(by state: PlayerState) -> Bool {
    asked != nil || state.queue[place(in: state)...].map(\.original) == wanted.map(item)
  }

  /// Returns what to do for the player's current state.
  package mutating func update(_ state: PlayerState, at clocks: Clocks) -> [Effect] {
    let (moment, wasTrusted) = (clocks.moment, programme.isClockTrusted)
    programme.isClockTrusted = clocks.isTrusted
    measure(state, at: clocks.host)
    if let asked, state.queue.map(\.original) != wanted.map(item),
      clocks.host - asked < Self.timeout
    {
      return []
    }
    asked = nil
    retryFailed(at: clocks.host)
    recordChanges(state, at: clocks.host)
    if let cut = cut(becomesTrusted: clocks.isTrusted && !wasTrusted, at: clocks) { return cut }
    let edge = state.isPaused ? moment : moment + max(0, state.remaining ?? showingRest)
    if validity?.contains(edge.second) == true { return [] }
    plan(after: showing?.show, at: edge)
    if let showing { wanted.insert(showing.show, at: 0) }
    let (next, place) = (wanted.map(item), place(in: state))
    guard state.queue[place...].map(\.original) != next else { return [] }
    asked = clocks.host
    // Entries that were shown are removed first. A later entry for the same film is a different
    // one.
    return state.queue[..<place].map { .edit(.remove($0.id)) } + [.edit(.reload(next))]
  }
}

extension ShowPlan {
  /// Plans the items from `edge` on; `last` is on screen until then.
  private mutating func plan(after last: Show?, at edge: Moment) {
    var (ahead, moment) = (programme, edge)
    if let last, let item = last.item { ahead.recordEnd(of: item, shown: length(of: last)) }
    wanted = []
    var end: Int64?
    while wanted.count < Self.ahead {
      let choice = ahead.choose(at: moment)
      if wanted.isEmpty { end = ahead.nextChange(after: moment) }
      wanted.append(Show(item: choice?.item, level: choice?.level, planned: moment))
      guard let item = choice?.item else { break }
      ahead.recordStart(of: item, at: moment)
      ahead.recordEnd(of: item, shown: ahead.items[item].length)
      moment = moment + ahead.items[item].length
    }
    // bound: the end is never before the start
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

  /// The position in the queue of the entry that was on screen at the last check.
  private func place(in state: PlayerState) -> Int {
    state.queue.firstIndex { $0.id == showing?.entry } ?? 0
  }

  private var showingRest: Double {
    guard let showing, showing.show.item != nil else { return 0 }
    return length(of: showing.show) - showing.seen
  }

  /// In seconds; 0 for a gap.
  private func length(of show: Show) -> Double {
    show.rest ?? show.item.map { programme.items[$0].length } ?? 0
  }

  /// Adds the time since the last check to the item on screen if the display was on.
  private mutating func measure(_ state: PlayerState, at host: HostTime) {
    let gap = observed.map { max(0, (host - $0.host).seconds) } ?? 0
    if observed?.isLit == true { showing?.seen += gap }
    observed = Observation(
      host: host, isLit: state.isLit, gap: gap, restBefore: observed?.rest ?? 0,
      rest: max(0, state.remaining ?? 0))
  }

  /// Accounts for the items that started and ended since the last check.
  private mutating func recordChanges(_ state: PlayerState, at host: HostTime) {
    guard let entry = state.entry, entry != showing?.entry else { return }
    // If the queue differs from the plan, an operator or the program has changed it.
    let queue = Array(state.queue[place(in: state)...])
    let place = queue.firstIndex { $0.id == entry }
    guard let place, queue.map(\.original) == wanted.map(item) else { return }
    let skipped = Array(wanted[..<place].dropFirst().filter { $0.item != nil })
    let ended = showing
    recordEnd()
    recordSkipped(skipped, after: ended, at: host)
    let show = wanted[place]
    if show.rest == nil { _ = programme.choose(at: show.planned) }
    settled = programme.accounts
    let reason = reason(of: show)
    recordStart(of: show)
    showing = Showing(entry: entry, show: show, reason: reason)
    validity = nil
  }

  /// Charges the item as of its planned start, against the candidates at that time.
  private mutating func recordStart(of show: Show) {
    guard let item = show.item, show.rest == nil else { return }
    _ = programme.choose(at: show.planned)
    programme.recordStart(of: item, at: show.planned)
  }

  /// Marks skipped items as failed unless there was time to show them.
  private mutating func recordSkipped(_ skipped: [Show], after ended: Showing?, at host: HostTime) {
    guard let ended, ended.show.item != nil, !skipped.isEmpty, let observed else { return }
    let times = skipped.map { programme.items[$0.item ?? 0].length }
    if observed.gap - observed.restBefore < times.reduce(0, +) - Self.slack {
      for item in skipped.compactMap(\.item) { failed[item] = host + Self.retry }
      programme.absent = Set(failed.keys)
    } else {
      for (show, time) in zip(skipped, times) {
        recordStart(of: show)
        if let item = show.item { programme.recordEnd(of: item, shown: time) }
      }
    }
  }

  private mutating func retryFailed(at host: HostTime) {
    guard !failed.isEmpty else { return }
    failed = failed.filter { $0.value > host }
    programme.absent = Set(failed.keys)
  }

  private mutating func recordEnd() {
    guard let ended = showing, let item = ended.show.item else { return }
    let length = length(of: ended.show)
    let isComplete = ended.seen >= length - Self.slack && !ofUnknownLength.contains(item)
    programme.recordEnd(of: item, shown: isComplete ? length : ended.seen)
    showing = nil
  }

  /// Handles what takes effect immediately.
  private mutating func cut(becomesTrusted: Bool, at clocks: Clocks) -> [Effect]? {
    guard let showing else { return nil }
    var now = programme
    let fills = showing.show.item == nil && now.choose(at: clocks.moment) != nil
    guard fills || becomesTrusted else { return nil }
    recordEnd()
    self.showing = nil
    return replan(at: clocks)
  }

  private mutating func replan(at clocks: Clocks) -> [Effect] {
    plan(after: nil, at: clocks.moment)
    asked = clocks.host
    return [.edit(.begin(wanted.map(item)))]
  }
}

// Overrides.
extension ShowPlan {
  /// Suspends the plan during an override. Do not call `update` until `resume`. With `isEnding`, the current item plays
  /// to its end, and another one resumes.
  package mutating func suspend(_ state: PlayerState, isEnding: Bool = false, at host: HostTime) {
    measure(state, at: host)
    recordChanges(state, at: host)
    interrupted = isEnding ? nil : showing?.show.item.map { ($0, state.position) }
    recordEnd()
    (showing, wanted, asked, validity) = (nil, [], nil, nil)
    settled = programme.accounts
  }

  /// Resumes the interrupted item if it may still be shown; otherwise plans again.
  package mutating func resume(at clocks: Clocks) -> [Effect] {
    let moment = clocks.moment
    programme.isClockTrusted = clocks.isTrusted
    retryFailed(at: clocks.host)
    let cut = interrupted
    interrupted = nil
    var now = programme
    let choice = now.choose(at: moment)
    guard let cut, now.candidates.contains(cut.item) || now.isOpen(cut.item, at: moment),
      !now.absent.contains(cut.item)
    else { return replan(at: clocks) }
    let rest = max(0, programme.items[cut.item].length - cut.position.seconds)
    plan(after: nil, at: moment + rest)
    wanted.insert(
      Show(item: cut.item, level: choice?.level, planned: moment, rest: rest), at: 0)
    asked = clocks.host
    return [.edit(.begin(wanted.map(item))), .seek(cut.position)]
  }
}

// Reports.
extension ShowPlan {
  /// The accounts to store for the next start, where the item on screen starts again.
  package var accounts: [String: Account] { settled }

  /// Describes the state at the last check.
  package mutating func report(at moment: Moment) -> ScheduleReport {
    let item = showing?.show.item
    var report = ScheduleReport(
      level: item == nil ? nil : showing?.show.level,
      item == nil ? .nothing : showing?.reason ?? .turn,
      list: item.flatMap { items[$0].rules?.campaigns.last?.title } ?? "",
      isScheduled: true, isClockTrusted: programme.isClockTrusted)
    let next = showing == nil ? wanted.first : wanted.dropFirst().first
    report.next = next?.item.map { items[$0].displayTitle }
    report.change = programme.nextChange(after: moment).map { Moment(second: $0) }
    return report
  }

  /// Why the item was chosen.
  private mutating func reason(of show: Show) -> ScheduleReport.Reason {
    guard let item = show.item else { return .nothing }
    let rules = items[item].rules ?? ShowingRules()
    if rules.perHour != nil || rules.campaigns.contains(where: { $0.perHour != nil }) {
      return .hour
    }
    return programme.sharers().contains { $0.items.contains(item) } ? .share : .turn
  }
}

extension ShowPlan.Clocks {
  /// The machine's current clocks.
  package static func now() -> ShowPlan.Clocks {
    let reading = ClockReading.now()
    return ShowPlan.Clocks(reading.moment, isTrusted: reading.isTrusted, .now())
  }
}
