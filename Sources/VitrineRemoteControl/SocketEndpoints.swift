internal import VitrineControl
internal import VitrineEngine
package import VitrineKit
internal import VitrineLinux
package import VitrineOperations

extension RemoteEndpoint {
  /// A control socket for `vitrine ctl --socket PATH` and for programs on this machine.
  ///
  /// docs/operate/control.md in Vitrine's repository describes the commands and the protocol. The
  /// file has mode 0660: root, this program's user and the members of the file's group may connect.
  ///
  /// - Parameters:
  ///   - path: The path of the socket, in a folder that exists. The socket of a program that has died
  ///     is replaced.
  ///   - isReadOnly: Whether clients can only read the status. All users of this machine may then
  ///     connect.
  public static func socket(_ path: String, isReadOnly: Bool = false) -> RemoteEndpoint {
    RemoteEndpoint { player throws(PlayerError) in
      try SocketEndpoint(path, isReadOnly: isReadOnly, player)
    }
  }

  /// A socket with mpv's JSON IPC, for tools and remotes that are made for mpv.
  ///
  /// docs/operate/mpv.md in Vitrine's repository lists the differences from mpv. The file has mode
  /// 0660, as that of ``socket(_:isReadOnly:)``.
  ///
  /// - Parameter path: The path of the socket, in a folder that exists.
  public static func mpvSocket(_ path: String) -> RemoteEndpoint {
    RemoteEndpoint { player throws(PlayerError) in try MPVEndpoint(path, player) }
  }
}

extension PlayerControl {
  /// The player for the clients of a library's program.
  package convenience init(
    _ player: VitrineKit.Player, at place: String, _ health: HealthStore? = nil
  ) throws(PlayerError) {
    let engine = player.engine
    do throws(Errno) {
      try self.init(engine, health: health, read: Self.items, quit: engine.quit)
    } catch {
      throw PlayerError(.configuration, "\(place): cannot create a thread: \(error)")
    }
  }
}

/// A control socket. Thread-safe.
private final class SocketEndpoint: OpenEndpoint {
  private let server: ControlServer
  private let health = HealthStore(folder: "/")
  private let liveness: LivenessRegistry
  /// The number of the server's thread in the liveness check.
  private let thread: Int

  init(_ path: String, isReadOnly: Bool, _ player: VitrineKit.Player) throws(PlayerError) {
    health.watch(player.engine)
    let control = try PlayerControl(player, at: path, health)
    let warn = player.warn
    do throws(ControlError) {
      server = try ControlServer(path: path, controlled: control, isReadOnly: isReadOnly) { event in
        if event.isWarning { warn(event.description) }
      }
    } catch {
      throw PlayerError(.configuration, error.description)
    }
    liveness = player.engine.liveness
    thread = liveness.add { [weak server] answer in
      if let server { server.ask(answer) } else { answer() }
    }
  }

  func handle(_ event: VitrineEngine.PlayerEvent) { health.handle(event) }

  func close() {
    liveness.remove(thread)
    server.close()
  }
}

/// A socket with mpv's protocol. Thread-safe.
private final class MPVEndpoint: OpenEndpoint {
  private let server: MPVServer

  init(_ path: String, _ player: VitrineKit.Player) throws(PlayerError) {
    let control = try PlayerControl(player, at: path)
    let warn = player.warn
    do throws(ControlError) {
      server = try MPVServer(path: path, controlled: control) { event in
        if event.isWarning { warn(event.description) }
      }
    } catch {
      throw PlayerError(.configuration, error.description)
    }
  }

  func close() { server.close() }
}
