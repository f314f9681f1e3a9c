import Glibc

/// The keyboard of the process's terminal, key by key. Reading is thread-bound; another thread may
/// open and close it.
package final class TerminalKeys: Sendable {
  package let descriptor = FileDescriptor(owning: dup(STDIN_FILENO))
  private let before: termios?
  private let binding = ThreadBinding()

  /// Inspects standard input; changes nothing before `open` (C: `tcgetattr`).
  package init() {
    var attributes = termios()
    before =
      unsafe StandardStream.input.isTerminal && tcgetattr(STDIN_FILENO, &attributes) == 0
      && tcgetpgrp(STDIN_FILENO) == getpgrp() ? attributes : nil
  }

  /// Whether standard input is a terminal with this process in the foreground.
  package var isOpen: Bool { before != nil }

  /// Switches to unbuffered input without echo until `close` (C: `tcsetattr`).
  package func open() {
    guard var attributes = before else { return }
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
  }

  /// Restores the terminal.
  package func close() {
    guard var attributes = before else { return }
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
  }

  /// Returns the available bytes; nil if the terminal is gone.
  package func read() -> [UInt8]? {
    binding.check()
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = unsafe Glibc.read(descriptor.rawValue, &buffer, buffer.count)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
}
