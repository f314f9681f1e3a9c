public import Control
public import Engine
import Linux
import Playback

/// Where the players of this program are controlled: the first at the socket that was asked for,
/// those of other connectors at sockets beside it.
public struct ControlSockets {
  private let servers: [ControlServer]

  /// What they have in common.
  public struct Parts {
    let read: PlayerControl.Reader
    let reload: PlayerControl.Reloader?
    let log: Log

    /// Without `reload` there is nothing to be read anew.
    public init(
      read: @escaping PlayerControl.Reader, reload: PlayerControl.Reloader? = nil, log: Log
    ) {
      (self.read, self.reload, self.log) = (read, reload, log)
    }
  }

  /// Listens at none without `path`. One that cannot be opened is logged; `isNeeded` throws then,
  /// else the others are there all the same.
  public init(
    at path: String?, _ player: Player, _ others: OtherPlayers,
    isNeeded: Bool, _ parts: Parts
  ) throws(ControlError) {
    guard let path else {
      servers = []
      return
    }
    let places =
      [(path, player)]
      + others.outputs.map { (ControlPath.of($0.connector, beside: path), $0.player) }
    var servers: [ControlServer] = []
    for (place, controlled) in places {
      do throws(ControlError) {
        servers.append(try Self.listen(at: place, controlled, quit: player.quit, parts))
      } catch {
        parts.log.error(error.description)
        guard isNeeded else { continue }
        for server in servers { server.close() }
        throw error
      }
    }
    self.servers = servers
  }

  private static func listen(
    at path: String, _ player: Player,
    quit: @escaping @Sendable () -> Void, _ parts: Parts
  ) throws(ControlError) -> ControlServer {
    let control: PlayerControl
    do throws(Errno) {
      control = try PlayerControl(
        player, read: parts.read, reload: parts.reload, quit: quit)
    } catch {
      throw .failed(path: path, error)
    }
    let log = parts.log
    return try ControlServer(path: path, controlled: control) { news in
      if news.isWarning { log.warning(news.description) } else { log.info(news.description) }
    }
  }

  public func close() {
    for server in servers { server.close() }
  }
}
