import CVitrineLinux
import Glibc
import Synchronization

/// The virtual terminal that the picture covers: in graphics mode, in which the kernel neither
/// draws on it nor blinks a cursor nor blanks it, and with its keyboard off. Given back by
/// `close`, by the fatal signals, and, when this process is killed, by a watcher. Thread-safe.
///
/// The corresponding C interface is that of <linux/kd.h> and <linux/vt.h>. One in a process.
public final class VirtualTerminal: Sendable {
  public let path: String
  /// Where the kernel asks before it switches to another terminal; nil when it ignores that.
  public let switches: TerminalSwitches?
  private let device: FileDescriptor
  private let keyboardBefore: CInt
  /// What tells the watcher that it is not needed; nil when there is none, or no more.
  private let guardian: Mutex<Guardian?>
  private let isOpen = Mutex(true)

  private struct Guardian {
    let descriptor: CInt
    let process: CInt
  }

  /// Takes the terminal that `wish` names; nil where there is none, as in a container. On the
  /// main thread, before any other starts.
  public static func take(
    _ wish: TerminalWish = .automatic, _ use: TerminalUse = TerminalUse()
  ) throws(TerminalError) -> VirtualTerminal? {
    guard let place = wish.place() else { return nil }
    return try VirtualTerminal(place, use)
  }

  private init?(_ place: TerminalWish.Place, _ use: TerminalUse) throws(TerminalError) {
    path = "/dev/tty\(place.number)"
    do {
      // A terminal that is not our controlling one shall not become it.
      device = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY)
    } catch {
      // One that was not named is taken when it can be.
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
    // What a process left behind that was killed is not what the terminal should have again.
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

  /// Gives the terminal back as it was, once: text, its keyboard, and without what was typed in
  /// the meantime.
  public func close() {
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

  /// Without a watcher it goes, too: a crash is then given back by the signals alone.
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

/// How a terminal is used while it is covered.
public struct TerminalUse: Hashable, Sendable {
  public enum Keyboard: Sendable {
    /// Keys reach nothing through the terminal: neither a shell nor the kernel's own shortcuts.
    case off
    /// For programs that read keys from the terminal, and for Ctrl-Alt-F2.
    case asBefore
  }

  public enum Switching: Sendable {
    /// The kernel ignores it when another terminal is asked for: what a kiosk wants.
    case ignored
    /// The kernel asks first: see `VirtualTerminal.switches`.
    case asked
  }

  public var keyboard: Keyboard
  public var switching: Switching

  public init(keyboard: Keyboard = .off, switching: Switching = .ignored) {
    (self.keyboard, self.switching) = (keyboard, switching)
  }
}

/// Why a terminal that was asked for is not taken. Playing goes on without it.
public enum TerminalError: Error, Hashable, Sendable {
  case cannotOpen(path: String, Errno)
  /// It is no virtual terminal, or neither our controlling one nor are we privileged.
  case refused(path: String, Errno)
}

extension TerminalError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let path, let error): "\(path): cannot be opened: \(error)"
    case .refused(let path, .notPermitted):
      "\(path): not ours. Start on it, as a service with TTYPath=\(path) and StandardInput=tty does"
    case .refused(let path, let error): "\(path): no virtual terminal of ours: \(error)"
    }
  }
}
