import NIOCore
import VitrineLinux

/// The server's thread as other threads reach it: what they have for it is done there, or is dropped once the
/// server ends. Thread-safe.
struct ServerLoop: Sendable {
  let loop: any NIOCore.EventLoop
  private let isOpen = Shared(true)

  init(_ loop: any NIOCore.EventLoop) { self.loop = loop }

  func execute(_ body: @escaping @Sendable () -> Void) {
    isOpen.update { isOpen in
      // Under the lock: a loop that has ended takes nothing more.
      if isOpen { loop.execute(body) }
    }
  }

  func close() { isOpen.update { $0 = false } }
}
