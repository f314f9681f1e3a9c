public import Control
public import Engine
import Linux
import Playback
import Timing

/// Where the players of this program are controlled: the first at the socket that was asked for,
/// those of other connectors at sockets beside it.
public struct ControlSockets {
  private let servers: Shared<[ControlServer]>
  /// Tries again to listen where that was refused; nil where nothing was.
  private let retrying: RetriedListening?
  private let mpvServers: [MPVServer]

  /// What they have in common.
  public struct Parts: Sendable {
    let read: PlayerControl.Reader
    let reload: PlayerControl.Reloader?
    let log: Log

    /// Without `reload` there is nothing to be read anew.
    public init(
      read: @escaping PlayerControl.Reader, reload: PlayerControl.Reloader? = nil, log: Log
    ) {
      (self.read, self.reload, self.log) = (read, reload, log)
    }

    fileprivate func tell(_ news: ControlNews) {
      if news.isWarning { log.warning(news.description) } else { log.info(news.description) }
    }
  }

  /// Listens at none without `path`. One that cannot be opened is logged; `isNeeded` throws then,
  /// else the others are there all the same, and it is tried again every few seconds; not so those at
  /// `mpv`, where mpv's protocol is spoken.
  public init(
    at path: String?, mpv: String? = nil, _ player: Player, _ others: OtherPlayers,
    isNeeded: Bool, _ parts: Parts
  ) throws(ControlError) {
    mpvServers = try Self.mpvServers(at: mpv, player, others, isNeeded: isNeeded, parts)
    guard let path else {
      (servers, retrying) = (Shared([]), nil)
      return
    }
    let places =
      [(path, player)]
      + others.outputs.map { (ControlPath.of($0.connector, beside: path), $0.player) }
    var servers: [ControlServer] = []
    var refused: [RetriedListening.Refused] = []
    for (place, controlled) in places {
      do throws(ControlError) {
        servers.append(try Self.listen(at: place, controlled, quit: player.quit, parts))
      } catch {
        guard isNeeded else {
          refused.append(
            RetriedListening.Refused(reason: error) { () throws(ControlError) in
              try Self.listen(at: place, controlled, quit: player.quit, parts)
            })
          continue
        }
        parts.log.error(error.description)
        for server in servers { server.close() }
        throw error
      }
    }
    let listening = Shared(servers)
    self.servers = listening
    retrying =
      refused.isEmpty
      ? nil
      : RetriedListening(refused) { news in
        switch news {
        case .success(let server): listening.update { $0.append(server) }
        case .failure(let error): parts.log.error("\(error); it is tried again every few seconds")
        }
      }
  }

  private static func mpvServers(
    at path: String?, _ player: Player, _ others: OtherPlayers, isNeeded: Bool, _ parts: Parts
  ) throws(ControlError) -> [MPVServer] {
    guard let path else { return [] }
    let places =
      [(path, player)]
      + others.outputs.map { (ControlPath.of($0.connector, beside: path), $0.player) }
    var servers: [MPVServer] = []
    for (place, controlled) in places {
      do throws(ControlError) {
        let control = try control(at: place, controlled, quit: player.quit, parts)
        servers.append(
          try MPVServer(path: place, controlled: control) { news in parts.tell(news) })
      } catch {
        parts.log.error(error.description)
        if isNeeded { throw error }
      }
    }
    return servers
  }

  private static func control(
    at path: String, _ player: Player, quit: @escaping @Sendable () -> Void, _ parts: Parts
  ) throws(ControlError) -> PlayerControl {
    do throws(Errno) {
      return try PlayerControl(player, read: parts.read, reload: parts.reload, quit: quit)
    } catch {
      throw .failed(path: path, error)
    }
  }

  private static func listen(
    at path: String, _ player: Player,
    quit: @escaping @Sendable () -> Void, _ parts: Parts
  ) throws(ControlError) -> ControlServer {
    let control = try control(at: path, player, quit: quit, parts)
    let server = try ControlServer(path: path, controlled: control) { news in parts.tell(news) }
    // The watchdog asks its thread, too.
    _ = player.liveness.add { [weak server] answer in
      if let server { server.ask(answer) } else { answer() }
    }
    return server
  }

  public func close() {
    retrying?.close()
    for server in mpvServers { server.close() }
    for server in servers.value { server.close() }
  }
}

/// Sockets that could not be listened at are tried again, on the thread "sockets": what was in the
/// way may go, a predecessor that still ends or a folder that is not there yet. Thread-safe.
final class RetriedListening: Sendable {
  /// One that could not be listened at.
  struct Refused: Sendable {
    /// Why, when it was last tried.
    var reason: ControlError
    let listen: @Sendable () throws(ControlError) -> ControlServer
  }

  private let ending = BoundedQueue<Bool>(limit: .max)
  private let thread: NamedThread?

  /// Between two attempts.
  private static let pause = Duration.seconds(5)

  /// `news` is told why each is refused, whenever that is another reason, and of each that listens;
  /// on the thread, but for the first reasons.
  init(
    _ refused: [Refused], pause: Duration = RetriedListening.pause,
    news: @escaping @Sendable (Result<ControlServer, ControlError>) -> Void
  ) {
    for one in refused { news(.failure(one.reason)) }
    let ending = ending
    // Without a thread it stays as it is: that it does not listen was told.
    thread = try? NamedThread("sockets") {
      var waiting = refused
      while !waiting.isEmpty, ending.pop(until: .now() + pause) == nil, !ending.isExhausted {
        waiting = waiting.compactMap { Self.attempt($0, news) }
      }
    }
  }

  /// Nil once it listens.
  private static func attempt(
    _ refused: Refused, _ news: (Result<ControlServer, ControlError>) -> Void
  ) -> Refused? {
    do throws(ControlError) {
      news(.success(try refused.listen()))
      return nil
    } catch {
      if error.description != refused.reason.description { news(.failure(error)) }
      var refused = refused
      refused.reason = error
      return refused
    }
  }

  func close() {
    ending.close()
    thread?.join()
  }
}
