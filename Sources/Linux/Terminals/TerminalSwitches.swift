import CVitrineLinux
import Glibc

/// A descriptor for the kernel's requests to switch away from our virtual terminal, and its
/// notifications after switching back. Thread-safe; only one thread responds.
package final class TerminalSwitches: Sendable {
  private let signals: Signals
  private let device: FileDescriptor

  /// To be created on the main thread before any other thread starts, like `Signals`.
  init(path: String) throws(Errno) {
    device = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY)
    signals = try Signals([SIGUSR1, SIGUSR2])
  }

  package var descriptor: FileDescriptor { _read { yield signals.descriptor } }

  /// Responds to pending requests. `willLeave` releases the display and returns whether it
  /// succeeded; with false the kernel does not switch. `didEnter` takes the display again. Both may
  /// take time: the kernel waits, and no other program draws.
  package func answer(willLeave: () -> Bool, didEnter: () -> Void) {
    while let signal = signals.next() {
      if signal == SIGUSR1 {
        _ = vitrine_allow_switch(device.rawValue, willLeave() ? 1 : 0)
      } else {
        _ = vitrine_confirm_switch_back(device.rawValue)
        didEnter()
      }
    }
  }
}
