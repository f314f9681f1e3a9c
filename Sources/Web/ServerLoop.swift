import NIOCore
import VitrineLinux

/// Runs work of other threads on the server's thread, or drops it once the server has closed.
/// Thread-safe.
struct ServerLoop: Sendable {
  let loop: any NIOCore.EventLoop
  private let isOpen = Shared(true)

  init(_ loop: any NIOCore.EventLoop) { self.loop = loop }

  func execute(_ body: @escaping @Sendable () -> Void) {
    isOpen.update { isOpen in
      // Under the lock, because a loop that has ended must not be called.
      if isOpen { loop.execute(body) }
    }
  }

  func close() { isOpen.update { $0 = false } }
}
