import Control
import Engine
import Linux
import Playback

/// Where the players of this program are controlled: the first at the socket that was asked for,
/// those of other connectors at sockets beside it.
struct ControlSockets {
  private let servers: [ControlServer]

  /// What they have in common.
  struct Parts {
    let read: PlayerControl.Reader
    var reload: PlayerControl.Reloader?
    let log: Log
  }

  /// Listens at none without `path`. One that cannot be opened has been logged; `isNeeded` ends the
  /// program then, else the others are there all the same.
  init(
    at path: String?, _ player: Player, _ captures: CaptureOrders, _ others: OtherPlayers,
    isNeeded: Bool, _ parts: Parts
  ) throws {
    guard let path else {
      servers = []
      return
    }
    let places =
      [(path, player, captures)]
      + others.outputs.map { (ControlPath.of($0.connector, beside: path), $0.player, $0.captures) }
    var servers: [ControlServer] = []
    for (place, controlled, captures) in places {
      do {
        let control = try PlayerControl(
          controlled, captures, read: parts.read, reload: parts.reload, quit: player.quit)
        servers.append(try ControlServer.start(at: place, control, parts.log))
      } catch {
        // What is wrong with the socket itself has been told.
        if let cause = error as? Errno { parts.log.error("control: \(place): \(cause)") }
        guard isNeeded else { continue }
        for server in servers { server.close() }
        throw error
      }
    }
    self.servers = servers
  }

  func close() {
    for server in servers { server.close() }
  }
}
