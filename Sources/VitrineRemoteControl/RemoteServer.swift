public import VitrineKit
internal import VitrineLinux

/// The open endpoints of a player; see `Player.serve`. Thread-safe.
///
/// They are closed by ``close()``, at the end of the player, and when this object is released. Closing
/// and releasing it block until the endpoints' threads have ended.
public final class RemoteServer: Sendable {
  private let open: Shared<[any OpenEndpoint]>
  private let attachments: PlayerAttachments
  private let attachment = Shared<Int?>(nil)

  /// - Throws: `PlayerError` if an endpoint cannot be opened; the others are closed.
  init(_ player: Player, _ endpoints: [RemoteEndpoint]) throws(PlayerError) {
    var open: [any OpenEndpoint] = []
    do throws(PlayerError) {
      for endpoint in endpoints { open.append(try endpoint.open(player)) }
    } catch {
      for endpoint in open { endpoint.close() }
      throw error
    }
    self.open = Shared(open)
    attachments = player.attachments
    // They do not capture this object, because the player's threads could then release it last, and
    // would wait for the endpoints.
    let number = attachments.attach(
      onEvent: { [open = self.open] event in
        for endpoint in open.value { endpoint.handle(event) }
      },
      onEnd: { [open = self.open] in Self.closeAll(open) })
    attachment.update { $0 = number }
    guard number != nil else {
      close()
      throw PlayerError(.configuration, "cannot serve a player that has ended")
    }
  }

  deinit { close() }

  /// Disconnects all clients and closes all endpoints. Blocks until their threads have ended, usually
  /// for milliseconds. Further calls have no effect.
  public func close() {
    attachment.update { $0.take() }.map { attachments.detach($0) }
    Self.closeAll(open)
  }

  private static func closeAll(_ open: Shared<[any OpenEndpoint]>) {
    let endpoints = open.update { open in
      defer { open = [] }
      return open
    }
    for endpoint in endpoints { endpoint.close() }
  }

  /// The endpoints that are open.
  package var endpoints: [any OpenEndpoint] { open.value }
}

extension Player {
  /// Lets other programs and people operate this player, in addition to this program.
  ///
  /// ```swift
  /// let player = Player(films)
  /// let server = try player.serve(.socket("/run/museum/control.sock"), .systemd)
  /// defer { server.close() }
  /// try await player.run()
  /// ```
  ///
  /// Call it before or during `run`. Problems that do not end an endpoint, such as a
  /// rejected client, are sent as `PlayerEvent.warning`.
  ///
  /// Clients may do what a visitor may, and load other items: each file that this program can read.
  /// They may also end the player, as `close` does.
  ///
  /// - Returns: The open endpoints. They are closed when the player ends, when you call
  ///   `RemoteServer.close`, and when you release the value: keep it as long as you need them.
  /// - Throws: `PlayerError` of the category `configuration` if an endpoint cannot be opened, or if
  ///   the player has ended. Then none of them is open.
  public func serve(_ endpoints: RemoteEndpoint...) throws(PlayerError) -> RemoteServer {
    try RemoteServer(self, endpoints)
  }

  /// Lets other programs and people operate this player; see the function with several
  /// parameters.
  public func serve(_ endpoints: [RemoteEndpoint]) throws(PlayerError) -> RemoteServer {
    try RemoteServer(self, endpoints)
  }
}
