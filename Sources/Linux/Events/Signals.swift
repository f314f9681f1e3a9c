import CVitrineLinux
import Glibc

/// A descriptor for signals, which otherwise interrupt any thread.
///
/// Wraps `pthread_sigmask` and `signalfd`. To be created on the main thread before any other thread
/// starts, so that every thread inherits the mask.
package final class Signals: Sendable {
  package let descriptor: FileDescriptor

  package init(_ numbers: [CInt]) throws(Errno) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = FileDescriptor(
      owning: try valueOrErrno {
        unsafe signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
      })
  }

  /// Returns the next pending signal, if there is one.
  package func next() -> CInt? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(descriptor.rawValue, &information, size) == size else { return nil }
    return CInt(information.ssi_signo)
  }
}

extension Signals {
  /// The signals that ask a program to end.
  package static func forShutdown() throws(Errno) -> Signals {
    try Signals([SIGTERM, SIGINT, SIGHUP])
  }
}
