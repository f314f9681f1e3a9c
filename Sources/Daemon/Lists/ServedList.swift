import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// A player and the list that it plays: carries out what `ListPolicy` decides. Bound to the
/// service's thread.
final class ServedList {
  let player: any ServedPlayer
  /// Nil for the player that people see first.
  let connector: String?
  private var source: any ListSource
  private(set) var policy: ListPolicy
  private let reading: ListReading
  private let keeper: PlaceKeeper
  private let openings: OpeningStore?
  let log: (LogLine) -> Void
  private(set) var watch: OriginWatch?
  /// What is shown when, and what above all else.
  var signage: ServedSignage
  /// The place as it was seen last.
  private var last: ResumeNote?
  private let begun: HostTime
  private let binding = ThreadBinding()

  /// Whatever was found for the beginning is taken in the loop's first iteration.
  init(
    _ player: any ServedPlayer, _ beginning: Beginning, at now: HostTime = .now(),
    log: @escaping @Sendable (LogLine) -> Void
  ) throws(Errno) {
    (self.player, self.log, begun) = (player, log, now)
    (connector, source, reading) = (beginning.connector, beginning.source, beginning.reading)
    keeper = try PlaceKeeper(beginning.store, beginning.signage.accountStore) { log(.warning($0)) }
    openings = beginning.openings
    signage = beginning.signage
    policy = ListPolicy(
      name: beginning.source.name, beginning.playback, isChosenFrom: beginning.isChosenFrom,
      beginning.crashLoopGuard, list: beginning.list, at: now)
  }

  /// What an event loop waits on beside the watch: a reading has come to its end.
  var bell: Wakeup { reading.bell }

  /// And what else: clients have asked for something, the file of an override was read.
  var bells: [Wakeup] {
    [bell, signage.desk.bell] + [signage.overrideReading?.bell].compactMap(\.self)
  }

  /// Whether what was asked for has not been read yet.
  var isReading: Bool { policy.isReading }

  /// What people call the list that counts.
  var sourceName: String { source.name }

  /// What is wrong with the list as it was read last.
  var error: String? { policy.error }

  /// When `look` is due.
  var due: HostTime? {
    [policy.due, signage.standing?.due(.now(), at: .now())].compactMap(\.self).min()
  }

  /// The watch has news: looks once they have settled.
  func takeNews(at now: HostTime) {
    binding.check()
    guard watch?.takeNews(ofUse: { FileKind(path: $0) != nil }) == true else { return }
    openings?.clearQuarantine()
    take(.news, at: now)
  }

  /// The operator has done something about the list: quarantined items play again once it is read.
  func clearQuarantine(at now: HostTime) {
    openings?.clearQuarantine()
    take(.clearQuarantine, at: now)
  }

  /// Reads the list again where that is due.
  func look(at now: HostTime) {
    take(.timer, at: now)
    lookAtOverride(at: now)
    lookAtPlan()
    if player.status.awaitsItems, signage.cut == nil { take(.awaited, at: now) }
    for command in signage.amounts.look(.now()) { player.perform(command) }
  }

  /// Has the list read again. A good one takes effect where the present item ends; a bad one is told
  /// and changes nothing. Where it `restores`, the list also replaces what an operator has cleared or loaded.
  func reload(restores: Bool = false, at now: HostTime) {
    take(.reload(restores: restores), at: now)
  }

  /// Plays the list as it is known, at once, in the place of what was cleared or loaded.
  func returnToProgramme(at now: HostTime) {
    take(.restore, at: now)
    tellReport()
  }

  /// Plays another list once it has been read, with other settings; to be followed by `reload`.
  func exchange(_ other: any ListSource, _ playback: PlaybackSettings, at now: HostTime) {
    source = other
    take(.exchange(name: other.name, playback), at: now)
    binding.check()
  }

  /// Takes what has been read.
  func takeFinding(at now: HostTime) {
    while let finding = reading.next() {
      let status = player.status
      if case .success(let list) = finding.summary.result { openings?.begin(edition: list.edition) }
      // A change cuts nothing short where what plays has not come yet.
      let awaitsAll = status.awaitsNetwork && status.phase == .opening
      let showsCard = signage.cut?.showsCard ?? (status.item?.isCard == true || awaitsAll)
      take(
        .found(finding.summary, showsCard: showsCard, strays: straying),
        try? finding.watch.get(), at: now)
    }
  }

  /// Notes the place where it is.
  func notePlace(at now: HostTime) {
    guard let note = place(at: now) else { return }
    last = note
    keeper.note(note, isScheduled: signage.plan != nil, at: now)
  }

  /// Under an override that of what it has cut, which is not to blame for anything.
  private func place(at now: HostTime) -> ResumeNote? {
    guard let cut = signage.cut else {
      return ResumePoint(player.status, in: player.queue).map {
        policy.note($0, lived: now - begun)
      }
    }
    var note = cut.point.map { policy.note($0) }
    note?.crashCount = 0
    return note
  }

  /// Notes the place where it ended, since it was told to.
  func close() {
    if let place = place(at: .now()) { last = place }
    noteRest(.now())
    signage.desk.close()
    signage.overrideReading?.close()
    binding.check()
    noteAccounts(isEnd: true)
    keeper.close(last)
    openings?.close()
    reading.close()
  }

  /// Has what is to be shown next in the queue.
  func lookAtPlan() {
    signage.notice(ZoneMark())
    let clocks = ShowPlan.Clocks.now()
    if policy.isOutdated(for: CalendarSpan(around: clocks.moment)) { reload(at: .now()) }
    guard signage.plan != nil, signage.cut == nil else { return }
    let sight = ShowPlan.Sight(player.status, player.queue)
    carryOut(signage.plan?.look(sight, at: clocks) ?? [])
    noteAccounts()
  }

  /// At every edge, so that a start goes on as if there had been none.
  private func noteAccounts(isEnd: Bool = false) {
    guard let accounts = signage.accountsDue(isEnd: isEnd) else { return }
    keeper.note(accounts, at: .now(), isEnd: isEnd)
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
    lookAtPlan()
  }

  /// Whether the player's queue is the list's, under an override what goes on after it.
  var isProgramme: Bool {
    signage.isFollowed(by: player, policy.programme, isChosenFrom: policy.isChosenFrom)
  }

  private var straying: ListPolicy.Straying {
    guard !policy.isChosenFrom, !isProgramme else { return .none }
    return signage.isOpen(in: player) ? .plays : .stands
  }

  private func take(
    _ event: ListPolicy.Event, _ watch: OriginWatch? = nil, at now: HostTime
  ) {
    for effect in policy.take(event, at: now) { carryOut(effect, watch) }
  }

  /// Under an override what it has cut is changed.
  private func change(_ edit: QueueEdit) {
    if signage.cut == nil { player.perform(.edit(edit)) } else { signage.cut?.apply(edit) }
  }

  /// Under an override nothing goes on after it, and the override stays on screen.
  private func leave() {
    if signage.cut != nil {
      signage.cut = CutQueue(PlaybackStatus(), Queue())
    } else {
      player.perform(.edit(.clear))
      player.perform(.stop)
    }
  }

  private func carryOut(_ effect: ListPolicy.Effect, _ watch: OriginWatch?) {
    switch effect {
    case .read(let origins): reading.begin(source, origins: origins)
    case .adoptWatch: self.watch = watch
    case .dropWatch: self.watch = nil
    case .edit(let edit): change(edit)
    case .play: if signage.cut == nil { player.perform(.play) } else { signage.cut?.play() }
    case .leave: leave()
    // Under an override, too: what is remembered of failures is the player's.
    case .renew: player.perform(.edit(.renew))
    case .shuffle(let isShuffled):
      change(.shuffle(seed: isShuffled ? QueueOrder.newSeed() : nil))
    case .schedule(let list, let cuts): schedule(list, cuts: cuts)
    case .endSchedule: signage.plan = nil
    case .offer(let items, let title): player.list(items, title: title)
    case .log(let line): log(line)
    }
  }
}

extension ListReading.Finding {
  /// As far as it decides anything.
  fileprivate var summary: ListPolicy.Finding {
    let coverage: ListPolicy.Coverage =
      switch watch {
      case .success(let watch): watch.isBlind ? .some : .all
      case .failure(let error): .none(error)
      }
    return ListPolicy.Finding(result: result, watch: coverage, mayBeOutdated: mayBeOutdated)
  }
}

extension ShowPlan.Sight {
  init(_ status: PlaybackStatus, _ queue: Queue, at now: HostTime = .now()) {
    self.init(entry: status.entry, queue: queue.entries)
    (position, isPaused) = (status.position(at: now), status.isPaused)
    isLit = status.isDisplayOn
    guard let duration = status.duration, (status.item?.repeatCount ?? 1) == 1, status.rate > 0
    else { return }
    remaining = (duration - position).seconds / status.rate
  }
}
