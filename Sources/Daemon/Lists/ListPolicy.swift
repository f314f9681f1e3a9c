import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// What becomes of a list while its player plays: when it is read again, what a reading means for
/// the player, and what the operator is told. A value: `ServedList` feeds it with events, and
/// carries out the effects in their order.
struct ListPolicy {
  /// What has happened.
  enum Event {
    /// The watch says that something of what the list was read from has changed.
    case news
    /// It is to be read again. Where the operator asks for it, it also replaces what was cleared or loaded.
    case reload(restores: Bool)
    /// The operator wants it played at once, in the place of what was cleared or loaded.
    case restore
    /// The player was told to play, and its queue is empty. It is seen again until the player has the list.
    case awaited
    /// Another source counts from now on, with other settings; a reload follows.
    case exchange(name: String, PlaybackSettings)
    /// The operator has done something about the list: quarantined items get another chance.
    case clearQuarantine
    /// A reading has come to its end. `showsCard`: the player shows a card in the place of a list, or
    /// waits for what has not come. `strays`: an operator has given the player another queue.
    case found(Finding, showsCard: Bool, strays: Straying = .none)
    /// Time has passed.
    case timer
  }

  /// How the player's queue differs from the list.
  enum Straying {
    case none
    /// It plays other items, which may end.
    case plays
    /// Nothing plays: it was cleared, or what was loaded is over.
    case stands
  }

  /// What came of a reading.
  struct Finding: Equatable {
    let result: Result<LoadedList, ListError>
    let watch: Coverage
    /// Whether there may have been changes that the watch cannot know of.
    let mayBeOutdated: Bool
  }

  /// Which changes of a list's files and folders make news.
  enum Coverage: Equatable {
    case all
    /// Something may change without news: it is missing, or on another machine.
    case some
    /// There is no watch.
    case none(Errno)
  }

  /// What is to be done.
  enum Effect: Equatable {
    /// Read the source that counts; `origins` are what the list was read from before.
    case read(origins: [String])
    /// Watch what the finding watches, in the place of what was watched before.
    case adoptWatch
    case dropWatch
    case edit(QueueEdit)
    case play
    /// Closes what plays, and leaves the choice to people again.
    case leave
    /// The paths lead to other files from now on, for the player whatever it plays.
    case renew
    /// Play in an order of chance from now on, or as listed.
    case shuffle(Bool)
    /// Play these by their schedule from now on; where it `cuts`, at once.
    case schedule(ScheduledList, cuts: Bool)
    case endSchedule
    /// Have people choose from these, below the list's own title.
    case offer([Item], title: String?)
    case log(LogLine)
  }

  /// What is known of the list.
  private enum Knowledge {
    case unread
    case read(LoadedList)
    /// It could not be read; the one before goes on, if there is one.
    case failed(ListError, before: LoadedList?)

    var list: LoadedList? {
      switch self {
      case .unread: nil
      case .read(let list): list
      case .failed(_, let before): before
      }
    }

    var error: ListError? {
      if case .failed(let error, _) = self { error } else { nil }
    }
  }

  private enum Activity {
    /// Nothing is read. It is read again at this time, though nothing has changed; nil waits for
    /// news.
    case waiting(until: HostTime?)
    case reading(Reading)
  }

  private struct Reading {
    /// The source's, which may not be the one that counts any more.
    let name: String
    let since: HostTime
    var then = Afterwards.wait
    /// Whether its list replaces what an operator has cleared or loaded.
    var restores = false
    /// Whether the operator was told that it takes long.
    var isTold = false
  }

  /// What comes after a reading.
  private enum Afterwards {
    case wait
    case readAgain
    /// What is read now is of another source than the one that counts: it is dropped.
    case readOther
  }

  /// News of one change: they are dealt with when it is quiet, at the latest after a time.
  private struct News {
    var due: HostTime
    let latest: HostTime
  }

  /// What the operator was told, so that it is told once.
  private struct Told {
    var isEmpty = false
    var watchError: Errno?
  }

  private var name: String
  private(set) var playback: PlaybackSettings
  let isChosenFrom: Bool
  private var crashLoopGuard: CrashLoopGuard
  private var knowledge: Knowledge
  private var activity: Activity
  private var news: News?
  private var told = Told()
  private var order: QueueOrder
  private var isScheduled: Bool
  /// Whether the next good list is taken although it is the same.
  private var retakes = false
  /// When the list was last played in the place of what an operator had made of the queue.
  private var restored: HostTime?

  /// Something that is copied in makes news again and again: this long without any is quiet.
  static let pause = Duration.milliseconds(300)
  /// However much news comes, it is dealt with after this time.
  static let patience = Duration.seconds(5)
  /// Between two readings where changes may make no news.
  static let betweenLooks = Duration.seconds(10)
  /// A player takes an edit within this time.
  static let betweenReturns = Duration.seconds(3)
  /// After this time the operator is told what is being waited for.
  static let longReading = Duration.seconds(10)

  /// A first reading is under way, or its finding waits to be taken; `list` is what it has found,
  /// and what the player was begun with.
  init(
    name: String, _ playback: PlaybackSettings, isChosenFrom: Bool,
    _ crashLoopGuard: CrashLoopGuard,
    list: LoadedList?, at now: HostTime
  ) {
    (self.name, self.playback, self.isChosenFrom) = (name, playback, isChosenFrom)
    self.crashLoopGuard = crashLoopGuard
    knowledge = list.map { .read($0) } ?? .unread
    activity = .reading(Reading(name: name, since: now))
    isScheduled = !isChosenFrom && list?.schedule(list?.items ?? [], playback) != nil
    order = isScheduled ? .scheduled : QueueOrder(list, playback)
  }

  /// The locations of what has ended the player again and again.
  var quarantined: [String] { crashLoopGuard.quarantined }

  /// Whether what was asked for has not been read yet.
  var isReading: Bool {
    if case .reading = activity { true } else { false }
  }

  /// What a list that does not say when what is shown has the player's queue hold.
  var programme: [Item] {
    guard let list = knowledge.list else {
      let reason = knowledge.error?.lines ?? ["\(name): still being read"]
      return [Self.card(name, reason)]
    }
    return isChosenFrom
      ? Self.rest(of: list.items, quarantined: crashLoopGuard.quarantined)
      : Self.items(of: list, name, quarantined: crashLoopGuard.quarantined)
  }

  /// What people call the list.
  var listName: String { knowledge.list?.title ?? name }

  /// Whether its calendars are to be read again for another time: a year has ended, or the machine's clock was
  /// set.
  func isOutdated(for span: CalendarSpan) -> Bool {
    guard !isReading, knowledge.error == nil, let read = knowledge.list?.calendarSpan else {
      return false
    }
    return read != span
  }

  /// What is wrong with the list as it was read last.
  var error: String? { knowledge.error?.lines.first }

  /// When a `timer` event is due; nil waits for other events.
  var due: HostTime? { [readingDue, noticeDue].compactMap(\.self).min() }

  /// What is to be written down of this place.
  func note(_ point: ResumePoint, lived: Duration = .zero) -> ResumeNote {
    crashLoopGuard.note(point, lived: lived)
  }

  /// Takes what has happened; what is to be done, in this order.
  mutating func take(_ event: Event, at now: HostTime) -> [Effect] {
    switch event {
    case .news:
      noteNews(at: now)
      clearQuarantine()
      return []
    case .reload(let restores): return reload(restores: restores, at: now)
    case .restore: return restore(at: now)
    case .awaited:
      let isUnderWay = restored.map { now - $0 < Self.betweenReturns } ?? false
      return isUnderWay || isChosenFrom ? [] : restore(at: now)
    case .exchange(let name, let playback):
      exchange(name, playback)
      return []
    case .clearQuarantine:
      clearQuarantine()
      return []
    case .found(let finding, let showsCard, let strays):
      return take(finding, showsCard, strays, at: now)
    case .timer: return look(at: now)
    }
  }
}

// When it is read.
extension ListPolicy {
  private var readingDue: HostTime? {
    var look: HostTime?
    if case .waiting(let time) = activity { look = time }
    return [news?.due, look].compactMap(\.self).min()
  }

  private var noticeDue: HostTime? {
    guard case .reading(let reading) = activity, !reading.isTold else { return nil }
    return reading.since + Self.longReading
  }

  private mutating func noteNews(at now: HostTime) {
    let latest = news?.latest ?? now + Self.patience
    news = News(due: min(now + Self.pause, latest), latest: latest)
  }

  private mutating func look(at now: HostTime) -> [Effect] {
    var effects: [Effect] = []
    if case .reading(var reading) = activity, let noticeDue, noticeDue <= now {
      reading.isTold = true
      activity = .reading(reading)
      effects.append(
        .log(
          .warning(
            "\(reading.name): still being read after 10 s; does its disk or share answer?")))
    }
    guard let readingDue, readingDue <= now else { return effects }
    return effects + reload(at: now)
  }

  private mutating func reload(restores: Bool = false, at now: HostTime) -> [Effect] {
    news = nil
    guard case .reading(var reading) = activity else { return [read(restores, at: now)] }
    reading.restores = reading.restores || restores
    if case .wait = reading.then { reading.then = .readAgain }
    activity = .reading(reading)
    return []
  }

  private mutating func read(_ restores: Bool, at now: HostTime) -> Effect {
    activity = .reading(Reading(name: name, since: now, restores: restores))
    return .read(origins: knowledge.error?.origins ?? knowledge.list?.origins ?? [])
  }

  private mutating func exchange(_ name: String, _ playback: PlaybackSettings) {
    (self.name, self.playback) = (name, playback)
    // Whatever the other one has is new.
    knowledge = knowledge.error.map { .failed($0, before: nil) } ?? .unread
    guard case .reading(var reading) = activity else { return }
    reading.then = .readOther
    activity = .reading(reading)
  }

  private mutating func clearQuarantine() {
    guard !crashLoopGuard.quarantined.isEmpty else { return }
    crashLoopGuard.clearQuarantine()
    retakes = true
  }
}

// What was read.
extension ListPolicy {
  private mutating func take(
    _ finding: Finding, _ showsCard: Bool, _ strays: Straying, at now: HostTime
  ) -> [Effect] {
    guard case .reading(let reading) = activity else { return [] }
    activity = .waiting(until: nil)
    let strays = reading.restores ? strays : .none
    switch reading.then {
    case .wait: return finish(finding, showsCard, strays, at: now)
    case .readAgain: return finish(finding, showsCard, strays, at: now) + reload(at: now)
    case .readOther: return reload(restores: reading.restores, at: now)
    }
  }

  private mutating func finish(
    _ finding: Finding, _ showsCard: Bool, _ strays: Straying, at now: HostTime
  ) -> [Effect] {
    var effects: [Effect]
    switch finding.result {
    case .success(let list): effects = take(list, showsCard, strays)
    case .failure(let error):
      effects = take(error, showsCard) + (strays == .none ? [] : replay(strays))
    }
    effects += take(finding.watch)
    // An empty folder may be where something is going to be mounted, which makes no news.
    let isEmpty = knowledge.list?.items.isEmpty ?? true
    if finding.mayBeOutdated || isEmpty || knowledge.error != nil || finding.watch != .all {
      activity = .waiting(until: now + Self.betweenLooks)
    }
    return effects
  }

  private mutating func take(
    _ list: LoadedList, _ showsCard: Bool, _ strays: Straying
  ) -> [Effect] {
    var effects: [Effect] = []
    var before = knowledge.list
    // Other files below the same paths are the same list.
    before?.edition = list.edition
    let isOther = list != before
    knowledge = .read(list)
    let left = crashLoopGuard.quarantined
    let isRenewed = crashLoopGuard.begin(edition: list.edition)
    if left != crashLoopGuard.quarantined { retakes = true }
    if list.items.isEmpty, !told.isEmpty {
      effects.append(.log(.warning("\(name): empty. It begins once that changes")))
    }
    told.isEmpty = list.items.isEmpty
    if isOther || retakes || strays != .none {
      effects.append(.log(.info("\(name): \(list.items.count) items")))
      let rest = Self.rest(of: list.items, quarantined: crashLoopGuard.quarantined)
      effects += isChosenFrom ? [.offer(rest, title: list.title)] : []
      effects += strays != .none ? replay(strays) : isChosenFrom ? [] : play(list, showsCard)
    }
    retakes = false
    // Behind the edits: what is not in the list any more is not opened.
    if isRenewed { effects.append(.renew) }
    return effects
  }

  private mutating func play(
    _ list: LoadedList, _ cuts: Bool, _ strays: Straying = .none
  ) -> [Effect] {
    let items = Self.items(of: list, name, quarantined: crashLoopGuard.quarantined)
    let schedule = list.schedule(items, playback)
    // A card that says that nothing can be played has no end worth waiting for.
    let edit: QueueEdit =
      strays == .stands ? .begin(items) : cuts ? .replace(items) : .reload(items)
    var effects: [Effect] =
      schedule.map { [.schedule($0, cuts: cuts)] }
      ?? (isScheduled ? [.endSchedule] : []) + [.edit(edit)]
    isScheduled = schedule != nil
    let other = isScheduled ? .scheduled : QueueOrder(list, playback)
    // An operator may have changed both.
    let isUnknown = strays != .none
    if isUnknown || other.loop != order.loop { effects.append(.edit(.loop(other.loop))) }
    if isUnknown || other.isShuffled != order.isShuffled {
      effects.append(.shuffle(other.isShuffled))
    }
    order = other
    return effects
  }

  /// Plays what is known of the list from its beginning, at once.
  private mutating func restore(at now: HostTime) -> [Effect] {
    restored = now
    return [.log(.info("\(name): returned to the programme"))] + replay(.stands)
  }

  /// Ends what an operator has made of the queue: at once, or where what plays ends.
  private mutating func replay(_ strays: Straying) -> [Effect] {
    guard !isChosenFrom else { return [.leave] }
    var effects: [Effect] = []
    if let list = knowledge.list {
      effects = play(list, strays == .stands, strays)
    } else {
      effects = [.edit(strays == .stands ? .begin(programme) : .reload(programme))]
    }
    return effects + (strays == .stands ? [.play] : [])
  }

  private mutating func take(_ error: ListError, _ showsCard: Bool) -> [Effect] {
    var effects: [Effect] = []
    let list = knowledge.list
    if knowledge.error != error {
      effects = error.lines.map { .log(.error($0)) }
      if list != nil {
        effects.append(.log(.warning("\(name): the list as it was before goes on")))
      } else if showsCard, !isChosenFrom {
        // The one that is shown says something else.
        effects.append(.edit(.replace([Self.card(name, error.lines)])))
      }
    }
    knowledge = .failed(error, before: list)
    return effects
  }

  private mutating func take(_ watch: Coverage) -> [Effect] {
    guard case .none(let error) = watch else {
      told.watchError = nil
      return [.adoptWatch]
    }
    defer { told.watchError = error }
    guard told.watchError != error else { return [.dropWatch] }
    return [
      .log(.warning("\(name): looked at each 10 s, as it cannot be watched: \(error)")),
      .dropWatch,
    ]
  }
}

// What plays.
extension ListPolicy {
  /// The list without what is quarantined, or all of it where nothing would be left; a card where
  /// the list is empty.
  static func items(of list: LoadedList, _ name: String, quarantined: [String]) -> [Item] {
    list.items.isEmpty ? [card(name, [])] : rest(of: list.items, quarantined: quarantined)
  }

  static func rest(of items: [Item], quarantined: [String]) -> [Item] {
    guard !quarantined.isEmpty else { return items }
    let rest = items.filter { !quarantined.contains($0.location) }
    return rest.isEmpty ? items : rest
  }

  /// What plays in the place of a list of this name; `lines` say what is wrong with it.
  static func card(_ name: String, _ lines: [String]) -> Item {
    let cause = lines.first ?? "\(name): empty"
    return Item.card(
      title: "Nothing to play yet", detail: "\(cause)\nIt begins by itself once that has changed")
  }
}

extension LoadedList {
  /// Nil where nothing is said of when what is shown.
  func schedule(_ items: [Item], _ playback: PlaybackSettings) -> ScheduledList? {
    ScheduledList(
      items, lengths: lengths, isShuffled: QueueOrder(self, playback).isShuffled)
  }
}
