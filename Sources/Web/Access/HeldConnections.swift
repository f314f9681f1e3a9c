import NIOCore
import VitrineLinux

/// The connections with a request in progress, each with its token: event streams and uploads last
/// for hours, and are closed when the token is revoked. Confined to the server's thread.
final class HeldConnections {
  private struct Held {
    let token: TokenBook.Entry
    let cut: () -> Void
  }

  private let loop: NIOIsolatedEventLoop
  private let interval: TimeAmount
  private let isValid: (TokenBook.Entry) -> Bool
  private var held: [ObjectIdentifier: Held] = [:]
  private var isLooking = false

  /// Calls `isValid` every `interval` while any connection is held.
  init(
    _ loop: ServerLoop, every interval: TimeAmount, isValid: @escaping (TokenBook.Entry) -> Bool
  ) {
    self.loop = loop.loop.assumeIsolated()
    self.interval = interval
    self.isValid = isValid
  }

  /// `cut` closes the connection.
  func hold(_ connection: AnyObject, _ token: TokenBook.Entry, cut: @escaping () -> Void) {
    held[ObjectIdentifier(connection)] = Held(token: token, cut: cut)
    guard !isLooking else { return }
    isLooking = true
    scheduleLook()
  }

  func release(_ connection: AnyObject) { held[ObjectIdentifier(connection)] = nil }

  private func scheduleLook() {
    loop.scheduleTask(in: interval) { [self] in
      // Closing a connection releases it within the loop.
      for one in Array(held.values) where !isValid(one.token) { one.cut() }
      isLooking = !held.isEmpty
      if isLooking { scheduleLook() }
    }
  }
}
