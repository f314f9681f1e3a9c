import NIOCore
import VitrineLinux

/// The connections with a request in progress, each with its token: event streams and uploads last
/// for hours, and are closed when the token is revoked. Confined to the server's thread.
final class AuthenticatedConnections {
  private struct Connection {
    let token: TokenStore.Entry
    let close: () -> Void
  }

  private let loop: NIOIsolatedEventLoop
  private let interval: TimeAmount
  private let isValid: (TokenStore.Entry) -> Bool
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var isScheduled = false

  /// Calls `isValid` every `interval` while there is any connection.
  init(
    _ loop: ServerLoop, every interval: TimeAmount, isValid: @escaping (TokenStore.Entry) -> Bool
  ) {
    self.loop = loop.loop.assumeIsolated()
    self.interval = interval
    self.isValid = isValid
  }

  /// `close` closes the connection.
  func add(_ connection: AnyObject, _ token: TokenStore.Entry, close: @escaping () -> Void) {
    connections[ObjectIdentifier(connection)] = Connection(token: token, close: close)
    guard !isScheduled else { return }
    isScheduled = true
    scheduleCheck()
  }

  func remove(_ connection: AnyObject) { connections[ObjectIdentifier(connection)] = nil }

  private func scheduleCheck() {
    loop.scheduleTask(in: interval) { [self] in
      // Closing a connection releases it within the loop.
      for one in Array(connections.values) where !isValid(one.token) { one.close() }
      isScheduled = !connections.isEmpty
      if isScheduled { scheduleCheck() }
    }
  }
}
