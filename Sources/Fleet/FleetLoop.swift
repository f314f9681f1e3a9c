import Glibc
import VitrineLinux
import VitrineTiming

/// The loop of the thread `fleet`: one session for a player, or thousands for measurements. Confined to its thread.
final class FleetLoop {
  final class Parts: Sendable {
    let loop: EventLoop
    let timer: Timer
    let wakeup: Wakeup
    /// The sessions with messages of other threads.
    let woken = Shared<Set<Int>>([])
    let isOver = Shared(false)

    init() throws(Errno) {
      loop = try EventLoop()
      timer = try Timer()
      wakeup = try Wakeup()
    }

    func wake(_ session: Int) {
      woken.update { $0.insert(session) }
      wakeup.ring()
    }
  }

  private enum Token {
    static let wakeup = UInt64.max
    static let timer = UInt64.max - 1
  }

  private let parts: Parts
  private let sessions: [FleetSession]
  /// The readiness for which each session's descriptor is registered; nil if it is not.
  private var interests: [Readiness?]
  private var deadline: HostTime
  private let binding = ThreadBinding()

  /// Many sessions share the timer's expirations.
  private static let granularity = Duration.milliseconds(50)

  init(_ parts: Parts, _ sessions: [FleetSession]) {
    (self.parts, self.sessions) = (parts, sessions)
    interests = Array(repeating: nil, count: sessions.count)
    deadline = HostTime.now()
  }

  func run() throws(Errno) {
    binding.check()
    Self.blockBrokenPipes()
    try parts.loop.add(parts.wakeup.descriptor, token: Token.wakeup)
    try parts.loop.add(parts.timer.descriptor, token: Token.timer)
    defer { for session in sessions { session.close() } }
    while !parts.isOver.value {
      parts.timer.set(to: deadline)
      var ready: [(Int, Readiness)] = []
      try parts.loop.wait { (token: UInt64, readiness: Readiness) in
        switch token {
        case Token.wakeup: parts.wakeup.clear()
        case Token.timer: parts.timer.clear()
        // bound: the index of a session
        default: ready.append((Int(token), readiness))
        }
      }
      let now = HostTime.now()
      let woken = parts.woken.update { woken in
        defer { woken = [] }
        return woken
      }
      ready += woken.map { ($0, []) }
      for (index, readiness) in ready { try process(index, readiness, now) }
      if deadline <= now { try processDue(now) }
    }
  }

  /// OpenSSL writes to closed sockets. The signal goes to the thread that does.
  private static func blockBrokenPipes() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private func process(_ index: Int, _ readiness: Readiness, _ now: HostTime) throws(Errno) {
    let session = sessions[index]
    let before = session.connection
    session.process(readiness, at: now)
    if before !== session.connection { interests[index] = nil }
    try register(index, now)
    deadline = min(deadline, session.deadline(after: now))
  }

  private func processDue(_ now: HostTime) throws(Errno) {
    var earliest = now + .seconds(60)
    for index in sessions.indices {
      if sessions[index].deadline(after: now) <= now { try process(index, [], now) }
      earliest = min(earliest, sessions[index].deadline(after: now))
    }
    deadline = sessions.count > 1 ? max(earliest, now + Self.granularity) : earliest
  }

  private func register(_ index: Int, _ now: HostTime) throws(Errno) {
    let wanted = sessions[index].interest(at: now)
    guard wanted != interests[index], let wanted, let connection = sessions[index].connection else {
      return
    }
    let token = UInt64(index)
    try connection.withDescriptor { descriptor throws(Errno) in
      if interests[index] == nil { try parts.loop.add(descriptor, token: token) }
      try parts.loop.change(descriptor, token: token, to: wanted)
    }
    interests[index] = wanted
  }
}

/// A player in its fleet: the thread `fleet`, which connects to the broker and never blocks the player, until `close`.
/// Thread-safe.
package final class FleetService: Sendable {
  private let parts: FleetLoop.Parts
  private let thread: NamedThread
  private let ended: Wakeup

  /// `report` receives the events on the thread.
  package init(
    _ plan: FleetPlan, _ player: any FleetPlayer,
    report: @escaping @Sendable (FleetEvent) -> Void
  ) throws(FleetError) {
    let library = try MQTTLibrary()
    do throws(Errno) {
      let parts = try FleetLoop.Parts()
      let ended = try Wakeup()
      (self.parts, self.ended) = (parts, ended)
      thread = try NamedThread("fleet") {
        let session = FleetSession(
          plan, library, player, start: HostTime.now(), wake: { [weak parts] in parts?.wake(0) },
          report: report)
        do throws(Errno) { try FleetLoop(parts, [session]).run() } catch {
          report(.unreachable(cause: "the event loop failed: \(error)"))
        }
        ended.ring()
      }
    } catch {
      throw FleetError("cannot create a thread: \(error)")
    }
  }

  /// Leaves the fleet. A thread that waits for the system's answer about an unknown host is left behind.
  package func close() {
    parts.isOver.update { $0 = true }
    parts.wakeup.ring()
    if ended.wait(for: .seconds(1)) { thread.join() } else { thread.detach() }
  }
}
