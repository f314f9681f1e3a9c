package import VitrineEngine
package import VitrineLinux
internal import VitrineOverlay
internal import VitrinePlans
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineSchedules
package import VitrineSettings
internal import VitrineTiming

/// The parts of a follower's thread.
package struct ListFollowerSetup: Sendable {
  let player: Player
  let source: any ListSource
  let playback: PlaybackSettings
  /// Whether visitors choose from the list, instead of its playing automatically.
  let isChosenFrom: Bool
  let warn: @Sendable (String) -> Void
  /// Rings when the player runs, and `queueBefore` is known.
  let start: Wakeup
  /// Rings when the thread must end.
  let ending: Wakeup
  /// The queue at the call of `follow`.
  let queueBefore = Shared(Queue())
  /// How long the start waits for the list; a slower disk shows a card until then.
  package var patience = Duration.seconds(3)

  /// `source` reads the list with these settings.
  package init(
    _ player: Player, warn: @escaping @Sendable (String) -> Void, start: Wakeup, ending: Wakeup,
    _ source: (PlaybackSettings) -> any ListSource
  ) {
    self.player = player
    let configuration = player.configuration
    var playback = PlaybackSettings()
    // A display whose list does not repeat would turn black.
    playback.loop = configuration.queue.loop == .none ? nil : configuration.queue.loop
    self.playback = playback
    self.source = source(playback)
    isChosenFrom = configuration.interface?.options.hasList ?? false
    (self.warn, self.start, self.ending) = (warn, start, ending)
  }

  /// Lets the thread begin once the player runs and has carried out all earlier commands.
  package func startAfterRequests() {
    // The player must not retain itself.
    player.afterwards { [weak player, queueBefore, start] in
      if let queue = player?.queue { queueBefore.update { $0 = queue } }
      start.ring()
    }
  }

  /// Follows the list until `ending` rings.
  package func run() {
    do throws(Errno) {
      guard try wait(for: start) else { return }
      let loader = try ListLoader()
      defer { loader.close() }
      loader.begin(source, origins: [])
      guard try wait(for: loader.bell, until: .now() + patience) else { return }
      // Until all commands of the program so far are visible in the status and the queue.
      let isVisible = try Wakeup()
      player.afterwards { isVisible.ring() }
      guard try wait(for: isVisible) else { return }
      let body = try ListFollowerBody(self, loader)
      while try body.next() {}
    } catch {
      warn("\(source.name): no longer followed: \(error)")
    }
  }

  /// Waits until the bell rings or the deadline has passed. Returns false if the thread must end.
  private func wait(for bell: Wakeup, until deadline: HostTime? = nil) throws(Errno) -> Bool {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(bell.descriptor, token: 0)
    try loop.add(ending.descriptor, token: 1)
    try loop.add(timer.descriptor, token: 2)
    timer.set(to: deadline)
    var tokens: Set<UInt64> = []
    while tokens.isEmpty { try loop.wait { tokens.insert($0) } }
    return !tokens.contains(1)
  }
}

/// One iteration of a follower's thread: reads the list, and keeps the player's queue filled from
/// it. Confined to the thread.
final class ListFollowerBody {
  private let setup: ListFollowerSetup
  private let player: Player
  private var policy: ListPolicy
  /// Nil for a list without a schedule.
  private var plan: ShowPlan?
  private let loader: ListLoader
  private var watch: PathWatch?
  private var watched: PathWatch?
  /// The machine's time zone for which the plan was made.
  private var zone = ZoneMark()
  private let loop: EventLoop
  private let timer: Timer
  private let binding = ThreadBinding()

  private enum Token: UInt64 { case ending, reading, timer, files }

  private static let period = Duration.seconds(1)

  /// Begins to play the list; `loader` has begun to read it, or has already read it.
  init(_ setup: ListFollowerSetup, _ loader: ListLoader) throws(Errno) {
    self.setup = setup
    self.loader = loader
    player = setup.player
    loop = try EventLoop()
    timer = try Timer()
    try loop.add(setup.ending.descriptor, token: Token.ending.rawValue)
    try loop.add(loader.bell.descriptor, token: Token.reading.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    let found = loader.result(until: .now())
    var list: LoadedList?
    if case .success(let read)? = found { list = read }
    policy = ListPolicy(
      name: setup.source.name, setup.playback, isChosenFrom: setup.isChosenFrom,
      CrashLoopGuard(after: nil, isSameBoot: false), list: list, at: .now())
    begin(list, found)
  }

  /// Plays the first items, or offers them; a card if there is no list. Changes that the program
  /// made since `follow` remain.
  private func begin(_ list: LoadedList?, _ found: Result<LoadedList, ListError>?) {
    guard !setup.isChosenFrom else {
      if let list { player.list(list.items, title: list.title) }
      return
    }
    var items = policy.programme
    if let list, let schedule = list.schedule(list.items, setup.playback) {
      var plan = ShowPlan(schedule, ClockReading.now().clock)
      items = plan.begin(at: .now())
      self.plan = plan
    } else if case .failure(let error)? = found {
      items = [ListPolicy.card(setup.source.name, error.lines)]
    }
    let order = plan == nil ? QueueOrder(list, setup.playback) : .scheduled
    let (before, queue, status) = (setup.queueBefore.value, player.queue, player.status)
    if queue.loop == before.loop { player.perform(.edit(.loop(order.loop))) }
    if queue.shuffleSeed == before.shuffleSeed {
      player.perform(.edit(.shuffle(seed: order.isShuffled ? QueueOrder.newSeed() : nil)))
    }
    guard queue.isEmpty || queue.entries.map(\.id) == before.entries.map(\.id) else { return }
    player.perform(.edit(.begin(items)))
    // A player that is open continues to play, or remains paused.
    guard status.phase == .idle || status.phase == .ended else { return }
    // The configured pause has no effect on a player that began without items.
    let isUnasked = status.phase == .idle && player.configuration.isPaused
    player.perform(.play)
    if status.isPaused || isUnasked { player.perform(.pause) }
  }

  /// Waits for events and handles them. Returns false at the end.
  func next() throws(Errno) -> Bool {
    binding.check()
    try watchFiles()
    timer.set(to: [policy.due, HostTime.now() + Self.period].compactMap(\.self).min())
    var tokens: Set<UInt64> = []
    try loop.wait { tokens.insert($0) }
    timer.clear()
    guard !tokens.contains(Token.ending.rawValue) else { return false }
    let now = HostTime.now()
    if watch?.drainChanges(where: { FileKind(path: $0) != nil }) == true {
      handle(.filesChanged, at: now)
    }
    handleReadings(at: now)
    handle(.timer, at: now)
    updateSchedule(at: now)
    if player.status.awaitsItems { handle(.itemsNeeded, at: now) }
    return true
  }

  /// Each reading of the list may change which folders are watched.
  private func watchFiles() throws(Errno) {
    guard watch !== watched else { return }
    if let watched { loop.remove(watched.descriptor) }
    if let watch { try loop.add(watch.descriptor, token: Token.files.rawValue) }
    watched = watch
  }

  private func handleReadings(at now: HostTime) {
    while let outcome = loader.next() {
      let status = player.status
      // Nothing is cut short while the current item still waits for the network.
      let awaitsAll = status.awaitsNetwork && status.phase == .opening
      handle(
        .loaded(outcome.summary, showsCard: status.item?.isCard == true || awaitsAll),
        try? outcome.watch.get(), at: now)
    }
  }

  /// Puts the items that are due next into the queue.
  private func updateSchedule(at now: HostTime) {
    let mark = ZoneMark()
    if mark != zone { plan?.replaceClock(ClockReading.now().clock) }
    zone = mark
    let clocks = ShowPlan.Clocks.now()
    if policy.isOutdated(for: CalendarSpan(around: clocks.moment)) {
      handle(.reload(restores: false), at: now)
    }
    let state = ShowPlan.PlayerState(player.status, player.queue)
    for effect in plan?.update(state, at: clocks) ?? [] {
      switch effect {
      case .edit(let edit): player.perform(.edit(edit))
      case .seek(let position): player.perform(.seek(PlaybackState.Seek(to: position)))
      }
    }
  }

  private func schedule(_ list: ScheduledList, cuts: Bool, at now: HostTime) {
    var next = ShowPlan(list, ClockReading.now().clock)
    if let plan { next.succeed(plan) }
    if cuts { player.perform(.edit(.begin(next.begin(at: .now())))) }
    plan = next
    updateSchedule(at: now)
  }

  private func handle(_ event: ListPolicy.Event, _ watch: PathWatch? = nil, at now: HostTime) {
    for effect in policy.handle(event, at: now) { carryOut(effect, watch, at: now) }
  }

  private func carryOut(_ effect: ListPolicy.Effect, _ watch: PathWatch?, at now: HostTime) {
    switch effect {
    case .read(let origins): loader.begin(setup.source, origins: origins)
    case .adoptWatch: self.watch = watch
    case .dropWatch: self.watch = nil
    case .edit(let edit): player.perform(.edit(edit))
    case .play: player.perform(.play)
    case .stopPlayback:
      player.perform(.edit(.clear))
      player.perform(.stop)
    case .reopenFiles: player.perform(.edit(.renew))
    case .shuffle(let isShuffled):
      player.perform(.edit(.shuffle(seed: isShuffled ? QueueOrder.newSeed() : nil)))
    case .schedule(let list, let cuts): schedule(list, cuts: cuts, at: now)
    case .endSchedule: plan = nil
    case .offer(let items, let title): player.list(items, title: title)
    case .log(let message): if message.kind.severity != .info { setup.warn(message.text) }
    }
  }
}
