import Glibc
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineOperations
import VitrinePlans
import VitrinePlayback
import VitrineTiming

/// One iteration of the service loop. Confined to its thread.
final class ServiceLoopBody {
  private var parts: ServiceLoop.Parts
  private let lists: [ServedList]
  private let loop: EventLoop
  private let timer: Timer
  private let ending: Wakeup
  private let requestBell: Wakeup
  private let requests: BoundedQueue<ServiceLoop.Request>
  private var watchdog: Watchdog
  private var upgrade = UpgradePolicy()
  private var watched: [PathWatch] = []
  private var reloads = PendingReloads<ServiceLoop.Completion>()
  private let binding = ThreadBinding()

  private enum Token: UInt64 { case ending, request, signal, timer, terminal, origins, list }

  private static let period = Duration.seconds(1)

  init(
    _ parts: ServiceLoop.Parts, ending: Wakeup, requestBell: Wakeup,
    _ requests: BoundedQueue<ServiceLoop.Request>
  ) throws(Errno) {
    self.parts = parts
    self.ending = ending
    self.requestBell = requestBell
    self.requests = requests
    var lists: [ServedList] = []
    for (player, initial) in parts.players {
      lists.append(try ServedList(player, initial, log: parts.log.write))
    }
    self.lists = lists
    watchdog = Watchdog(players: lists.count)
    loop = try EventLoop()
    timer = try Timer()
    try loop.add(ending.descriptor, token: Token.ending.rawValue)
    try loop.add(requestBell.descriptor, token: Token.request.rawValue)
    try loop.add(parts.signals.descriptor, token: Token.signal.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    for bell in lists.flatMap(\.bells) {
      try loop.add(bell.descriptor, token: Token.list.rawValue)
    }
    if let terminal = parts.terminal {
      try loop.add(terminal.switches.descriptor, token: Token.terminal.rawValue)
    }
  }

  /// Waits for events and handles them. Returns false at the end.
  func next() throws(Errno) -> Bool {
    binding.check()
    try watchOrigins()
    let due = lists.compactMap(\.due) + [HostTime.now() + Self.period]
    timer.set(to: due.min())
    var tokens: [Token] = []
    try loop.wait { token in Token(rawValue: token).map { tokens.append($0) } }
    timer.clear()
    for token in tokens { handle(token) }
    let now = HostTime.now()
    if let level = parts.ambient?.update(at: now) {
      for list in lists { list.signage.schedules.followLight(level) }
    }
    for list in lists { list.performDueWork(at: now) }
    update(at: now)
    return !tokens.contains(.ending)
  }

  /// Saves the final positions.
  func close() {
    binding.check()
    parts.ambient?.close()
    for list in lists { list.close() }
    for answer in reloads.cancel() { answer.client(answer.refusal) }
  }

  private func handle(_ token: Token) {
    switch token {
    case .signal: while let signal = parts.signals.next() { handle(signal) }
    case .request:
      requestBell.clear()
      while let request = requests.tryPop() {
        switch request {
        case .reload(let answer): reload(answer)
        // Quarantined items stay quarantined: the updater triggers this at each start, even if
        // nothing has changed.
        case .reloadLists: for list in lists { list.reload(at: .now()) }
        }
      }
    case .terminal:
      guard let (switches, switching) = parts.terminal else { return }
      switches.answer(willLeave: switching.leave, didEnter: switching.enter)
    case .origins: for list in lists { list.handleFileChanges(at: .now()) }
    case .list:
      for list in lists {
        list.handleReadings(at: .now())
        list.handleOverrideRequests(at: .now())
        list.handleOverrideReading(at: .now())
      }
      answerReloads()
    case .ending, .timer: break
    }
  }

  private func handle(_ signal: CInt) {
    guard signal != SIGHUP else { return reload { _ in } }
    for list in lists { list.player.quit() }
  }

  private func reload(_ client: @escaping ServiceLoop.Completion) {
    let now = HostTime.now()
    parts.notifier.sendOnceReady(.reloading(now))
    checkForUpgrade()
    let error = parts.reconfiguration.reload(lists, at: now) { [log = parts.log] message in
      switch message.kind {
      case .configurationKept: log.write(message, lasting: .configuration)
      case .restartNeeded: log.write(message, lasting: .restart)
      default: log.write(message)
      }
    }
    if error == nil { parts.log.solve(.configuration) }
    parts.ambient?.invalidate()
    for list in lists { parts.onListName(list.sourceName, list.connector ?? "") }
    readLists(at: now)
    reloads.add(client, configurationError: error)
  }

  private func readLists(at now: HostTime) {
    for list in lists {
      list.clearQuarantine(at: now)
      list.reload(restores: true, at: now)
    }
  }

  /// A package upgrade replaces the program file and reloads the service.
  private func checkForUpgrade() {
    guard parts.program?.wasReplaced == true, let first = lists.first,
      upgrade.begin(first.player.status)
    else { return }
    parts.log.write(
      .versionReplaced, "a new version is installed; restarting when this item ends")
  }

  /// Answers once no reading is under way.
  private func answerReloads() {
    let finished = reloads.finish(
      isReading: lists.contains(where: \.isReading), listErrors: lists.compactMap(\.error))
    guard let answers = finished else { return }
    parts.notifier.sendOnceReady(.ready)
    for answer in answers { answer.client(answer.refusal) }
  }

  /// Each reading of a list may change which folders are watched.
  private func watchOrigins() throws(Errno) {
    let watches = lists.compactMap(\.watch)
    for watch in watched where !watches.contains(where: { $0 === watch }) {
      loop.remove(watch.descriptor)
    }
    for watch in watches where !watched.contains(where: { $0 === watch }) {
      try loop.add(watch.descriptor, token: Token.origins.rawValue)
    }
    watched = watches
  }

  private func update(at now: HostTime) {
    parts.clock?.update(at: now)
    for list in lists { list.savePosition(at: now) }
    if let first = lists.first?.player {
      parts.notifier.updateStatus(first.status, first.queue)
      if upgrade.isDue(first.status) { for list in lists { list.player.quit() } }
    }
    parts.upkeep.update(lists.map(\.player), at: now)
    if let faults = parts.faults {
      for (number, list) in lists.enumerated() {
        faults.sample(
          list.player.status.statistics, of: number, output: list.connector, at: now)
      }
      faults.sample(isLate: watchdog.isLate(at: now), at: now)
    }
    watchdog.update(at: now) { LivenessCheck.Sample(lists[$0].player) }?.send()
  }
}
