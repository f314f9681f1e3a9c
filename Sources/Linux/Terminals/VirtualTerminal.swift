import CVitrineLinux
import Glibc
import Synchronization

/// The virtual terminal that the picture covers. It is in graphics mode, so that the kernel draws
/// nothing and does not blank it, and its keyboard is off. It is restored by `close`, by fatal
/// signals and, if this process is killed, by a guard process. Thread-safe.
///
/// Wraps <linux/kd.h> and <linux/vt.h>. There is one in a
/// process.
package final class VirtualTerminal: Sendable {
  package let path: String
  /// The kernel's requests to switch to another terminal; nil if switching is disabled.
  package let switches: TerminalSwitches?
  private let device: FileDescriptor
  private let keyboardBefore: CInt
  /// The guard process; nil if there is none.
  private let guardian: Mutex<Guardian?>
  private let isOpen = Mutex(true)

  private struct Guardian {
    let descriptor: CInt
    let process: CInt
  }

  /// Takes the terminal of `preference`; nil if there is none, as in a container. To be called on the
  /// main thread before any other starts.
  package static func acquire(
    _ preference: TerminalPreference = .automatic, _ use: TerminalUse = TerminalUse()
  ) throws(TerminalError) -> VirtualTerminal? {
    guard let place = preference.place() else { return nil }
    return try VirtualTerminal(place, use)
  }

  private init?(_ place: TerminalPreference.Place, _ use: TerminalUse) throws(TerminalError) {
    path = "/dev/tty\(place.number)"
    do {
      // O_NOCTTY: the terminal must not become our controlling one.
      device = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY)
    } catch {
      // A terminal that was not named is optional.
      if place.isGuess { return nil }
      throw .cannotOpen(path: path, error)
    }
    let terminal = device.rawValue
    var (mode, keyboard) = (CInt(0), CInt(0))
    guard unsafe vitrine_get_terminal_mode(terminal, &mode) == 0,
      unsafe vitrine_get_keyboard_mode(terminal, &keyboard) == 0
    else { throw .refused(path: path, .last) }
    // Another program's graphics, such as a desktop's.
    if place.isGuess, mode == KD_GRAPHICS { return nil }
    // A killed process may have left the keyboard off, which is not the state to restore.
    keyboardBefore = keyboard == K_OFF ? CInt(K_UNICODE) : keyboard
    guardian = Mutex(Self.makeGuardian(path, keyboardBefore))
    if use.switching == .asked {
      do throws(Errno) {
        switches = try TerminalSwitches(path: path)
      } catch {
        Self.dismiss(guardian)
        throw .refused(path: path, error)
      }
    } else {
      switches = nil
    }
    vitrine_restore_on_crash(terminal, keyboardBefore)
    guard vitrine_set_terminal_graphics(terminal) == 0 else {
      let error = Errno.last
      vitrine_forget_crashes()
      Self.dismiss(guardian)
      if place.isGuess { return nil }
      throw .refused(path: path, error)
    }
    if use.keyboard == .off { _ = vitrine_set_keyboard_off(terminal) }
    if use.switching == .asked { _ = vitrine_ask_before_switch(terminal) }
  }

  deinit { close() }

  /// Restores the terminal, once: text mode and its keyboard. Discards keys typed in the meantime.
  package func close() {
    let isFirst = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard isFirst else { return }
    tcflush(device.rawValue, TCIFLUSH)
    _ = vitrine_restore_terminal(device.rawValue, keyboardBefore)
    vitrine_forget_crashes()
    Self.dismiss(guardian)
  }

  /// The guard is optional: without it, only the signal handlers restore the terminal after a
  /// crash.
  private static func makeGuardian(_ path: String, _ keyboard: CInt) -> Guardian? {
    var child: CInt = 0
    let descriptor = unsafe vitrine_start_guard(path, keyboard, &child)
    return descriptor < 0 ? nil : Guardian(descriptor: descriptor, process: child)
  }

  private static func dismiss(_ guardian: borrowing Mutex<Guardian?>) {
    guardian.withLock { guardian in
      if let guardian { vitrine_dismiss_guard(guardian.descriptor, guardian.process) }
      guardian = nil
    }
  }
}

/// The use of a terminal while it is covered.
package struct TerminalUse: Hashable, Sendable {
  package enum Keyboard: Sendable {
    /// Keys have no effect through the terminal, neither in a shell nor as kernel shortcuts.
    case off
    /// For programs that read keys from the terminal, and for Ctrl-Alt-F2.
    case asBefore
  }

  package enum Switching: Sendable {
    /// The kernel ignores requests to switch, as a kiosk requires.
    case ignored
    /// The kernel asks first: see `VirtualTerminal.switches`.
    case asked
  }

  package var keyboard: Keyboard
  package var switching: Switching

  package init(keyboard: Keyboard = .off, switching: Switching = .ignored) {
    self.keyboard = keyboard
    self.switching = switching
  }
}

/// The reason why a requested terminal is not available. Playback continues without it.
package enum TerminalError: Error, Hashable, Sendable {
  case cannotOpen(path: String, Errno)
  /// It is not a virtual terminal, or not our controlling one and we are not privileged.
  case refused(path: String, Errno)
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotOpen(let path, let error): "\(path): cannot be opened: \(error)"
    case .refused(let path, .notPermitted):
      "\(path): not this process's terminal; run as a service with TTYPath=\(path) and StandardInput=tty"
    case .refused(let path, let error): "\(path): not a virtual terminal of this process: \(error)"
    }
  }
}
