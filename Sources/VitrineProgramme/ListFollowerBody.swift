internal import VitrineEngine
internal import VitrineLinux
internal import VitrineLists
internal import VitrineOverlay
internal import VitrinePlans
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineSchedules
internal import VitrineSettings
internal import VitrineTiming

/// The parts of a follower's thread.
struct ListFollowerSetup: Sendable {
  let player: Player
  let source: PlaylistSource
  let playback: PlaybackSettings
  /// Whether visitors choose from the list, instead of its playing automatically.
  let isChosenFrom: Bool
  let warn: @Sendable (String) -> Void
  /// Rings when the player runs.
  let start: Wakeup
  /// Rings when the thread must end.
  let ending: Wakeup

  init(
    _ player: Player, _ path: String, warn: @escaping @Sendable (String) -> Void, start: Wakeup,
    ending: Wakeup
  ) {
    self.player = player
    let configuration = player.configuration
    var playback = PlaybackSettings()
    // A display whose list does not repeat would turn black.
    playback.loop = configuration.queue.loop == .none ? nil : configuration.queue.loop
    self.playback = playback
    source = PlaylistSource(paths: [path], playback)
    isChosenFrom = configuration.interface?.options.hasList ?? false
    (self.warn, self.start, self.ending) = (warn, start, ending)
  }

  /// Follows the list until `ending` rings.
  func run() {
    do throws(Errno) {
      guard try waitForStart() else { return }
      let body = try ListFollowerBody(self)
      defer { body.close() }
      while try body.next() {}
    } catch {
      warn("\(source.name): no longer followed: \(error)")
    }
  }

  /// Returns false if the thread must end before the player runs.
  private func waitForStart() throws(Errno) -> Bool {
    let loop = try EventLoop()
    try loop.add(start.descriptor, token: 0)
    try loop.add(ending.descriptor, token: 1)
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
  /// How long the start waits for the list; a slower disk shows a card until then.
  private static let patience = Duration.seconds(3)

  /// Reads the list, and begins to play it.
  init(_ setup: ListFollowerSetup) throws(Errno) {
    self.setup = setup
    player = setup.player
    loader = try ListLoader()
    loop = try EventLoop()
    timer = try Timer()
    try loop.add(setup.ending.descriptor, token: Token.ending.rawValue)
    try loop.add(loader.bell.descriptor, token: Token.reading.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    loader.begin(setup.source, origins: [])
    let found = loader.result(until: .now() + Self.patience)
    var list: LoadedList?
    if case .success(let read)? = found { list = read }
    policy = ListPolicy(
      name: setup.source.name, setup.playback, isChosenFrom: setup.isChosenFrom,
      CrashLoopGuard(after: nil, isSameBoot: false), list: list, at: .now())
    begin(list, found)
  }

  /// Ends the reading of the list.
  func close() {
    binding.check()
    loader.close()
  }

  /// Plays the first items, or offers them; a card if there is no list.
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
    player.perform(.edit(.loop(order.loop)))
    player.perform(.edit(.shuffle(seed: order.isShuffled ? QueueOrder.newSeed() : nil)))
    player.perform(.edit(.begin(items)))
    player.perform(setup.player.configuration.isPaused ? .pause : .play)
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
    case .log(.info): break
    case .log(.warning(let text)), .log(.error(let text)): setup.warn(text)
    }
  }
}
