import CVitrineLinux
import Glibc

/// A monitor of network interfaces, addresses and routes: failed requests may succeed after a
/// change. The owner waits for the descriptor. See rtnetlink(7).
package final class NetworkMonitor: Sendable {
  package let descriptor: FileDescriptor

  package init() throws(Errno) {
    descriptor = FileDescriptor(owning: try valueOrErrno { vitrine_open_network_news() })
  }

  /// Discards the notifications so far; returns false if there were none.
  package func drain() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 8192)
    var hasChanged = false
    while true {
      let count = unsafe recv(descriptor.rawValue, &buffer, buffer.count, 0)
      // ENOBUFS: notifications that the kernel had to drop count, too.
      if count < 0, Errno.last.rawValue != ENOBUFS { return hasChanged }
      hasChanged = true
    }
  }
}
