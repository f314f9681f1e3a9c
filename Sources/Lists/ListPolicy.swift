package import VitrineLinux
package import VitrinePlans
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineSchedules
package import VitrineSettings
package import VitrineTiming

/// Decides when a playlist is read again, how the result changes the player's queue, and what is
/// logged. A value type: `ServedList` passes events in and carries out the effects in order.
package struct ListPolicy: Sendable {
  package enum Event: Sendable {
    /// The watch has reported a change in the files that the list was read from.
    case filesChanged
    /// Read the list again. `restores` is true if the operator requested it: the list then also
    /// replaces a queue that was cleared or loaded.
    case reload(restores: Bool)
    /// The operator wants the list played now, instead of a queue that was cleared or loaded.
    case restore
    /// The player should play, but its queue is empty. Repeated until the player has the list.
    case itemsNeeded
    /// The source and the settings have changed; a reload follows.
    case replaceSource(name: String, PlaybackSettings)
    /// The operator has cleared the quarantine: quarantined items are played again.
    case clearQuarantine
    /// A reading has ended. `showsCard`: the player shows a card instead of a list, or waits for
    /// the network. `deviation`: an operator has replaced the player's queue.
    case loaded(Outcome, showsCard: Bool, deviation: QueueDeviation = .none)
    /// The time of `due` has come.
    case timer
  }

  package enum QueueDeviation: Sendable {
    case none
    /// It plays other items, and that playback may end.
    case playing
    /// Nothing plays: the queue was cleared, or the items loaded have ended.
    case idle
  }

  /// The result of a reading.
  package struct Outcome: Equatable, Sendable {
    package let result: Result<LoadedList, ListError>
    package let watch: Coverage
    /// Whether files may have changed without the watch reporting it.
    package let mayBeOutdated: Bool

    package init(result: Result<LoadedList, ListError>, watch: Coverage, mayBeOutdated: Bool) {
      (self.result, self.watch, self.mayBeOutdated) = (result, watch, mayBeOutdated)
    }
  }

  /// How many of a list's files and folders are watched.
  package enum Coverage: Equatable, Sendable {
    case all
    /// Some can change unnoticed, because they are missing or on another machine.
    case some
    /// Nothing is watched, because of this error.
    case none(Errno)
  }

  package enum Effect: Equatable, Sendable {
    /// Read the current source; `origins` are the files and folders of the previous reading.
    case read(origins: [String])
    /// Use the watch of the outcome.
    case adoptWatch
    case dropWatch
    case edit(QueueEdit)
    case play
    /// Stop playback and show the list to choose from again.
    case stopPlayback
    /// Open files again, because the same paths now lead to others; also if the player plays
    /// something else.
    case reopenFiles
    /// Play in random order from now on, or in the listed order.
    case shuffle(Bool)
    /// Play these by their schedule from now on; if `cuts`, interrupt the current item.
    case schedule(ScheduledList, cuts: Bool)
    case endSchedule
    /// Offer these to choose from, below the list's title.
    case offer([Item], title: String?)
    case log(LogMessage)
  }

  /// The state of the list itself.
  private enum LoadState: Sendable {
    case unread
    case read(LoadedList)
    /// Reading failed; the previous list, if any, stays in effect.
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
    /// No reading is under way. The list is read again at this time even without a change, or, if
    /// nil, after the next change.
    case waiting(until: HostTime?)
    case reading(Reading)
  }

  private struct Reading {
    /// The name of the source being read, which may have been replaced since.
    let name: String
    let since: HostTime
    var then = FollowUp.wait
    /// Whether the list replaces a queue that an operator has cleared or loaded.
    var restores = false
    /// Whether the log mentions already that the reading takes long.
    var isLogged = false
  }

  /// What to do when a reading ends.
  private enum FollowUp {
    case wait
    case readAgain
    /// The source was replaced meanwhile: discard the result and read the new one.
    case readOther
  }

  /// Changes that are handled once no more are reported, or at `latest`.
  private struct PendingChanges {
    var due: HostTime
    let latest: HostTime
  }

  /// The conditions that were logged, so that each is logged once.
  private struct LoggedConditions {
    var isEmpty = false
    var watchError: Errno?
  }

  private var name: String
  package private(set) var playback: PlaybackSettings
  package let isChosenFrom: Bool
  private var crashLoopGuard: CrashLoopGuard
  private var loadState: LoadState
  private var activity: Activity
  private var pendingChanges: PendingChanges?
  private var logged = LoggedConditions()
  private var order: QueueOrder
  private var isScheduled: Bool
  /// Whether the next valid list is applied even if it is unchanged.
  private var mustReapply = false
  /// When the list last replaced a queue that an operator had changed.
  private var restored: HostTime?

  /// A file that is being copied reports many changes; they are handled after this long without
  /// one.
  static let pause = Duration.milliseconds(300)
  /// The longest time for which continuing changes postpone a reading.
  static let patience = Duration.seconds(5)
  /// The interval between readings while changes may go unreported.
  static let pollInterval = Duration.seconds(10)
  /// A player applies an edit within this time.
  static let restoreTimeout = Duration.seconds(3)
  /// After this time the log reports which list the player waits for.
  static let longReading = Duration.seconds(10)

  /// Starts with a reading under way, or with its outcome not handled yet; `list` is its result, with
  /// which the player was started.
  package init(
    name: String, _ playback: PlaybackSettings, isChosenFrom: Bool,
    _ crashLoopGuard: CrashLoopGuard,
    list: LoadedList?, at now: HostTime
  ) {
    self.name = name
    self.playback = playback
    self.isChosenFrom = isChosenFrom
    self.crashLoopGuard = crashLoopGuard
    loadState = list.map { .read($0) } ?? .unread
    activity = .reading(Reading(name: name, since: now))
    isScheduled = !isChosenFrom && list?.schedule(list?.items ?? [], playback) != nil
    order = isScheduled ? .scheduled : QueueOrder(list, playback)
  }

  /// The locations of items that have crashed the player repeatedly.
  package var quarantined: [String] { crashLoopGuard.quarantined }

  /// Whether a requested reading has not ended yet.
  package var isReading: Bool {
    if case .reading = activity { true } else { false }
  }

  /// The player's queue for a list without a schedule.
  package var programme: [Item] {
    guard let list = loadState.list else {
      let reason = loadState.error?.lines ?? ["\(name): still being read"]
      return [Self.card(name, reason)]
    }
    return isChosenFrom
      ? Self.rest(of: list.items, quarantined: crashLoopGuard.quarantined)
      : Self.items(of: list, name, quarantined: crashLoopGuard.quarantined)
  }

  /// The list's title, or the name of its source.
  package var listName: String { loadState.list?.title ?? name }

  /// Whether the calendars have to be read for another period: a new year has begun, or the clock
  /// was set.
  package func isOutdated(for span: CalendarSpan) -> Bool {
    guard !isReading, loadState.error == nil, let read = loadState.list?.calendarSpan else {
      return false
    }
    return read != span
  }

  /// Whether a version of the list was read, and applies.
  package var hasList: Bool { loadState.list != nil }
  /// Whether that version has no items.
  package var isEmpty: Bool { loadState.list?.items.isEmpty == true }
  /// The first error of the latest reading.
  package var error: String? { loadState.error?.lines.first }

  /// When the next `timer` event is due, or nil if none is.
  package var due: HostTime? { [readingDue, noticeDue].compactMap(\.self).min() }

  /// The resume note to save for this position.
  package func resumeRecord(for point: ResumePoint, lived: Duration = .zero) -> ResumeRecord {
    crashLoopGuard.record(point, lived: lived)
  }

  /// Handles an event and returns the effects to carry out, in order.
  package mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
    switch event {
    case .filesChanged:
      recordChange(at: now)
      clearQuarantine()
      return []
    case .reload(let restores): return reload(restores: restores, at: now)
    case .restore: return restore(at: now)
    case .itemsNeeded:
      let isUnderWay = restored.map { now - $0 < Self.restoreTimeout } ?? false
      return isUnderWay || isChosenFrom ? [] : restore(at: now)
    case .replaceSource(let name, let playback):
      replaceSource(name, playback)
      return []
    case .clearQuarantine:
      clearQuarantine()
      return []
    case .loaded(let outcome, let showsCard, let deviation):
      return handle(outcome, showsCard, deviation, at: now)
    case .timer: return handleTimer(at: now)
    }
  }
}

// When the list is read.
extension ListPolicy {
  private var readingDue: HostTime? {
    var pollDue: HostTime?
    if case .waiting(let time) = activity { pollDue = time }
    return [pendingChanges?.due, pollDue].compactMap(\.self).min()
  }

  private var noticeDue: HostTime? {
    guard case .reading(let reading) = activity, !reading.isLogged else { return nil }
    return reading.since + Self.longReading
  }

  private mutating func recordChange(at now: HostTime) {
    let latest = pendingChanges?.latest ?? now + Self.patience
    pendingChanges = PendingChanges(due: min(now + Self.pause, latest), latest: latest)
  }

  private mutating func handleTimer(at now: HostTime) -> [Effect] {
    var effects: [Effect] = []
    if case .reading(var reading) = activity, let noticeDue, noticeDue <= now {
      reading.isLogged = true
      activity = .reading(reading)
      effects.append(
        .log(
          LogMessage(
            .listSlow, "\(reading.name): still being read after 10 s; check its disk or share")))
    }
    guard let readingDue, readingDue <= now else { return effects }
    return effects + reload(at: now)
  }

  private mutating func reload(restores: Bool = false, at now: HostTime) -> [Effect] {
    pendingChanges = nil
    guard case .reading(var reading) = activity else { return [read(restores, at: now)] }
    reading.restores = reading.restores || restores
    if case .wait = reading.then { reading.then = .readAgain }
    activity = .reading(reading)
    return []
  }

  private mutating func read(_ restores: Bool, at now: HostTime) -> Effect {
    activity = .reading(Reading(name: name, since: now, restores: restores))
    return .read(origins: loadState.error?.origins ?? loadState.list?.origins ?? [])
  }

  private mutating func replaceSource(_ name: String, _ playback: PlaybackSettings) {
    self.name = name
    self.playback = playback
    // Nothing of the previous list carries over.
    loadState = loadState.error.map { .failed($0, before: nil) } ?? .unread
    guard case .reading(var reading) = activity else { return }
    reading.then = .readOther
    activity = .reading(reading)
  }

  private mutating func clearQuarantine() {
    guard !crashLoopGuard.quarantined.isEmpty else { return }
    crashLoopGuard.clearQuarantine()
    mustReapply = true
  }
}

// Results of readings.
extension ListPolicy {
  private mutating func handle(
    _ outcome: Outcome, _ showsCard: Bool, _ deviation: QueueDeviation, at now: HostTime
  ) -> [Effect] {
    guard case .reading(let reading) = activity else { return [] }
    activity = .waiting(until: nil)
    let deviation = reading.restores ? deviation : .none
    switch reading.then {
    case .wait: return finish(outcome, showsCard, deviation, at: now)
    case .readAgain: return finish(outcome, showsCard, deviation, at: now) + reload(at: now)
    case .readOther: return reload(restores: reading.restores, at: now)
    }
  }

  private mutating func finish(
    _ outcome: Outcome, _ showsCard: Bool, _ deviation: QueueDeviation, at now: HostTime
  ) -> [Effect] {
    var effects: [Effect]
    switch outcome.result {
    case .success(let list): effects = apply(list, showsCard, deviation)
    case .failure(let error):
      effects = record(error, showsCard) + (deviation == .none ? [] : replay(deviation))
    }
    effects += apply(outcome.watch)
    // A file system may be mounted over an empty folder later, and the watch does not report that.
    let isEmpty = loadState.list?.items.isEmpty ?? true
    if outcome.mayBeOutdated || isEmpty || loadState.error != nil || outcome.watch != .all {
      activity = .waiting(until: now + Self.pollInterval)
    }
    return effects
  }

  private mutating func apply(
    _ list: LoadedList, _ showsCard: Bool, _ deviation: QueueDeviation
  ) -> [Effect] {
    var effects: [Effect] = []
    var before = loadState.list
    // A list with other files at the same paths is the same list.
    before?.edition = list.edition
    let isOther = list != before
    loadState = .read(list)
    let left = crashLoopGuard.quarantined
    let isRenewed = crashLoopGuard.begin(edition: list.edition)
    if left != crashLoopGuard.quarantined { mustReapply = true }
    if list.items.isEmpty, !logged.isEmpty {
      effects.append(
        .log(LogMessage(.listEmpty, "\(name): empty; playback starts once it has entries")))
    }
    logged.isEmpty = list.items.isEmpty
    if isOther || mustReapply || deviation != .none {
      effects.append(.log(LogMessage(.listRead, "\(name): \(list.items.count) items")))
      let rest = Self.rest(of: list.items, quarantined: crashLoopGuard.quarantined)
      effects += isChosenFrom ? [.offer(rest, title: list.title)] : []
      effects += deviation != .none ? replay(deviation) : isChosenFrom ? [] : play(list, showsCard)
    }
    mustReapply = false
    // After the edits, so that items that were removed are not opened.
    if isRenewed { effects.append(.reopenFiles) }
    return effects
  }

  private mutating func play(
    _ list: LoadedList, _ cuts: Bool, _ deviation: QueueDeviation = .none
  ) -> [Effect] {
    let items = Self.items(of: list, name, quarantined: crashLoopGuard.quarantined)
    let schedule = list.schedule(items, playback)
    // The card for "nothing to play" has no end to wait for.
    let edit: QueueEdit =
      deviation == .idle ? .begin(items) : cuts ? .replace(items) : .reload(items)
    var effects: [Effect] =
      schedule.map { [.schedule($0, cuts: cuts)] }
      ?? (isScheduled ? [.endSchedule] : []) + [.edit(edit)]
    isScheduled = schedule != nil
    let other = isScheduled ? .scheduled : QueueOrder(list, playback)
    // An operator may have changed both.
    let isUnknown = deviation != .none
    if isUnknown || other.loop != order.loop { effects.append(.edit(.loop(other.loop))) }
    if isUnknown || other.isShuffled != order.isShuffled {
      effects.append(.shuffle(other.isShuffled))
    }
    order = other
    return effects
  }

  /// Plays the current list from its beginning, now.
  private mutating func restore(at now: HostTime) -> [Effect] {
    restored = now
    return [.log(LogMessage(.programmeResumed, "\(name): returned to the programme"))]
      + replay(.idle)
  }

  /// Replaces the queue that an operator has made: now, or at the end of the current item.
  private mutating func replay(_ deviation: QueueDeviation) -> [Effect] {
    guard !isChosenFrom else { return [.stopPlayback] }
    var effects: [Effect] = []
    if let list = loadState.list {
      effects = play(list, deviation == .idle, deviation)
    } else {
      effects = [.edit(deviation == .idle ? .begin(programme) : .reload(programme))]
    }
    return effects + (deviation == .idle ? [.play] : [])
  }

  private mutating func record(_ error: ListError, _ showsCard: Bool) -> [Effect] {
    var effects: [Effect] = []
    let list = loadState.list
    if loadState.error != error {
      effects = error.lines.map { .log(LogMessage(.listUnreadable, $0)) }
      if list != nil {
        effects.append(
          .log(LogMessage(.listKept, "\(name): continuing with the previous version")))
      } else if showsCard, !isChosenFrom {
        // The card on screen shows another error.
        effects.append(.edit(.replace([Self.card(name, error.lines)])))
      }
    }
    loadState = .failed(error, before: list)
    return effects
  }

  private mutating func apply(_ watch: Coverage) -> [Effect] {
    guard case .none(let error) = watch else {
      logged.watchError = nil
      return [.adoptWatch]
    }
    defer { logged.watchError = error }
    guard logged.watchError != error else { return [.dropWatch] }
    return [
      .log(
        LogMessage(
          .listUnwatched, "\(name): cannot be watched for changes, checking every 10 s: \(error)")),
      .dropWatch,
    ]
  }
}

// Items and cards.
extension ListPolicy {
  /// The list without its quarantined items, or all of it if that would leave nothing; a card for
  /// an empty list.
  package static func items(of list: LoadedList, _ name: String, quarantined: [String]) -> [Item] {
    list.items.isEmpty ? [card(name, [])] : rest(of: list.items, quarantined: quarantined)
  }

  package static func rest(of items: [Item], quarantined: [String]) -> [Item] {
    guard !quarantined.isEmpty else { return items }
    let rest = items.filter { !quarantined.contains($0.location) }
    return rest.isEmpty ? items : rest
  }

  /// The card shown instead of this list; `lines` are its errors.
  package static func card(_ name: String, _ lines: [String]) -> Item {
    let cause = lines.first ?? "\(name): empty"
    return Item.card(
      title: "Nothing to play yet", detail: "\(cause)\nPlayback starts once this is fixed")
  }
}

extension LoadedList {
  /// Returns nil for a list without a schedule.
  package func schedule(_ items: [Item], _ playback: PlaybackSettings) -> ScheduledList? {
    ScheduledList(
      items, lengths: lengths, isShuffled: QueueOrder(self, playback).isShuffled)
  }
}
