import CVitrineLinux
import Glibc

/// The kernel's questions before it switches from our terminal, and its news of having come
/// back, as something to wait for. Thread-safe, obeyed by one thread.
public final class TerminalSwitches: Sendable {
  private let signals: Signals
  private let device: FileDescriptor

  /// On the main thread before any other starts, as `Signals` has it.
  init(path: String) throws(Errno) {
    device = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY)
    signals = try Signals([SIGUSR1, SIGUSR2])
  }

  public var descriptor: FileDescriptor { _read { yield signals.descriptor } }

  /// Answers what has come. `willLeave` lets go of the display and says whether it has; with
  /// false nothing is switched. `didEnter` takes it again. Both may take their time: the kernel
  /// waits, and no other program draws.
  public func answer(willLeave: () -> Bool, didEnter: () -> Void) {
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
