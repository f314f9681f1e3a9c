package import VitrineEngine
package import VitrineKit

/// A way to operate a player from outside of the program; see `Player.serve`.
///
/// The product `VitrineWebRemote` adds `http`, the web remote.
public struct RemoteEndpoint: Sendable {
  /// Opens the endpoint for a player, which it must not retain.
  package typealias Opener = @Sendable (VitrineKit.Player) throws(PlayerError) -> any OpenEndpoint

  package let open: Opener

  package init(_ open: @escaping Opener) { self.open = open }
}

/// An open endpoint of a player. Thread-safe.
package protocol OpenEndpoint: Sendable {
  /// Handles an event of the player, on the player's threads. Does not block.
  func handle(_ event: VitrineEngine.PlayerEvent)
  /// Closes the endpoint, and returns when that is done. Called once.
  func close()
}

extension OpenEndpoint {
  package func handle(_ event: VitrineEngine.PlayerEvent) {}
}
