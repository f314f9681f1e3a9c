import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePlans
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// A player and the list that it plays; carries out the decisions of `ListPolicy`. Confined to the
/// service's thread.
final class ServedList {
  let player: any ServedPlayer
  /// Nil for the main player.
  let connector: String?
  private var source: any ListSource
  private(set) var policy: ListPolicy
  private let loader: ListLoader
  private var progress: ListProgress
  let log: (LogMessage) -> Void
  private(set) var watch: PathWatch?
  /// The schedule and the emergency override.
  var signage: SignageState
  private let binding = ThreadBinding()

  /// The loop's first iteration handles the outcome of the first reading.
  init(
    _ player: any ServedPlayer, _ initial: InitialState, at now: HostTime = .now(),
    log: @escaping @Sendable (LogMessage) -> Void
  ) throws(Errno) {
    (self.player, self.log) = (player, log)
    (connector, source, loader) = (initial.connector, initial.source, initial.loader)
    progress = try ListProgress(initial, at: now, log: log)
    signage = initial.signage
    policy = ListPolicy(
      name: initial.source.name, initial.playback, isChosenFrom: initial.isChosenFrom,
      initial.crashLoopGuard, list: initial.list, at: now)
  }

  /// Rings when a reading has ended; the event loop waits on it in addition to the watch.
  var bell: Wakeup { loader.bell }

  /// All bells: also for requests of clients, and for the source of an override.
  var bells: [Wakeup] {
    [bell, signage.overrides.bell] + [signage.overrideLoader?.bell].compactMap(\.self)
  }

  /// Whether a requested reading has not ended yet.
  var isReading: Bool { policy.isReading }

  /// The name of the current source.
  var sourceName: String { source.name }

  /// The first error of the latest reading.
  var error: String? { policy.error }

  /// When `performDueWork` is due.
  var due: HostTime? {
    [policy.due, signage.standing?.due(.now(), at: .now())].compactMap(\.self).min()
  }

  /// Handles changes reported by the watch; the list is read once they have settled.
  func handleFileChanges(at now: HostTime) {
    binding.check()
    guard watch?.drainChanges(where: { FileKind(path: $0) != nil }) == true else { return }
    progress.clearQuarantine()
    handle(.filesChanged, at: now)
  }

  /// Clears the quarantine: quarantined items play again once the list has been read.
  func clearQuarantine(at now: HostTime) {
    progress.clearQuarantine()
    handle(.clearQuarantine, at: now)
  }

  /// Does everything that is due now.
  func performDueWork(at now: HostTime) {
    handle(.timer, at: now)
    updateOverride(at: now)
    updateTriggered(at: now)
    updateSchedule()
    if player.status.awaitsItems, signage.cut == nil { handle(.itemsNeeded, at: now) }
    for command in signage.schedules.commands(at: .now()) { player.perform(command) }
  }

  /// Reads the list again. A valid list takes effect at the end of the current item; an invalid one
  /// is logged and changes nothing. If `restores`, the list also replaces a queue that an operator
  /// has cleared or loaded.
  func reload(restores: Bool = false, at now: HostTime) {
    handle(.reload(restores: restores), at: now)
  }

  /// Plays the current list now, instead of a queue that was cleared or loaded.
  func returnToProgramme(at now: HostTime) {
    handle(.restore, at: now)
    updateReport()
  }

  /// Switches to another list and other settings; the caller follows up with `reload`.
  func replaceSource(with other: any ListSource, _ playback: PlaybackSettings, at now: HostTime) {
    source = other
    handle(.replaceSource(name: other.name, playback), at: now)
    binding.check()
  }

  /// Takes the results of readings.
  func handleReadings(at now: HostTime) {
    while let outcome = loader.next() {
      signage.overrides.recordReading(at: ClockReading.now())
      if case .success(let list) = outcome.summary.result { progress.begin(edition: list.edition) }
      let showsCard = signage.cut?.showsCard ?? player.showsCard
      handle(
        .loaded(outcome.summary, showsCard: showsCard, deviation: deviation),
        try? outcome.watch.get(), at: now)
    }
  }

  /// Saves the current position.
  func savePosition(at now: HostTime) {
    guard let note = place(at: now) else { return }
    progress.save(note, isScheduled: signage.plan != nil, at: now)
  }

  /// During an override this is the position of the interrupted content, which is not to blame for
  /// a crash.
  private func place(at now: HostTime) -> ResumeRecord? {
    guard let cut = signage.cut else {
      return ResumePoint(player.status, in: player.queue).map {
        policy.resumeRecord(for: $0, lived: progress.lifetime(at: now))
      }
    }
    var note = cut.resumePoint(player.status).map { policy.resumeRecord(for: $0) }
    note?.crashCount = 0
    return note
  }

  /// Saves the final position for an orderly end.
  func close() {
    let final = place(at: .now())
    signage.saveRemainingTime(.now())
    signage.overrides.close()
    signage.overrideLoader?.close()
    binding.check()
    saveAccounts(isEnd: true)
    progress.close(final)
    loader.close()
  }

  /// Puts the items that are due next into the queue.
  func updateSchedule() {
    signage.update(ZoneMark())
    let clocks = ShowPlan.Clocks.now()
    if policy.isOutdated(for: CalendarSpan(around: clocks.moment)) { reload(at: .now()) }
    guard signage.plan != nil, signage.cut == nil else { return }
    let sight = ShowPlan.PlayerState(player.status, player.queue)
    carryOut(signage.plan?.update(sight, at: clocks) ?? [])
    saveAccounts()
  }

  /// Saves the accounts at every item boundary, so that a restart does not change the shares.
  private func saveAccounts(isEnd: Bool = false) {
    if let accounts = signage.accountsDue(isEnd: isEnd) { progress.save(accounts, isEnd: isEnd) }
  }

  func carryOut(_ effects: [ShowPlan.Effect]) {
    for effect in effects {
      switch effect {
      case .edit(let edit): player.perform(.edit(edit))
      case .seek(let position): player.perform(.seek(PlaybackState.Seek(to: position)))
      }
    }
  }

  private func schedule(_ list: ScheduledList, cuts: Bool) {
    var next = ShowPlan(list, ClockReading.now().clock, accounts: signage.accounts)
    if let plan = signage.plan { next.succeed(plan) }
    if cuts, signage.cut == nil {
      player.perform(.edit(.begin(next.begin(at: .now()))))
    }
    signage.plan = next
    updateSchedule()
  }

  /// Whether the player's queue is the list's; during an override, whether the interrupted queue
  /// is.
  var isProgramme: Bool {
    signage.isFollowed(by: player, policy.programme, isChosenFrom: policy.isChosenFrom)
  }

  private var deviation: ListPolicy.QueueDeviation {
    guard !policy.isChosenFrom, !isProgramme else { return .none }
    return signage.isOpen(in: player) ? .playing : .idle
  }

  private func handle(
    _ event: ListPolicy.Event, _ watch: PathWatch? = nil, at now: HostTime
  ) {
    for effect in policy.handle(event, at: now) { carryOut(effect, watch) }
  }

  /// Applies an edit to the queue; during an override, to the interrupted one.
  private func change(_ edit: QueueEdit) {
    if signage.cut == nil { player.perform(.edit(edit)) } else { signage.cut?.apply(edit) }
  }

  /// During an override this clears what would resume after it; the override stays on screen.
  private func stopPlayback() {
    if signage.cut != nil {
      signage.cut = InterruptedQueue(PlaybackStatus(), Queue())
    } else {
      player.perform(.edit(.clear))
      player.perform(.stop)
    }
  }

  private func carryOut(_ effect: ListPolicy.Effect, _ watch: PathWatch?) {
    switch effect {
    case .read(let origins): loader.begin(source, origins: origins)
    case .adoptWatch: self.watch = watch
    case .dropWatch: self.watch = nil
    case .edit(let edit): change(edit)
    case .play: if signage.cut == nil { player.perform(.play) } else { signage.cut?.play() }
    case .stopPlayback: stopPlayback()
    // Also during an override: the memory of failures is the player's, not the queue's.
    case .reopenFiles: player.perform(.edit(.renew))
    case .shuffle(let isShuffled):
      change(.shuffle(seed: isShuffled ? QueueOrder.newSeed() : nil))
    case .schedule(let list, let cuts): schedule(list, cuts: cuts)
    case .endSchedule: signage.plan = nil
    case .offer(let items, let title): player.list(items, title: title)
    case .log(let line): log(line)
    }
  }
}
