internal import VitrineEngine
internal import VitrineKit
internal import VitrineLinux
internal import VitrineOperations
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

extension RemoteEndpoint {
  /// Notifies systemd when the player is ready, and resets the watchdog while it makes progress.
  ///
  /// In the unit, set `Type=notify` and, for the watchdog, `WatchdogSec=30` and `Restart=always`. The
  /// player is ready once it shows something, or waits for a display or the network. systemd
  /// restarts the program if the player's threads hang, or if no new pictures appear when they
  /// should. `systemctl status` shows the current item.
  ///
  /// Serve each player of the program: it is ready when all are, and the watchdog is reset while all
  /// make progress; a player counts once it runs. After the end of the last one the watchdog is not
  /// reset, so let the program end soon. Does nothing if systemd did not start the program.
  public static var systemd: RemoteEndpoint {
    RemoteEndpoint { player throws(PlayerError) in
      try SystemdService.shared.add(player.engine)
    }
  }
}

/// The players of this process that systemd supervises as one service. Thread-safe.
final class SystemdService: Sendable {
  static let shared = SystemdService()

  private typealias Player = VitrineEngine.Player

  private struct Supervised: Sendable {
    let player: Player
    let notifier: ServiceNotifier
    var isReady = false
    var statusLine: String?
  }

  private struct State: Sendable {
    var lastNumber = 0
    var players: [Int: Supervised] = [:]
    var watchdog: Watchdog
    /// Whether the manager knows that the program is ready.
    var isReady = false
    /// Runs while there are players.
    var thread: (NamedThread, ending: BoundedQueue<Bool>)?
  }

  private let state: Shared<State>
  private let period: Duration
  private let send: @Sendable (ServiceNotification) -> Void

  /// `interval` is the watchdog timeout, nil without a watchdog. `send` notifies the service manager.
  init(
    interval: Duration? = ServiceNotification.watchdogInterval,
    send: @escaping @Sendable (ServiceNotification) -> Void = { $0.send() }
  ) {
    state = Shared(State(watchdog: Watchdog(players: 0, interval: interval)))
    period = min(.seconds(1), interval.map { $0 / 4 } ?? .seconds(1))
    self.send = send
  }

  /// Adds a player until the endpoint is closed.
  func add(_ player: VitrineEngine.Player) throws(PlayerError) -> any OpenEndpoint {
    let number = state.update { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let notifier = ServiceNotifier { [self] in receive($0, from: number) }
    let error = state.update { state -> Errno? in
      do throws(Errno) {
        if state.thread == nil { state.thread = try startThread() }
        state.players[number] = Supervised(player: player, notifier: notifier)
        return nil
      } catch {
        return error
      }
    }
    if let error { throw PlayerError(.configuration, "systemd: cannot create a thread: \(error)") }
    // The first request is carried out before the player publishes that it has begun.
    player.afterwards { [weak self, weak player] in
      self?.watch(number)
      player?.afterwards { [weak self] in self?.handleStart(of: number) }
    }
    return SystemdEndpoint(self, number, notifier)
  }

  /// Adds a player that has begun to the watchdog: before that, it cannot answer.
  private func watch(_ number: Int) {
    state.update { state in
      if state.players[number] != nil { state.watchdog.add(number) }
    }
  }

  /// A player that begins without anything to play is ready: it waits for commands.
  private func handleStart(of number: Int) {
    guard let player = state.value.players[number]?.player, player.status.phase == .idle else {
      return
    }
    receive(.ready, from: number)
  }

  /// Ends the thread with the last player.
  fileprivate func remove(_ number: Int) {
    let thread = state.update { state in
      state.players[number] = nil
      state.watchdog.remove(number)
      return state.players.isEmpty ? state.thread.take() : nil
    }
    thread?.ending.close()
    thread?.0.join()
    reportReadiness()
    if let line = state.value.players.min(by: { $0.key < $1.key })?.value.statusLine {
      send(.status(line))
    }
  }

  private func startThread() throws(Errno) -> (NamedThread, ending: BoundedQueue<Bool>) {
    let ending = BoundedQueue<Bool>(limit: 1)
    let thread = try NamedThread("systemd") { [self] in
      repeat {
        update(at: .now())
      } while ending.pop(until: .now() + period) == nil
        && !ending.isExhausted
    }
    return (thread, ending)
  }

  /// Checks all players.
  private func update(at now: HostTime) {
    for supervised in state.value.players.values {
      supervised.notifier.updateStatus(supervised.player.status, supervised.player.queue, now: now)
    }
    let notification = state.update { state -> ServiceNotification? in
      guard !state.players.isEmpty else { return nil }
      return state.watchdog.update(at: now) { [players = state.players] number in
        players[number].map { LivenessCheck.Sample($0.player) }
          ?? LivenessCheck.Sample(answers: 0, presented: 0, isMoving: false)
      }
    }
    if let notification { send(notification) }
  }

  /// Receives a notification of one player.
  private func receive(_ notification: ServiceNotification, from number: Int) {
    switch notification {
    case .ready:
      state.update { $0.players[number]?.isReady = true }
      reportReadiness()
    case .status(let line):
      // The manager shows one line, that of the first player.
      let isFirst = state.update { state in
        state.players[number]?.statusLine = line
        return state.players.keys.min() == number
      }
      if isFirst { send(notification) }
    case .alive, .reloading, .stopping: break
    }
  }

  /// Reports once that the program is ready.
  private func reportReadiness() {
    let isNew = state.update { state in
      guard !state.isReady, !state.players.isEmpty,
        state.players.values.allSatisfy(\.isReady)
      else { return false }
      state.isReady = true
      return true
    }
    if isNew { send(.ready) }
  }
}

/// One player that systemd supervises. Thread-safe.
private final class SystemdEndpoint: OpenEndpoint {
  private let service: SystemdService
  private let number: Int
  private let notifier: ServiceNotifier

  init(_ service: SystemdService, _ number: Int, _ notifier: ServiceNotifier) {
    (self.service, self.number, self.notifier) = (service, number, notifier)
  }

  func handle(_ event: VitrineEngine.PlayerEvent) { notifier.handle(event) }

  func close() { service.remove(number) }
}
