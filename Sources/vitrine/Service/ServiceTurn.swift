import Engine
import Glibc
import Linux
import Playback
import Timing

/// What the service's thread does, turn after turn. Bound to it.
final class ServiceTurn {
  private let parts: ServiceLoop.Parts
  private let loop: EventLoop
  private let timer: Timer
  private let ending: Wakeup
  private let asking: Wakeup
  private var watchdog = Watchdog()
  private var watched: [FolderWatch] = []

  private enum Token: UInt64 { case ending, asking, signal, timer, terminal, folders }

  private static let period = Duration.seconds(1)

  init(_ parts: ServiceLoop.Parts, ending: Wakeup, asking: Wakeup) throws(Errno) {
    (self.parts, self.ending, self.asking) = (parts, ending, asking)
    loop = try EventLoop()
    timer = try Timer()
    try loop.add(ending.descriptor, token: Token.ending.rawValue)
    try loop.add(asking.descriptor, token: Token.asking.rawValue)
    try loop.add(parts.signals.descriptor, token: Token.signal.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    if let switches = parts.switches {
      try loop.add(switches.descriptor, token: Token.terminal.rawValue)
    }
  }

  /// Waits for something to do, and does it. False at the end.
  func next() throws(Errno) -> Bool {
    try watchFolders()
    let due = parts.lists.compactMap(\.due) + [HostTime.now() + Self.period]
    timer.set(to: due.min())
    var tokens: [Token] = []
    try loop.wait { token in Token(rawValue: token).map { tokens.append($0) } }
    timer.clear()
    for token in tokens { take(token) }
    let now = HostTime.now()
    for list in parts.lists { list.look(at: now) }
    look(at: now)
    return !tokens.contains(.ending)
  }

  private func take(_ token: Token) {
    switch token {
    case .signal: while let signal = parts.signals.next() { obey(signal) }
    case .asking:
      asking.clear()
      reload()
    case .terminal:
      parts.switches?.answer(willLeave: parts.turns.leave, didEnter: parts.turns.enter)
    case .folders: for list in parts.lists { list.takeNews(at: .now()) }
    case .ending, .timer: break
    }
  }

  private func obey(_ signal: CInt) {
    guard signal != SIGHUP else { return reload() }
    for list in parts.lists {
      list.noteEnd()
      list.player.quit()
    }
  }

  private func reload() {
    ServiceNotice.reloading(.now()).send()
    parts.reconfigure(parts.lists, parts.log)
    for list in parts.lists { list.reload(at: .now()) }
    ServiceNotice.ready.send()
  }

  /// Each time a list is read, other folders may be watched.
  private func watchFolders() throws(Errno) {
    let watches = parts.lists.compactMap(\.watch)
    // One that is given up is closed, and has left the loop by that.
    for watch in watches where !watched.contains(where: { $0 === watch }) {
      try loop.add(watch.descriptor, token: Token.folders.rawValue)
    }
    watched = watches
  }

  private func look(at now: HostTime) {
    for list in parts.lists { list.notePlace(at: now) }
    guard let first = parts.lists.first?.player else { return }
    parts.report.tell(first.status, first.queue)
    watchdog.look(first, at: now)
  }
}
