import CVitrineLinux
import Glibc

/// Tells when a network device comes up or goes, or gets an address or a route: what failed before may
/// succeed then. Its owner waits for the descriptor. See rtnetlink(7).
public final class NetworkNews: Sendable {
  public let descriptor: FileDescriptor

  public init() throws(Errno) {
    descriptor = FileDescriptor(owning: try valueOrErrno { vitrine_open_network_news() })
  }

  /// Takes what was told so far; false where there was nothing.
  public func take() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 8192)
    var isNews = false
    while true {
      let count = unsafe recv(descriptor.rawValue, &buffer, buffer.count, 0)
      // What the kernel had no room to tell is news, too: ENOBUFS.
      if count < 0, Errno.last.rawValue != ENOBUFS { return isNews }
      isNews = true
    }
  }
}
