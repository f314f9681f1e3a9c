public import Playback
public import Playlists
public import Schedules
public import Timing

/// What the player of a scheduled list shows: fills its queue with what comes next, a few items ahead, and
/// keeps account of what was shown. A value: it is told what is seen, and says what is to be done.
///
/// What has begun plays out. An override, its end, a clock that has become good and the end of a time without
/// anything to show take effect at once.
public struct ShowPlan: Sendable {
  /// What is seen of the player.
  public struct Sight: Sendable {
    public var entry: Queue.Entry.ID?
    public var queue: [Queue.Entry]
    /// In seconds; nil while that is not known.
    public var remaining: Double?
    public var position: MediaTime = .zero
    public var isPaused = false

    public init(entry: Queue.Entry.ID?, queue: [Queue.Entry]) {
      (self.entry, self.queue) = (entry, queue)
    }
  }

  public enum Effect: Hashable, Sendable {
    case edit(QueueEdit)
    /// Of the item that the edit before has brought.
    case seek(MediaTime)
  }

  public private(set) var programme: Programme
  private let items: [Item]
  /// What is to be in the queue, in its order; nil shows nothing.
  private var wanted: [Show] = []
  private var showing: Showing?
  /// What an override has cut, and where.
  private var interrupted: (item: Int, position: MediaTime)?
  /// Since when the player has been asked for another queue.
  private var asked: Moment?
  /// Items that were passed over, and until when they are left out.
  private var failed: [Int: Moment] = [:]
  /// The seconds at which the plan is right, if the item on screen ends in one of them.
  private var validity: Range<Int64>?

  /// An item and the level that it was chosen on; the item is nil where there is nothing to show.
  private struct Show {
    let item: Int?
    let level: Level?
    /// When it was to begin.
    let planned: Moment
  }

  private struct Showing {
    let entry: Queue.Entry.ID
    let show: Show
    let begin: Moment
  }

  /// So many are planned.
  static let ahead = 6
  /// A time without anything to show is looked at as often.
  static let emptyDuration = MediaTime(10, 1)
  /// What ends no more than this before its time has played to its end: looking takes a while.
  private static let slack = 1.5
  /// What could not be shown is tried again after so many seconds.
  private static let retry = 60.0
  /// A queue that is still another one after so many seconds was changed by an operator.
  private static let patience = 3.0

  public init(_ list: ScheduledList, _ clock: WallClock) {
    (programme, items) = (list.programme(clock), list.items)
  }

  /// What a player begins with.
  public mutating func begin(isClockTrusted: Bool, at moment: Moment) -> [Item] {
    programme.isClockTrusted = isClockTrusted
    plan(after: nil, at: moment)
    asked = moment
    return wanted.map(item)
  }

  /// Goes on where another list was left; what plays plays out.
  public mutating func succeed(_ old: ShowPlan) {
    var old = old
    if let item = old.showing?.show.item {
      old.programme.noteEnd(of: item, shown: old.programme.items[item].length)
    }
    programme.succeed(old.programme)
    interrupted = nil
  }

  /// Takes what is seen; what is to be done.
  public mutating func look(_ sight: Sight, isClockTrusted: Bool, at moment: Moment) -> [Effect] {
    let wasTrusted = programme.isClockTrusted
    programme.isClockTrusted = isClockTrusted
    if let asked, sight.queue.map(\.item) != wanted.map(item), moment - asked < Self.patience {
      return []
    }
    asked = nil
    forgive(at: moment)
    note(sight, at: moment)
    if let cut = cut(sight, becomesTrusted: isClockTrusted && !wasTrusted, at: moment) {
      return cut
    }
    let edge = sight.isPaused ? moment : moment + max(0, sight.remaining ?? showingRest(at: moment))
    if validity?.contains(edge.second) == true { return [] }
    plan(after: showing?.show.item, at: edge)
    if let showing { wanted.insert(showing.show, at: 0) }
    let (next, place) = (wanted.map(item), place(in: sight))
    guard sight.queue[place...].map(\.item) != next else { return [] }
    asked = moment
    // What was shown goes first: the same film further behind is another entry.
    return sight.queue[..<place].map { .edit(.remove($0.id)) } + [.edit(.reload(next))]
  }
}

extension ShowPlan {
  /// Puts what comes from a moment on into `wanted`; `last` is shown until then.
  private mutating func plan(after last: Int?, at edge: Moment) {
    var (ahead, moment) = (programme, edge)
    if let last { ahead.noteEnd(of: last, shown: ahead.items[last].length) }
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
    validity = edge.second..<max(end ?? .max, edge.second + 1)
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

  private func showingRest(at moment: Moment) -> Double {
    guard let showing, let item = showing.show.item else { return 0 }
    return programme.items[item].length - (moment - showing.begin)
  }

  /// Keeps account of what began and ended since the last look.
  private mutating func note(_ sight: Sight, at moment: Moment) {
    guard let entry = sight.entry, entry != showing?.entry else { return }
    // The queue is as it was planned, unless something else has changed it.
    let queue = Array(sight.queue[place(in: sight)...])
    let place = queue.firstIndex { $0.id == entry }
    guard let place, queue.map(\.item) == wanted.map(item) else { return }
    let skipped = Array(wanted[..<place].dropFirst().filter { $0.item != nil })
    let ended = showing
    noteEnd(at: moment)
    passOver(skipped, after: ended, at: moment)
    let show = wanted[place]
    noteBegin(of: show)
    showing = Showing(entry: entry, show: show, begin: moment)
    validity = nil
  }

  /// Account is kept among those that stood when it was chosen.
  private mutating func noteBegin(of show: Show) {
    guard let item = show.item else { return }
    _ = programme.choose(at: show.planned)
    programme.noteBegin(of: item, at: show.planned)
  }

  /// What was to be shown in between could not be, unless there was the time for it.
  private mutating func passOver(_ skipped: [Show], after ended: Showing?, at moment: Moment) {
    guard let ended, let item = ended.show.item, !skipped.isEmpty else { return }
    let times = skipped.map { programme.items[$0.item ?? 0].length }
    let rest = moment - ended.begin - programme.items[item].length
    if rest < times.reduce(0, +) - Self.slack {
      for item in skipped.compactMap(\.item) { failed[item] = moment + Self.retry }
      programme.absent = Set(failed.keys)
    } else {
      for (show, time) in zip(skipped, times) {
        noteBegin(of: show)
        if let item = show.item { programme.noteEnd(of: item, shown: time) }
      }
    }
  }

  private mutating func forgive(at moment: Moment) {
    guard !failed.isEmpty else { return }
    failed = failed.filter { $0.value > moment && $0.value - moment <= Self.retry }
    programme.absent = Set(failed.keys)
  }

  private mutating func noteEnd(at moment: Moment) {
    guard let ended = showing, let item = ended.show.item else { return }
    let (time, length) = (moment - ended.begin, programme.items[item].length)
    programme.noteEnd(of: item, shown: time >= length - Self.slack ? length : time)
    showing = nil
  }

  /// What does not wait for an edge.
  private mutating func cut(
    _ sight: Sight, becomesTrusted: Bool, at moment: Moment
  ) -> [Effect]? {
    guard let showing else { return nil }
    var now = programme
    let choice = now.choose(at: moment)
    let begins = choice?.level == .override && showing.show.level != .override
    let ends = choice?.level != .override && showing.show.level == .override
    let fills = showing.show.item == nil && choice != nil
    guard begins || ends || fills || becomesTrusted else { return nil }
    noteEnd(at: moment)
    let resumed = ends ? interrupted : nil
    if begins { interrupted = showing.show.item.map { ($0, sight.position) } }
    if ends { interrupted = nil }
    self.showing = nil
    guard let resumed, now.isOpen(resumed.item, at: moment) else {
      plan(after: nil, at: moment)
      asked = moment
      return [.edit(.begin(wanted.map(item)))]
    }
    let rest = max(0, programme.items[resumed.item].length - resumed.position.seconds)
    plan(after: nil, at: moment + rest)
    wanted.insert(Show(item: resumed.item, level: choice?.level, planned: moment), at: 0)
    asked = moment
    return [.edit(.begin(wanted.map(item))), .seek(resumed.position)]
  }
}
