import Glibc
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// One iteration of the service loop. Confined to its thread.
final class ServiceLoopBody {
  private let parts: ServiceLoop.Parts
  private let lists: [ServedList]
  private let loop: EventLoop
  private let timer: Timer
  private let ending: Wakeup
  private let asking: Wakeup
  private let asked: BoundedQueue<ServiceLoop.Asked>
  private var watchdog: Watchdog
  private var succession = Succession()
  private var watched: [OriginWatch] = []
  private var reloads = PendingReloads<ServiceLoop.Answer>()
  private let binding = ThreadBinding()

  private enum Token: UInt64 { case ending, asking, signal, timer, terminal, origins, list }

  private static let period = Duration.seconds(1)

  init(
    _ parts: ServiceLoop.Parts, ending: Wakeup, asking: Wakeup,
    _ asked: BoundedQueue<ServiceLoop.Asked>
  ) throws(Errno) {
    self.parts = parts
    self.ending = ending
    self.asking = asking
    self.asked = asked
    var lists: [ServedList] = []
    for (player, beginning) in parts.players {
      lists.append(try ServedList(player, beginning, log: parts.log.write))
    }
    self.lists = lists
    watchdog = Watchdog(players: lists.count)
    loop = try EventLoop()
    timer = try Timer()
    try loop.add(ending.descriptor, token: Token.ending.rawValue)
    try loop.add(asking.descriptor, token: Token.asking.rawValue)
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
    for token in tokens { take(token) }
    let now = HostTime.now()
    for list in lists { list.look(at: now) }
    look(at: now)
    return !tokens.contains(.ending)
  }

  /// Saves the final positions.
  func close() {
    binding.check()
    for list in lists { list.close() }
    for answer in reloads.cancel() { answer.client(answer.refusal) }
  }

  private func take(_ token: Token) {
    switch token {
    case .signal: while let signal = parts.signals.next() { obey(signal) }
    case .asking:
      asking.clear()
      while let asked = asked.tryPop() {
        switch asked {
        case .reload(let answer): reload(answer)
        // Quarantined items stay quarantined: the updater triggers this at each start, even if
        // nothing has changed.
        case .lookAtLists: for list in lists { list.reload(at: .now()) }
        }
      }
    case .terminal:
      guard let (switches, switching) = parts.terminal else { return }
      switches.answer(willLeave: switching.leave, didEnter: switching.enter)
    case .origins: for list in lists { list.takeNews(at: .now()) }
    case .list:
      for list in lists {
        list.takeFinding(at: .now())
        list.takeOverrides(at: .now())
        list.takeOverrideFinding(at: .now())
      }
      answerReloads()
    case .ending, .timer: break
    }
  }

  private func obey(_ signal: CInt) {
    guard signal != SIGHUP else { return reload { _ in } }
    for list in lists { list.player.quit() }
  }

  private func reload(_ client: @escaping ServiceLoop.Answer) {
    let now = HostTime.now()
    parts.report.sendOnceReady(.reloading(now))
    lookForSuccessor()
    let error = parts.reconfiguration.look(lists, at: now, log: parts.log.write)
    for list in lists { parts.noteList(list.sourceName, list.connector ?? "") }
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
  private func lookForSuccessor() {
    guard parts.program?.wasReplaced == true, let first = lists.first,
      succession.begin(first.player.status)
    else { return }
    parts.log.info("the program was replaced; the new version starts when this item ends")
  }

  /// Answers once no reading is under way.
  private func answerReloads() {
    let finished = reloads.finish(
      isReading: lists.contains(where: \.isReading), listErrors: lists.compactMap(\.error))
    guard let answers = finished else { return }
    parts.report.sendOnceReady(.ready)
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

  private func look(at now: HostTime) {
    for list in lists { list.notePlace(at: now) }
    if let first = lists.first?.player {
      parts.report.tell(first.status, first.queue)
      if succession.isDue(first.status) { for list in lists { list.player.quit() } }
    }
    watchdog.look(at: now) { LivenessCheck.Sample(lists[$0].player) }?.send()
  }
}
